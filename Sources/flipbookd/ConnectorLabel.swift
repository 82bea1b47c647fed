import Control
import KMS

extension Connector {
  /// What the kernel and people call it, such as `HDMI-A-1`.
  var label: InlineText<32> {
    var label = InlineText<32>()
    label.append(kind.name)
    label.append("-")
    label.append(Int(number))
    return label
  }
}
