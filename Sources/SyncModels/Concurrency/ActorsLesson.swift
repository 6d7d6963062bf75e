/// Aktörler: a seat and a ticket counter, each behind an actor that lets one caller in at a time.
package enum ActorsLesson {
  /// A seat that the first claim gets and that only its owner can release.
  package actor Seat {
    package private(set) var owner: Text?

    package init(owner: Text? = nil) {
      self.owner = owner
    }

    package func claim(_ name: Text) {
      guard owner == nil else { return }
      owner = name
    }

    package func release(_ name: Text) {
      guard owner == name else { return }
      owner = nil
    }
  }

  /// A seat with a suspension point between check and write, where another claim could come in.
  package actor SlowSeat {
    package private(set) var owner: Text?

    package init() {}

    package func claim(_ name: Text) async {
      guard owner == nil else { return }
      await Task.yield()
      owner = name
    }
  }

  package actor TicketCounter {
    package private(set) var sold = 0

    package init() {}

    package func sell() { sold += 1 }
  }

  static let lesson = Lesson(
    "Aktörler", .concurrency,
    rows: [
      .main("koltuk-talebi") {
        await Trial(
          fromEach: { Seat() }, a: { await $0.claim("ayse") }, b: { await $0.claim("burak") },
          seen: { OrDash(await $0.owner) })
      },
      .main("bilet-satisi") {
        await Trial(
          fromEach: { TicketCounter() }, a: { await $0.sell() }, seen: { await $0.sold })
      },
      .main("birakma") {
        await Trial(
          fromEach: { Seat() }, a: { await $0.claim("ayse") }, b: { await $0.release("ayse") },
          seen: { OrDash(await $0.owner) })
      },
      .limiting("yavas-koltuk") {
        await Trial(
          fromEach: { SlowSeat() }, a: { await $0.claim("ayse") }, b: { await $0.claim("burak") },
          seen: { OrDash(await $0.owner) })
      },
    ])
}
