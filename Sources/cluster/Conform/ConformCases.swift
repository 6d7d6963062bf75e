import ClusterCore
import ClusterTransport

/// The cases, in the order in which an author will want to get them done.
enum ConformCases {
  static let all = frames + records + services

  /// What every case begins from.
  static let start: StartState = {
    var start = StartState()
    start.records = [title: .scalar("Groceries"), tags: .set(["home"])]
    return start
  }()

  fileprivate static let title = FieldPath("note-1", "title")
  fileprivate static let theme = FieldPath("note-1", "theme")
  fileprivate static let tags = FieldPath("note-1", "tags")

  fileprivate static func write(_ text: Value) -> Operation { .write([title: text]) }
}

extension Value: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self = .text(Text(text)) }
}

// Frames, and the life of a process.
extension ConformCases {
  private static let frames = [
    story("handshake", "connects, and answers init with ready", [.start()]),
    story("inspect", "answers inspect with state", [.start(), .inspect]),
    story("stop", "ends with status 0", [.start(), .leave(.stop, expects: .quietly)]),
    story(
      "hang-up", "ends when its coordinator is gone", [.start(), .leave(.hangUp, expects: .anyhow)]),
    story(
      "event-before-init", "refuses it: says so on standard error, and ends",
      [
        .connect,
        .leave(
          .line(
            #"{"type":"event","number":1,"wall":0,"continuous":0,"kind":"start","up":true}"#),
          expects: .complaining),
      ]),
    story(
      "other-protocol", "refuses an init of another version",
      [
        .connect,
        .leave(
          .line(
            #"{"type":"init","protocol":2,"device":"device","policy":"sound","rules":{},"#
              + #""seed":"1","start":[]}"#), expects: .complaining),
      ]),
    bad("no-json", "refuses a line that is no JSON", "this is no JSON"),
    bad("half-a-frame", "refuses a frame that is cut", #"{"type":"event","number":7"#),
    bad("unknown-type", "refuses a frame of another type", #"{"type":"explode"}"#),
    bad(
      "unknown-event", "refuses an event of another kind",
      #"{"type":"event","number":7,"wall":0,"continuous":0,"kind":"explode"}"#),
    bad("no-number", "refuses an event without its number", #"{"type":"event","kind":"push"}"#),
  ]

  private static func bad(_ name: String, _ claim: String, _ line: String) -> ConformCase {
    story(name, claim, [.start(), .leave(.line(line), expects: .complaining)])
  }

  private static func story(
    _ name: String, _ claim: String, _ steps: [ConformStep]
  ) -> ConformCase {
    ConformCase(group: .frames, name: name, claim: claim, steps: steps)
  }
}

// Records.
extension ConformCases {
  private static let records = making + repeats + deaths

  private static let making = [
    record("pull", "pulls at its start", [.start(), .expectSent(.pull), .serve, .expectSettled]),
    record(
      "fetched", "shows what a pull brings",
      [
        .elsewhere(title, .scalar("Eggs")), .start(), .serve,
        .expectShows(title, .scalar("Eggs")),
      ]),
    record(
      "pages", "asks for page after page", page: 1,
      [
        .elsewhere(title, .scalar("Eggs")), .elsewhere(theme, .scalar("dark")),
        .elsewhere(tags, .set(["shop"])), .start(), .serve,
        .expectShows(title, .scalar("Eggs")), .expectShows(theme, .scalar("dark")),
        .expectShows(tags, .set(["home", "shop"])),
      ]),
    record(
      "write", "shows an edit at once, sends it, and settles it with the answer",
      [
        .start(), .serve, .expectSent(.pull), .operation(write("Milk")),
        .expectShows(title, .scalar("Milk")), .expectPending(true), .expectSent(.save), .serve,
        .expectCloudHolds(title, .scalar("Milk")), .expectShows(title, .scalar("Milk")),
        .expectSettled,
      ]),
    record(
      "stamp", "stamps an edit with the clock it is given, or leaves it to the cloud",
      [.start(), .serve, .operation(write("Milk")), .expectSent(.save), .expectStampsOfItsClock]),
    record(
      "add", "adds to a set",
      [
        .start(), .serve, .operation(.add([tags: ["shop"]])),
        .expectShows(tags, .set(["home", "shop"])), .serve,
        .expectCloudHolds(tags, .set(["home", "shop"])), .expectSettled,
      ]),
    record(
      "remove", "takes out of a set what it has seen there",
      [
        .start(), .serve, .operation(.remove([tags: ["home"]])), .expectShows(tags, .set([])),
        .serve, .expectCloudHolds(tags, .set([])), .expectSettled,
      ]),
    record(
      "loses", "shows what its edit lost to",
      [
        .start(), .serve, .operation(write("Milk")), .elsewhere(title, .scalar("Newer")), .serve,
        .operation(.sync), .serve, .expectShows(title, .scalar("Newer")), .expectSettled,
      ]),
    record(
      "sync", "pulls on sync",
      [
        .start(), .serve, .expectSent(.pull), .elsewhere(title, .scalar("Eggs")),
        .operation(.sync), .expectSent(.pull), .serve, .expectShows(title, .scalar("Eggs")),
      ]),
    record(
      "push", "pulls on a push",
      [
        .start(), .serve, .expectSent(.pull), .elsewhere(title, .scalar("Eggs")), changed,
        .expectSent(.pull), .serve, .expectShows(title, .scalar("Eggs")),
      ]),
    record(
      "offline", "keeps an edit while the link is down, and sends it when it is up",
      [
        .start(isLinkUp: false), .expectNothingSent, .operation(write("Milk")),
        .expectNothingSent, .expectShows(title, .scalar("Milk")), .expectPending(true),
        .link(isUp: true), .expectSent(.save), .serve, .expectCloudHolds(title, .scalar("Milk")),
        .expectSettled,
      ]),
  ]

  private static let repeats = [
    record(
      "again", "sends an edit again whose request was lost",
      [
        .start(), .serve, .operation(write("Milk")), .expectSent(.save), .fail(.timeout),
        .expectPending(true), .fireTimers, .expectSent(.save), .serve,
        .expectCloudHolds(title, .scalar("Milk")), .expectSettled,
      ]),
    record(
      "lost-answer", "sends an edit again whose answer was lost, the same edit",
      [
        .start(), .serve, .operation(write("Milk")), .expectSent(.save), .loseAnswers,
        .elsewhere(title, .scalar("Newer")), .fireTimers, .expectSent(.save), .serve,
        .expectCloudHolds(title, .scalar("Newer")), .operation(.sync), .serve,
        .expectShows(title, .scalar("Newer")), .expectSettled,
      ]),
    record(
      "late-answer", "passes over an answer to an attempt that is over",
      [
        .start(), .serve, .operation(write("Milk")), .loseAnswers, .repeatAnswer, .fireTimers,
        .serve, .operation(.sync), .serve, .expectCloudHolds(title, .scalar("Milk")),
        .expectShows(title, .scalar("Milk")), .expectSettled,
      ]),
    record(
      "repeated-answer", "passes over an answer that comes twice",
      [
        .start(), .serve, .operation(write("Milk")), .serve, .repeatAnswer, .repeatAnswer, .serve,
        .expectShows(title, .scalar("Milk")), .expectSettled,
      ]),
    record(
      "repeated-push", "takes the same push twice",
      [
        .start(), .serve, .elsewhere(title, .scalar("Eggs")), changed, changed, .serve,
        .expectShows(title, .scalar("Eggs")), .expectSettled,
      ]),
    record(
      "pull-again", "pulls again where a pull was lost",
      [
        .start(), .expectSent(.pull), .elsewhere(title, .scalar("Eggs")), .fail(.timeout),
        .fireTimers, .expectSent(.pull), .serve, .expectShows(title, .scalar("Eggs")),
      ]),
    record(
      "alike", "answers alike when all is alike", isToldTwice: true,
      [
        .start(), .serve, .operation(write("Milk")), .fail(.timeout), .fireTimers, .loseAnswers,
        .operation(.add([tags: ["shop", "today"]])), .fireTimers, .serve, .kill, .start(), .serve,
        .inspect,
      ]),
  ]

  private static let deaths = [
    record(
      "kill", "starts again, and shows what it showed",
      [
        .start(), .serve, .elsewhere(theme, .scalar("dark")), changed, .serve, .kill, .start(),
        .expectShows(theme, .scalar("dark")), .serve, .expectSettled,
      ]),
    record(
      "kill-unsent", "still has an edit it could not send",
      [
        .start(isLinkUp: false), .operation(write("Milk")), .kill, .start(isLinkUp: false),
        .expectShows(title, .scalar("Milk")), .expectPending(true), .link(isUp: true), .serve,
        .expectCloudHolds(title, .scalar("Milk")), .expectSettled,
      ]),
    record(
      "kill-unanswered", "sends an edit again whose answer it did not live to see",
      [
        .start(), .serve, .operation(write("Milk")), .kill, .start(), .serve,
        .expectCloudHolds(title, .scalar("Milk")), .expectShows(title, .scalar("Milk")),
        .expectSettled,
      ]),
    record(
      "kill-within", "starts again after a kill in the middle of an event",
      [
        .start(), .serve, .killDuring(write("Milk")), .start(), .serve, .operation(write("Eggs")),
        .serve, .expectCloudHolds(title, .scalar("Eggs")), .expectSettled,
      ]),
  ]

  private static let changed = ConformStep.event(
    #"{"kind":"push","push":{"kind":"changed","intent":"elsewhere"}}"#)

  private static func record(
    _ name: String, _ claim: String, page: Int = 100, isToldTwice: Bool = false,
    _ steps: [ConformStep]
  ) -> ConformCase {
    ConformCase(
      group: .records, name: name, claim: claim, page: page, isToldTwice: isToldTwice,
      steps: steps)
  }
}

// What not every device does.
extension ConformCases {
  private static let services =
    [
      operation("create", #""create":{"note-2":{"title":"Garden"}}"#),
      operation("increment", #""increment":{"note-1":{"count":2}}"#),
      operation("resolve", #""resolve":{"note-1":{"title":"Milk"}}"#),
      operation("order", #""order":"book""#), operation("search", #""search":"zo""#),
      operation("register", #""register":"p""#), operation("open", #""open":true"#),
      operation("markRead", #""markRead":["i1"]"#), operation("call", #""call":"feed""#),
      operation("signIn", #""signIn":"u1""#), operation("signOut", #""signOut":true"#),
      operation("download", #""download":["a.zip"]"#),
      operation("upload", #""upload":{"b.jpg":{"size":10}}"#),
      operation("cancelTransfer", #""cancelTransfer":"a.zip""#),
    ] + [
      service(
        "notice", "takes a push that the user sees",
        #"{"kind":"push","push":{"kind":"notice","id":"i1","item":"i1","badge":3}}"#),
      service(
        "transferNotice", "is told of a transfer",
        #"{"kind":"transferNotice","notice":{"kind":"tasks","tasks":[]}}"#),
      service("stray-timer", "takes a timer it did not set", #"{"kind":"timer","timer":"stray"}"#),
      service(
        "stray-failure", "takes the end of an attempt it did not make",
        #"{"kind":"failure","request":999,"failure":"timeout"}"#),
      service(
        "refused", "takes a refusal of what it did not ask",
        #"{"kind":"answer","request":999,"answer":{"kind":"refused","#
          + #""error":"serviceUnavailable","status":503,"certainlyNotApplied":false}}"#),
    ]

  private static func operation(_ name: String, _ member: String) -> ConformCase {
    service(
      name, "takes this operation, whatever it makes of it",
      #"{"kind":"operation","intent":"s1",\#(member)}"#)
  }

  private static func service(_ name: String, _ claim: String, _ event: String) -> ConformCase {
    ConformCase(
      group: .services, name: name, claim: claim,
      steps: [.start(), .serve, .settle, .event(event), .serve])
  }
}
