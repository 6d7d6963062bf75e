import ClusterCore
import ClusterReport
import ClusterTransport

/// One thing that a device has to do, as a little story with what is expected along it.
struct ConformCase: Sendable {
  enum Group: String, CaseIterable, Sendable {
    /// Every device has to do these.
    case frames = "frames"
    /// What a device that syncs records has to do.
    case records = "records"
    /// What is handed to every device, and what it makes of it is its own affair.
    case services = "services"
  }

  let group: Group
  let name: String
  /// What the device does if the case is done, in words that follow its name.
  let claim: String
  /// Changes in one page of the cloud's feed.
  var page = 100
  /// Whether the story is told twice, and has to go alike.
  var isToldTwice = false
  let steps: [ConformStep]
}

/// One step of a case: something happens, or something is expected.
enum ConformStep: Sendable {
  /// The process starts on its store and is handed `start`.
  case start(isLinkUp: Bool = true)
  /// The process starts and is not told who it is.
  case connect
  /// The user acts, under an intent of its own.
  case operation(Operation)
  case link(isUp: Bool)
  /// Any event, as it stands in a frame: `{"kind":"push",…}`.
  case event(String)
  /// The cloud answers every open request, and what comes of that, until none is open.
  case serve
  /// Every request that is open reaches the cloud, and its answer is lost.
  case loseAnswers
  /// Every request that is open ends without an answer.
  case fail(NetworkFailure)
  /// The last answer of the cloud comes once more, to an attempt that is over.
  case repeatAnswer
  /// Every timer that is set fires, the earliest first.
  case fireTimers
  /// Another device changes a field at the cloud.
  case elsewhere(FieldPath, FieldValue)
  /// SIGKILL between two events.
  case kill
  /// The user acts, and the process is killed after its first effect.
  case killDuring(Operation)
  /// The last thing the device is handed; it has to end, and how is expected.
  case leave(Farewell, expects: Leaving)
  case inspect

  case expectShows(FieldPath, FieldValue)
  case expectCloudHolds(FieldPath, FieldValue)
  /// Of all steps since the last such expectation, one sent a request of this kind.
  case expectSent(MessageKind)
  case expectNothingSent
  /// What came until here is not counted.
  case settle
  /// Whether it counts an operation as not settled.
  case expectPending(Bool)
  /// The edits of the last save carry the wall clock's reading, or no stamp.
  case expectStampsOfItsClock
  /// No request is open and no operation pending.
  case expectSettled

  enum Leaving: Sendable {
    /// With status 0.
    case quietly
    /// By itself, not with 0 and not by a signal, with a word on standard error.
    case complaining
    /// By itself.
    case anyhow
  }
}

/// What came of one case.
struct ConformResult: Sendable {
  let story: ConformCase
  let verdict: ConformVerdict
  /// What it does, does not do, or which rule it broke.
  let explanation: String
}
