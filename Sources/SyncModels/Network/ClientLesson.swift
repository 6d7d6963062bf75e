/// Ağ İstemcisi: what a client's calls do to what they leave behind, here or on the server.
package enum ClientLesson {
  /// A cache of responses, seen as the sorted set of its keys.
  package struct ResponseCache: Equatable {
    private var keys: Set<Text> = []

    package init() {}

    package var sortedKeys: [Text] { keys.sorted() }

    package mutating func write(_ key: Text) { keys.insert(key) }
  }

  /// A server that knows what it has received by the key the client sent along.
  package struct KeyedServer: Equatable {
    /// In order of arrival.
    package private(set) var received: [Text] = []

    package init() {}

    package mutating func send(_ key: Text) {
      guard !received.contains(key) else { return }
      received.append(key)
    }
  }

  static let lesson = Lesson(
    "Ağ İstemcisi", .network,
    rows: [
      .main("onbellege-yaz") {
        Trial(
          from: ResponseCache(), a: { $0.write("profil") }, b: { $0.write("akis") },
          seen: \.sortedKeys)
      },
      .main("anahtarli-gonderim") {
        Trial(
          from: KeyedServer(), a: { $0.send("k-41") }, b: { $0.send("k-42") }, seen: \.received)
      },
      .main("yeniden-dene") { Trial(from: 0, a: { $0 += 1 }) },
      .main("rozet-artir") { Trial(from: 3, a: { $0 += 1 }) },
      .main("tercih-yaz") {
        Trial(from: Text("sistem"), a: { $0 = "koyu" }, b: { $0 = "acik" })
      },
      .main("gunluge-ekle") {
        Trial(from: [Text](), a: { $0.append("giris") }, b: { $0.append("cikis") })
      },
      .limiting("sifirdan") { Trial(from: 0, a: { $0 *= 2 }, b: { $0 *= 3 }) },
      .limiting("birden") { Trial(from: 1, a: { $0 *= 2 }, b: { $0 *= 3 }) },
    ])
}
