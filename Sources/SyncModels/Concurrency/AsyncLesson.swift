/// Eşzamansız Fonksiyonlar: reservations that arrive one by one at a shelf behind an actor.
package enum AsyncLesson {
  /// A shelf of goods; a reservation takes its amount if that fits, else nothing.
  package actor Shelf {
    package private(set) var left = 10
    /// The amounts taken, in order of arrival.
    package private(set) var accepted: [Int] = []

    package init() {}

    package func reserve(_ amount: Int) {
      guard amount <= left else { return }
      left -= amount
      accepted.append(amount)
    }
  }

  /// Two shelves, so that the operations do not meet.
  private struct ShelfPair {
    let first = Shelf()
    let second = Shelf()
  }

  static let lesson = Lesson(
    "Eşzamansız Fonksiyonlar", .concurrency,
    rows: [
      .main("stok-ayirma") {
        await Trial(
          fromEach: { Shelf() }, a: { await $0.reserve(6) }, b: { await $0.reserve(5) },
          seen: { await $0.left })
      },
      .main("stok-okuma") {
        await Trial(fromEach: { Shelf() }, a: { _ = await $0.left }, seen: { await $0.left })
      },
      .main("ayri-raflar") {
        await Trial(
          fromEach: { ShelfPair() },
          a: { await $0.first.reserve(6) }, b: { await $0.second.reserve(5) },
          seen: { [await $0.first.left, await $0.second.left] })
      },
      .limiting("kalan-stok") {
        await Trial(
          fromEach: { Shelf() }, a: { await $0.reserve(6) }, b: { await $0.reserve(4) },
          seen: { await $0.left })
      },
      .limiting("kabul-defteri") {
        await Trial(
          fromEach: { Shelf() }, a: { await $0.reserve(6) }, b: { await $0.reserve(4) },
          seen: { await $0.accepted })
      },
    ])
}
