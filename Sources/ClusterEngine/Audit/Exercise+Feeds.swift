// Stories about clocks, cursors, lists, and a cloud that goes back.
extension Exercise {
  /// The cloud is restored from a backup that is older than a record and a title it had.
  static let restored = Exercise(
    #"""
    {"format": 1, "name": "restored", "devices": [{"name": "phone"}, {"name": "tablet"}],
     "start": {"records": {"note-1": {"title": "Groceries"}}},
     "timeline": [
       {"id": "backup", "at": "1s", "cloud": {"snapshot": "monday"}},
       {"id": "milk", "at": "3s", "device": "tablet", "write": {"note-1": {"title": "Milk"}}},
       {"id": "f", "at": "6s", "device": "phone",
        "create": {"note-2": {"title": "Eggs", "tags": ["home"]}}},
       {"id": "look", "at": "9s", "device": "phone", "sync": true},
       {"id": "restore", "at": "12s", "cloud": {"rollback": "monday"}},
       {"id": "later", "at": "15s", "device": "phone", "sync": true}],
     "calm": {"at": "30s"}}
    """#)

  /// All records are removed on purpose while every device has read them.
  static let purged = Exercise(
    #"""
    {"format": 1, "name": "purged", "devices": [{"name": "phone"}, {"name": "tablet"}],
     "start": {"records": {"note-1": {"title": "Groceries"}}},
     "timeline": [
       {"id": "milk", "at": "3s", "device": "tablet", "write": {"note-1": {"title": "Milk"}}},
       {"id": "all", "at": "6s", "cloud": {"purge": true}},
       {"id": "later", "at": "9s", "device": "phone", "sync": true}],
     "calm": {"at": "20s"}}
    """#)

  /// No cursor is good any more, and pages hold one change.
  static let expired = Exercise(
    #"""
    {"format": 1, "name": "expired", "devices": [{"name": "phone"}, {"name": "tablet"}],
     "cloud": {"page": 1}, "start": {"records": {"note-1": {"title": "Groceries"}}},
     "timeline": [
       {"id": "milk", "at": "3s", "device": "tablet", "write": {"note-1": {"title": "Milk"}}},
       {"id": "body", "at": "4s", "device": "tablet", "write": {"note-1": {"body": "List"}}},
       {"id": "old", "at": "6s", "cloud": {"expireCursors": true}},
       {"id": "later", "at": "9s", "device": "phone", "sync": true}],
     "calm": {"at": "20s"}}
    """#)

  /// The answers to a pull and to a save are slow, and something happens meanwhile.
  static let slowAnswers = Exercise(
    #"""
    {"format": 1, "name": "slow-answers", "devices": [{"name": "phone"}, {"name": "tablet"}],
     "timeline": [
       {"id": "look", "at": "2s", "device": "phone", "sync": true},
       {"id": "eggs", "at": "3s", "device": "tablet", "write": {"note-2": {"title": "Eggs"}}},
       {"id": "v0", "at": "10s", "device": "phone", "write": {"note-1": {"title": "Milk"}}},
       {"id": "v1", "at": "12s", "device": "phone", "write": {"note-1": {"title": "Bread"}}},
       {"message": "phone>cloud/pull/look/1/answer", "fate": ["3s"]},
       {"message": "phone>cloud/save/v0/1/answer", "fate": ["5s"]}],
     "calm": {"at": "30s"}}
    """#)

  /// Three changes of one instant, two a page.
  static let oneInstant = Exercise(
    #"""
    {"format": 1, "name": "one-instant", "devices": [{"name": "phone"}, {"name": "tablet"}],
     "cloud": {"page": 2},
     "timeline": [
       {"id": "m", "at": "2s", "device": "tablet",
        "create": {"note-1": {"title": "Milk", "body": "List", "by": "us"}}}],
     "calm": {"at": "20s"}}
    """#)

  /// A device that reads by instants looks twice.
  static let byInstants = Exercise(
    #"""
    {"format": 1, "name": "by-instants",
     "devices": [{"name": "phone", "policy": {"cursorFrom": "serverStamp"}}, {"name": "tablet"}],
     "timeline": [
       {"id": "m", "at": "2s", "device": "tablet", "write": {"note-1": {"title": "Milk"}}},
       {"id": "look", "at": "5s", "device": "phone", "sync": true}],
     "calm": {"at": "20s"}}
    """#)

  /// A reply to a question from a clock that is seven minutes ahead.
  static let threads = Exercise(
    #"""
    {"format": 1, "name": "threads",
     "devices": [{"name": "phone", "thread": "text", "policy": {"stamp": "deviceClock"}},
       {"name": "tablet", "thread": "text", "clock": {"offset": "7m"},
        "policy": {"stamp": "deviceClock"}}],
     "timeline": [
       {"id": "q", "at": "1s", "device": "tablet", "create": {"question": {"text": "Where?"}}},
       {"id": "r", "at": "9s", "device": "phone", "create": {"reply": {"text": "Here"}}}],
     "calm": {"at": "20s"},
     "expect": {"final": {"threads": {"phone": ["question", "reply"]}}}}
    """#)

  /// A clock is a year ahead. The laptop has seen its stamp, and the tablet, which has not, writes
  /// after it to the same title.
  static let wrongClock = Exercise(
    #"""
    {"format": 1, "name": "wrong-clock",
     "devices": [{"name": "laptop", "clock": {"maxOffset": "1m"}},
       {"name": "phone", "clock": {"offset": "365d", "maxOffset": "1m"}},
       {"name": "tablet", "clock": {"maxOffset": "1m"}}],
     "timeline": [
       {"id": "away", "at": "1s", "partition": ["tablet"], "traffic": "refuse", "for": "9s"},
       {"id": "far", "at": "2s", "device": "phone", "write": {"note-1": {"title": "Milk"}}},
       {"id": "eggs", "at": "5s", "device": "laptop", "write": {"note-2": {"title": "Eggs"}}},
       {"id": "jam", "at": "7s", "device": "tablet", "write": {"note-2": {"title": "Jam"}}}],
     "calm": {"at": "20s"}, "expect": {"pass": ["newest-wins"]}}
    """#)
}
