import ClusterCore

/// A small story in which a planted fault matters, and which a correct version lives through.
package struct Exercise: Hashable, Sendable {
  private let text: String

  init(_ text: String) {
    self.text = text
  }

  package func setup() throws(FormatError) -> RunSetup {
    RunSetup(try ScenarioFile(Array(text.utf8)).scenario())
  }
}

extension Exercise {
  /// Three devices edit a title and a set; one is offline for a while, an answer comes too late, a
  /// push and a request are lost, a save comes twice, and an old copy of it late.
  static let notes = Exercise(
    #"""
    {"format": 1, "name": "notes",
     "devices": [{"name": "laptop", "timeout": "5s"}, {"name": "phone", "timeout": "5s"},
       {"name": "tablet", "timeout": "5s"}],
     "start": {"records": {"note-1": {"title": "Groceries", "tags": ["home", "old"]}}},
     "timeline": [
       {"id": "milk", "at": "1s", "device": "phone", "write": {"note-1": {"title": "Milk"}}},
       {"id": "eggs", "at": "2s", "device": "tablet", "write": {"note-1": {"title": "Eggs"}}},
       {"id": "shop", "at": "2500ms", "device": "laptop", "add": {"note-1": {"tags": ["shop"]}}},
       {"id": "work", "at": "3s", "device": "phone", "add": {"note-1": {"tags": ["work"]}}},
       {"id": "away", "at": "5s", "partition": ["laptop"], "traffic": "refuse", "for": "5s"},
       {"id": "body", "at": "6s", "device": "laptop", "write": {"note-1": {"body": "List"}}},
       {"id": "bread", "at": "6500ms", "device": "phone",
        "write": {"note-1": {"title": "Bread"}}},
       {"id": "cheese", "at": "7s", "device": "laptop",
        "write": {"note-1": {"title": "Cheese"}}},
       {"id": "old", "at": "8s", "device": "phone", "remove": {"note-1": {"tags": ["old"]}}},
       {"id": "late", "at": "12s", "device": "tablet", "add": {"note-1": {"tags": ["late"]}}},
       {"message": "tablet>cloud/save/eggs/1/answer", "fate": ["8s"]},
       {"message": "cloud>laptop/push/milk/1", "fate": []},
       {"message": "laptop>cloud/save/shop/1", "fate": []},
       {"message": "phone>cloud/save/bread/1", "fate": ["50ms", "5s"]}],
     "limits": {"attempts": 3}, "calm": {"at": "25s"},
     "expect": {"pass": ["newest-wins"],
       "final": {"cloud": {"note-1": {"title": "Cheese", "body": "List"}}}}}
    """#)

  /// Two devices write one title at the same instant by their own clocks.
  static let ties = Exercise(
    #"""
    {"format": 1, "name": "ties",
     "devices": [{"name": "phone", "policy": {"stamp": "deviceClock"}},
       {"name": "tablet", "policy": {"stamp": "deviceClock"}}],
     "timeline": [
       {"id": "b", "at": "1s", "device": "phone", "write": {"note-1": {"title": "b"}}},
       {"id": "a", "at": "1s", "device": "tablet", "write": {"note-1": {"title": "a"}}},
       {"message": "phone>cloud/save/b/1", "fate": ["300ms"]}],
     "calm": {"at": "20s"}}
    """#)

  /// A laptop whose clock is behind answers a tablet: only a clock that follows what it has seen
  /// can make its stamp the larger.
  static let clocks = Exercise(
    #"""
    {"format": 1, "name": "clocks",
     "devices": [{"name": "laptop", "clock": {"offset": "-1m"}}, {"name": "tablet"}],
     "timeline": [
       {"id": "ask", "at": "2s", "device": "tablet", "write": {"note-1": {"title": "Where?"}}},
       {"id": "tell", "at": "4s", "device": "laptop", "write": {"note-1": {"title": "Here"}}}],
     "calm": {"at": "20s"}, "expect": {"pass": ["newest-wins"]}}
    """#)

  /// A tablet that was offline saves upon a record that has changed, where saves need its tag.
  static let tags = Exercise(
    #"""
    {"format": 1, "name": "tags",
     "devices": [{"name": "phone", "timeout": "5s"}, {"name": "tablet", "timeout": "5s"}],
     "cloud": {"saves": "ifTagMatches", "rule": "lastArrival"},
     "start": {"records": {"note-1": {"title": "Groceries"}}},
     "timeline": [
       {"id": "away", "at": "1s", "partition": ["tablet"], "traffic": "refuse", "for": "6s"},
       {"id": "milk", "at": "3s", "device": "phone", "write": {"note-1": {"title": "Milk"}}},
       {"id": "eggs", "at": "5s", "device": "tablet", "write": {"note-1": {"title": "Eggs"}}}],
     "calm": {"at": "20s"}}
    """#)

  /// A device that was offline reads five changes, one a page.
  static let pages = Exercise(
    #"""
    {"format": 1, "name": "pages", "devices": [{"name": "phone"}, {"name": "tablet"}],
     "cloud": {"page": 1},
     "timeline": [
       {"id": "away", "at": "1s", "partition": ["tablet"], "traffic": "refuse", "for": "6s"},
       {"id": "f1", "at": "2s", "device": "phone", "write": {"note-1": {"f1": "one"}}},
       {"id": "f2", "at": "3s", "device": "phone", "write": {"note-1": {"f2": "two"}}},
       {"id": "f3", "at": "4s", "device": "phone", "write": {"note-1": {"f3": "three"}}},
       {"id": "f4", "at": "5s", "device": "phone", "write": {"note-1": {"f4": "four"}}},
       {"id": "f5", "at": "6s", "device": "phone", "write": {"note-1": {"f5": "five"}}}],
     "limits": {"attempts": 3}, "calm": {"at": "20s"}}
    """#)

  /// A phone is killed three times: offline with an edit, while a save is under way, and after one
  /// effect of making an edit. A push comes while it is dead.
  static let kills = Exercise(
    #"""
    {"format": 1, "name": "kills",
     "devices": [{"name": "phone", "timeout": "5s"}, {"name": "tablet", "timeout": "5s"}],
     "timeline": [
       {"id": "away", "at": "1s", "partition": ["phone"], "traffic": "refuse", "for": "6s"},
       {"id": "milk", "at": "2s", "device": "phone", "write": {"note-1": {"title": "Milk"}}},
       {"id": "k1", "at": "3s", "device": "phone", "kill": "system", "for": "2s"},
       {"id": "body", "at": "10s", "device": "phone", "write": {"note-1": {"body": "List"}}},
       {"message": "phone>cloud/save/body/1", "fate": ["2s"]},
       {"id": "k2", "at": "11s", "device": "phone", "kill": "system", "for": "4s"},
       {"id": "eggs", "at": "12s", "device": "tablet", "write": {"note-2": {"title": "Eggs"}}},
       {"id": "bread", "at": "20s", "device": "phone",
        "write": {"note-3": {"title": "Bread"}}},
       {"device": "phone", "kill": "system", "during": "bread", "afterEffects": 1, "for": "2s"}],
     "calm": {"at": "40s"}}
    """#)

  /// A phone is killed while it handles the answer to a pull, after one effect.
  static let cuts = Exercise(
    #"""
    {"format": 1, "name": "cuts", "devices": [{"name": "phone"}, {"name": "tablet"}],
     "timeline": [
       {"id": "milk", "at": "1s", "device": "tablet", "write": {"note-1": {"title": "Milk"}}},
       {"device": "phone", "kill": "system", "during": "phone>cloud/pull/milk/1/answer",
        "afterEffects": 1, "for": "2s"}],
     "calm": {"at": "20s"}}
    """#)

  /// An order whose first answer is lost, and which is sent again.
  static let orders = Exercise(
    #"""
    {"format": 1, "name": "orders", "devices": [{"name": "phone", "timeout": "5s"}],
     "timeline": [
       {"id": "book", "at": "2s", "device": "phone", "order": "book"},
       {"message": "phone>cloud/order/book/1/answer", "fate": []}],
     "limits": {"attempts": 3}, "calm": {"at": "30s"},
     "expect": {"final": {"ledger": ["book"]}}}
    """#)

  /// Somebody signs out, another one signs in; a token ends early, is refused and renewed, and the
  /// answer to that is lost once.
  static let sessions = Exercise(
    #"""
    {"format": 1, "name": "sessions", "devices": [{"name": "phone", "timeout": "5s"}],
     "start": {"tokens": {"phone": {"user": "u1", "accessExpired": true}}},
     "timeline": [
       {"id": "q1", "at": "2s", "device": "phone", "call": "feed"},
       {"id": "out", "at": "10s", "device": "phone", "signOut": true},
       {"id": "in", "at": "15s", "device": "phone", "signIn": "u2"},
       {"id": "end", "at": "25s", "cloud": {"expireTokens": {"user": "u2"}}},
       {"id": "q2", "at": "26s", "device": "phone", "call": "feed"},
       {"message": "phone>cloud/refresh/q2/1/answer", "fate": []}],
     "limits": {"refreshes": 6}, "calm": {"at": "60s"},
     "expect": {"final": {"calls": {"phone": {"q1": "done", "q2": "done"}},
       "signedIn": {"phone": "u2"}}}}
    """#)

  /// Three items, of which two are read on another device.
  static let badges = Exercise(
    #"""
    {"format": 1, "name": "badges", "devices": [{"name": "phone"}, {"name": "tablet"}],
     "timeline": [
       {"id": "p", "at": "1s", "device": "phone", "register": "p"},
       {"id": "t", "at": "1s", "device": "tablet", "register": "t"},
       {"id": "i1", "at": "3s", "cloud": {"publish": {"item": "i1"}}},
       {"id": "i2", "at": "4s", "cloud": {"publish": {"item": "i2"}}},
       {"id": "i3", "at": "5s", "cloud": {"publish": {"item": "i3"}}},
       {"id": "read", "at": "8s", "device": "tablet", "markRead": ["i1", "i2"]}],
     "calm": {"at": "20s"}, "expect": {"final": {"badge": {"phone": 1}}}}
    """#)

  /// A search whose results come after those of the next one.
  static let searches = Exercise(
    #"""
    {"format": 1, "name": "searches", "devices": [{"name": "phone", "timeout": "10s"}],
     "start": {"lists": {"zo": ["zoo", "zone"], "zombie": ["zombie"]}},
     "timeline": [
       {"id": "zo", "at": "1s", "device": "phone", "search": "zo"},
       {"id": "zombie", "at": "2s", "device": "phone", "search": "zombie"},
       {"message": "phone>cloud/search/zo/1/answer", "fate": ["3s"]}],
     "calm": {"at": "10s"}}
    """#)

  /// A file comes down and another goes up, range by range; a range is cut, and the app is killed.
  static let files = Exercise(
    #"""
    {"format": 1, "name": "files", "devices": [{"name": "phone"}],
     "cloud": {"files": {"speed": 100000, "chunk": 100000}},
     "start": {"files": {"a.zip": {"size": 400000}}},
     "timeline": [
       {"id": "down", "at": "1s", "device": "phone", "download": "a.zip"},
       {"id": "up", "at": "2s", "device": "phone", "upload": {"b.jpg": {"size": 200000}}},
       {"id": "kill", "at": "3500ms", "device": "phone", "kill": "system", "for": "1s"},
       {"message": "phone.transfers>cloud/fetch/down/2", "fate": []}],
     "limits": {"attempts": 3}, "calm": {"at": "60s"}}
    """#)
}
