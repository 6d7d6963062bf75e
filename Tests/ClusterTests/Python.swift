import Foundation

/// Programs of others, in Python, that play a device.
enum Python {
  /// Where nobody may skip (`CLUSTER_NO_SKIP`), the tests run and fail without it.
  static let isThere: Bool =
    ProcessInfo.processInfo.environment["CLUSTER_NO_SKIP"] != nil
    || ["/usr/local/bin", "/usr/bin", "/bin"].contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/python3")
    }

  static let example = Tool.root.appending(path: "Examples/python-device")
  static let device = example.appending(path: "device.py").path()
  static let scenario = example.appending(path: "two-languages.json").path()

  /// The example device with something changed before it runs.
  static func changed(_ change: String) -> String {
    """
    import os, sys, time
    sys.dont_write_bytecode = True
    sys.path.insert(0, \"\(example.path())\")
    import device
    from device import Device
    \(change)
    sys.exit(device.main())
    """
  }

  /// A program that breaks one rule, named by its first argument, and says so.
  static let rogue = """
    import json, socket, sys, time
    kind = sys.argv[1]
    print("I am " + kind, file=sys.stderr, flush=True)
    if kind == "exits":
        sys.exit(3)
    link = socket.socket(socket.AF_UNIX)
    link.connect(sys.argv[sys.argv.index("--socket") + 1])
    stream = link.makefile("rwb")
    stream.readline()
    def say(text):
        stream.write(text.encode())
        stream.flush()
    say('{"type":"ready","protocol":1}\\n')
    event = json.loads(stream.readline())
    answer = json.dumps({"type": "effects", "number": event["number"], "effects": [], "pending": 0})
    if kind == "garbage":
        say("\\x01 what?\\n")
    elif kind == "half":
        say('{"type":"eff')
    elif kind == "half-and-exit":
        say('{"type":"eff')
        sys.exit(4)
    elif kind == "too-large":
        say("x" * 1048577)
    elif kind == "unknown-type":
        say('{"type":"hello"}\\n')
    elif kind == "two-frames":
        say(answer + "\\n" + answer + "\\n")
    elif kind == "other-number":
        say(answer.replace(str(event["number"]), "77") + "\\n")
    elif kind == "foreign-intent":
        edit = {"intent": "nobody", "record": "n", "field": "t", "op": "write", "value": 1, "base": 0}
        send = {"kind": "send", "number": 1, "request": {"kind": "save", "edits": [edit]}}
        say(json.dumps({"type": "effects", "number": event["number"], "effects": [send],
                        "pending": 1}) + "\\n")
    elif kind == "dies":
        import os, signal
        os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(600)
    """

  /// A scenario of one device, which is that program.
  static func scenario(
    _ command: [String], device: String = "", more: String = ""
  ) throws -> String {
    let parts = String(decoding: try JSONSerialization.data(withJSONObject: command), as: UTF8.self)
    return """
      {"format": 1, "name": "foreign",
       "devices": [{"name": "phone", "command": \(parts)\(device)}, {"name": "tablet"}],
       "timeline": [
         {"id": "milk", "at": "1s", "device": "phone", "write": {"note-1": {"title": "Milk"}}},
         {"id": "eggs", "at": "3s", "device": "tablet", "write": {"note-1": {"title": "Eggs"}}}
       ],
       "calm": {"at": "6s"}\(more),
       "expect": {"pass": ["converged", "matches-model", "no-lost-edit", "settled"]}}
      """
  }
}
