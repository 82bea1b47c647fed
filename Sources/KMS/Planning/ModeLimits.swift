// SPDX-License-Identifier: Apache-2.0

/// The most pixels per millisecond that connectors may send after the driver has refused a mode.
///
/// The driver lists modes for each display by itself: several together may need more bandwidth than there is.
package struct ModeLimits: Sendable {
  /// 0 in free slots: no connector has this ID.
  private var ids: [8 of UInt32] = [0, 0, 0, 0, 0, 0, 0, 0]
  private var limits = InlineArray<8, Int64>(repeating: .max)

  /// No limits.
  package init() {}

  /// The limit of a connector; the largest number without one.
  func limit(of connector: ConnectorID) -> Int64 {
    for index in ids.indices where ids[index] == connector.rawValue { return limits[index] }
    return .max
  }

  /// Limits a connector to three quarters of a refused mode's pixel rate, so that another mode is found in a
  /// few tries.
  ///
  /// Where no mode is left the limit is `otherwise`: none by default, or 0 to leave the display out.
  ///
  /// - Returns: false where no mode is left, or there are too many connectors.
  mutating func refuse(_ mode: Mode, of connector: Connector, otherwise: Int64 = .max) -> Bool {
    let limit = mode.pixelRate / 4 * 3
    let isAny = Mode.best(of: connector.modes, upTo: limit) != nil
    return self.limit(connector, to: isAny ? limit : otherwise) && isAny
  }

  /// Limits a connector; false where there are too many.
  mutating func limit(_ connector: Connector, to limit: Int64) -> Bool {
    for index in ids.indices where ids[index] == 0 || ids[index] == connector.id.rawValue {
      (ids[index], limits[index]) = (connector.id.rawValue, limit)
      return true
    }
    return false
  }
}
