import ClusterCore

/// A value for some of a run's devices.
///
/// A run has a few devices and looks at them at every step: to compare names one after the other
/// takes less than to hash one.
struct DeviceTable<Value> {
  private var devices: [NodeID] = []
  private(set) var values: [Value] = []

  init() {}

  init(_ pairs: some Sequence<(NodeID, Value)>) {
    for (device, value) in pairs { self[device] = value }
  }

  private func place(of device: NodeID) -> Int? {
    for place in devices.indices where devices[place] == device { return place }
    return nil
  }

  subscript(device: NodeID) -> Value? {
    get { place(of: device).map { values[$0] } }
    set {
      switch (place(of: device), newValue) {
      case (let place?, let value?): values[place] = value
      case (let place?, nil):
        devices.remove(at: place)
        values.remove(at: place)
      case (nil, let value?):
        devices.append(device)
        values.append(value)
      case (nil, nil): break
      }
    }
  }

  /// In the order in which they came.
  var pairs: Zip2Sequence<[NodeID], [Value]> { zip(devices, values) }

  /// What stands here of one device.
  func only(_ device: NodeID) -> DeviceTable {
    DeviceTable(pairs.filter { $0.0 == device })
  }

  /// Takes in the values of other devices.
  mutating func merge(_ other: DeviceTable) {
    for (device, value) in other.pairs where place(of: device) == nil { self[device] = value }
  }
}
