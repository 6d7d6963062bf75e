import ClusterCore
import ClusterNodes

/// What a device and its system hold between two events.
package struct DeviceHoldings: Sendable {
  /// The number on the app's icon.
  package let badge: Int
  /// The session in its vault.
  package let session: Session?
  /// What its transfer service has under way, the oldest first.
  package let tasks: [TransferTask]
  /// The app's own account of itself.
  package let account: JSONNode
}

extension Run {
  /// What a device holds now; asks its process. To be called between two events of a device
  /// that runs.
  package func holdings(of device: NodeID) throws(HostFailure) -> DeviceHoldings {
    DeviceHoldings(
      badge: badges[device] ?? 0, session: vaults[homes[device] ?? device]?.session,
      tasks: services.tasks(of: device), account: try host(of: device).inspect())
  }
}
