/// A scenario file that is JSON, with its variants, before any of them is read.
package struct ScenarioFile: Sendable {
  private let root: JSONNode
  private let variants: [(name: VariantName, patch: JSONNode)]
  package let name: String
  package let defaultVariant: VariantName

  package init(_ bytes: [UInt8]) throws(FormatError) {
    guard bytes.count <= Limit.scenarioFile else {
      throw FormatError(
        path: "", offset: 0, problem: "the file has \(bytes.count) bytes",
        allowed: "at most \(Limit.scenarioFile) bytes")
    }
    let root: JSONNode
    do throws(JSONSyntaxError) {
      root = try JSONParser.parse(bytes)
    } catch {
      throw FormatError(
        path: "", offset: error.offset, problem: "this is not JSON: \(error.problem)",
        allowed: "one JSON object (no comments, no trailing comma)")
    }
    try self.init(root)
  }

  package init(_ root: JSONNode) throws(FormatError) {
    self.root = root
    let reader = JSONReader(root)
    let object = try reader.object(allowing: ScenarioDecoder.keys)
    name = try object.required("name").fileName()
    defaultVariant =
      VariantName(try object.optional("defaultVariant")?.fileName() ?? "default")
    var variants: [(name: VariantName, patch: JSONNode)] = []
    for (name, patch) in try object.optional("variants")?.entries() ?? [] {
      _ = try patch.object(allowing: ScenarioDecoder.keys.filter { !Self.fileKeys.contains($0) })
      _ = try JSONReader(
        JSONNode(.string(name), offset: patch.offset), path: patch.path
      ).fileName()
      guard VariantName(name) != defaultVariant else {
        throw patch.error(
          "the default variant is the file itself", allowed: "a variant of another name")
      }
      variants.append((VariantName(name), patch.node))
    }
    // Each is read whole, so that their number counts as much as the file's length.
    guard variants.count <= Limit.variants else {
      throw FormatError(
        path: "variants", offset: root["variants"]?.offset ?? 0,
        problem: "there are \(variants.count) variants", allowed: "at most \(Limit.variants)")
    }
    self.variants = variants
  }

  /// Keys that belong to the file and that no variant changes.
  private static let fileKeys = ["format", "name", "variants", "defaultVariant"]

  /// Every variant, the default first.
  package var variantNames: [VariantName] { [defaultVariant] + variants.map(\.name) }

  /// The scenario of one variant.
  package func scenario(_ variant: VariantName? = nil) throws(FormatError) -> Scenario {
    let variant = variant ?? defaultVariant
    if variant == defaultVariant { return try ScenarioDecoder.scenario(root, variant: variant) }
    guard let patch = variants.first(where: { $0.name == variant })?.patch else {
      throw FormatError(
        path: "variants", offset: 0, problem: "there is no variant \"\(variant)\"",
        allowed: Suggestion.among(variantNames.map(\.string), for: variant.string))
    }
    var scenario = try ScenarioDecoder.scenario(
      VariantPatch.apply(patch, to: root), variant: variant)
    if patch["about"] != nil, case .string(let about) = root["about"]?.content {
      scenario.fileAbout = about
    }
    return scenario
  }
}

/// How a variant changes its file: a merge patch, but for lists that have a better way.
enum VariantPatch {
  static func apply(_ patch: JSONNode, to root: JSONNode) throws(FormatError) -> JSONNode {
    var changed = root
    for member in patch.members ?? [] {
      let old = root[member.name]
      let value: JSONNode =
        switch member.name {
        case "devices": mergedDevices(old, member.value)
        case "timeline": try EntryList.merged(old, member.value)
        case "expect": member.value
        default: (old ?? JSONNode(.null)).merged(with: member.value)
        }
      changed.set(member.name, to: value)
    }
    return changed
  }

  /// Devices merge by their names; a new name is a new device.
  private static func mergedDevices(_ old: JSONNode?, _ patch: JSONNode) -> JSONNode {
    guard case .array(var devices) = old?.content, case .array(let changes) = patch.content else {
      return patch
    }
    for change in changes {
      let place = devices.firstIndex { device in
        guard case .string(let name) = change["name"]?.content,
          case .string(let other) = device["name"]?.content
        else { return false }
        return Text(name) == Text(other)
      }
      if let place {
        devices[place] = devices[place].merged(with: change)
      } else {
        devices.append(change)
      }
    }
    return JSONNode(.array(devices), offset: patch.offset)
  }
}

extension JSONNode {
  /// Replaces or adds one member of an object.
  package mutating func set(_ name: String, to value: JSONNode) {
    var members = self.members ?? []
    if let place = members.firstIndex(where: { $0.name == name }) {
      members[place].value = value
    } else {
      members.append(Member(name: name, value: value))
    }
    self = JSONNode(.object(members), offset: offset)
  }
}

extension JSONNode {
  package mutating func remove(_ name: String) {
    guard let members else { return }
    self = JSONNode(.object(members.filter { $0.name != name }), offset: offset)
  }
}

extension JSONReader {
  /// A name that can stand in a path: letters, digits, dot, dash, underscore.
  func fileName() throws(FormatError) -> String {
    let text = try string()
    let isSafe = text.utf8.allSatisfy { byte in
      Character(Unicode.Scalar(byte)).isASCII
        && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
          || "._-".utf8.contains(byte))
    }
    let isShort = text.utf8.count <= Limit.name
    guard isSafe, isShort, !text.isEmpty, !text.hasPrefix(".") else {
      throw mismatch(expected: "1 to 64 of a–z, A–Z, 0–9, dot, dash and underscore, no dot first")
    }
    return text
  }
}
