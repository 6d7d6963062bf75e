import ClusterCore

// What a run keeps of messages, timers and the calm.
extension Run {
  struct TimerID: Hashable {
    let device: NodeID
    let key: TimerKey
  }

  /// A message on its way.
  struct Delivery {
    let message: MessageName
    let payload: Payload
    let cause: Int
    /// Whether no other copy of it comes, so that nobody has to count.
    var isOnly = false
    /// Whether a search has it delivered beside the message itself.
    var isCopy = false
    /// What a search wants to know of it; nil in an ordinary run.
    var tag: Tag?

    /// An object, since most deliveries have none, and the queue moves them.
    final class Tag: Sendable {
      let weight: Fingerprint
      let floor: Milliseconds
      let isFirstInFirstOut: Bool

      init(weight: Fingerprint, floor: Milliseconds, isFirstInFirstOut: Bool) {
        self.weight = weight
        self.floor = floor
        self.isFirstInFirstOut = isFirstInFirstOut
      }
    }
  }

  /// By reference: it is handed on from the link to the queue and out of it as it is.
  indirect enum Payload: Hashable {
    case request(Request)
    case answer(Answer)
    case push(Push)
    case notice(TransferNotice)
  }

  typealias Attempts = [MessageName: Attempt]

  /// One try of a device to get an answer.
  struct Attempt {
    let device: NodeID
    let number: RequestNumber
    var isOpen = true
    var isAnswered = false
    /// Whether no copy of the request is to come to the cloud.
    var isLost = false
    /// Whether its time is over.
    var isDue = false
    var handled = 0
    /// How many copies there will be, where the last of them is to be answered.
    let copies: Int?
    let cause: Int
  }

  enum Item {
    case start(NodeID)
    case restart(NodeID, life: Int)
    case wake(NodeID, life: Int)
    case resume(NodeID, life: Int)
    case entry(Int)
    case partitionEnd(EntryID)
    case delivery(Delivery)
    case failure(MessageName, NetworkFailure)
    case timer(NodeID, TimerKey, TimerName, cause: Int)
    case calm
    case round
    case unlock(NodeID, EntryID)
  }

  struct CalmState {
    let limit: Instant
    var round = 0
    var beganQuiet = false
    /// How many changes the cloud had accepted when the round began.
    var changes = 0
  }

  enum Rank {
    static let start = 0
    static let entry = 1
    static let other = 2
    /// The calm waits for what else happens at its instant.
    static let calm = 3
  }
}
