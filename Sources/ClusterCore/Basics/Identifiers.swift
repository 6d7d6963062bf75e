/// A name that cannot be mistaken for a name of another kind.
///
/// `Kind` is never instantiated; it only keeps a record's name from being passed where
/// a device's is meant. Compared by UTF-8 bytes (see ``Text``).
@frozen
@usableFromInline
package struct Identifier<Kind>: Hashable, Comparable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  @usableFromInline package let text: Text

  package init(_ string: String) {
    text = Text(string)
  }

  @usableFromInline
  package init(stringLiteral value: String) {
    text = Text(value)
  }

  package init(_ text: Text) {
    self.text = text
  }

  package var string: String { text.string }
  @usableFromInline package var description: String { text.string }

  @inlinable
  package static func == (left: Identifier, right: Identifier) -> Bool {
    left.text == right.text
  }

  @inlinable
  package func hash(into hasher: inout Hasher) { hasher.combine(text.fold) }

  @inlinable
  package static func < (left: Identifier, right: Identifier) -> Bool {
    left.text < right.text
  }
}

@usableFromInline package enum NodeKind {}
@usableFromInline package enum RecordKind {}
@usableFromInline package enum FieldKind {}
@usableFromInline package enum EntryKind {}
@usableFromInline package enum VariantKind {}

/// A process or service that handles events: a device's lane, or the cloud.
@usableFromInline package typealias NodeID = Identifier<NodeKind>
/// A record of the app's data, `note-1`.
@usableFromInline package typealias RecordID = Identifier<RecordKind>
/// A field of a record, `title`.
@usableFromInline package typealias FieldName = Identifier<FieldKind>
/// A timeline entry; also the intent it gives a device, and the root of what it causes.
@usableFromInline package typealias EntryID = Identifier<EntryKind>
/// What a user wanted once, however often the app tries it: the id of the entry that asked.
@usableFromInline package typealias IntentID = EntryID
/// What a message goes back to: an entry, a start, a link-up or a round of the calm.
@usableFromInline package typealias RootID = EntryID
/// A named set of overrides in a scenario file.
@usableFromInline package typealias VariantName = Identifier<VariantKind>

extension Identifier where Kind == NodeKind {
  /// The one node that is not a device.
  package static var cloud: NodeID { theCloud }
}

/// A generic type cannot store it.
private let theCloud = NodeID("cloud")
