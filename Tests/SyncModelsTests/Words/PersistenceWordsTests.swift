import SyncModels
import Testing

/// What models.md says where no row looks.
@Suite("Persistence models, beyond their rows")
struct PersistenceWordsTests {
  @Test("a stored value that equals the default is compared as the default")
  func preferences() {
    typealias Preferences = PreferencesLesson.Preferences
    let registered = Preferences(defaults: ["theme": "koyu"])
    var stored = registered
    stored.write("theme", "koyu")
    #expect(stored == registered)
    stored.write("a", "1")
    #expect(stored.description == "a=1,theme=koyu")
    stored.write("theme", "acik")
    stored.remove("theme")
    #expect(stored.resolved["theme"] == "koyu")
    #expect(Preferences().description == "-")
  }

  @Test("an update of a missing item is not found, and changes nothing")
  func keychain() {
    var keychain = KeychainLesson.Keychain()
    keychain.update("token", "a1")
    #expect(keychain.description == "- durum=-25300")
    keychain.add("token", "a1")
    keychain.update("token", "b2")
    #expect(keychain.description == "token=b2 durum=0")
    keychain.add("token", "c3")
    #expect(keychain.description == "token=b2 durum=-25299")
  }

  @Test("files and directories are sorted; a replaced file is one line")
  func files() {
    var tree = FilesLesson.FileTree()
    tree.append("1", to: "b")
    tree.append("2", to: "b")
    tree.append("3", to: "a")
    tree.ensureDirectory("y")
    tree.ensureDirectory("x")
    #expect(tree.description == "dizin:x,y dosya:a=3,b=1+2")
    tree.replace("b", by: "4")
    #expect(tree.description == "dizin:x,y dosya:a=3,b=4")
    #expect(tree.files["c"] == nil)
  }

  @Test("automatic keys count from 1 and sort as numbers")
  func table() {
    var table = TableLesson.Table()
    for number in 1...10 { table.insert(Text("v\(number)")) }
    table.upsert("k", "x")
    let keys = table.sortedByKey.rows.map(\.key.description)
    #expect(keys == (1...10).map(String.init) + ["k"])
    #expect(TableLesson.Table().sortedByKey.description == "-")
  }

  @Test("created objects are numbered over saves between them")
  func objects() {
    var context = ObjectsLesson.Context(enforcesUniqueness: true)
    context.create("a")
    context.save("k", "b")
    context.create("c")
    #expect(context.description == "obj1=a,k=b,obj2=c")
    #expect(ObjectsLesson.Context(enforcesUniqueness: false).description == "-")
  }

  @Test("handled notifications are sorted, and counted once each")
  func push() {
    var inbox = PushLesson.Inbox()
    for id in ["n2", "n1", "n2"] { inbox.incrementBadge(once: Text(id)) }
    inbox.register("t1")
    #expect(inbox.description == "rozet=2 belirtec=t1 islenen=n1,n2")
    #expect(inbox.handled == ["n1", "n2"])
  }
}
