import FixedPoint
import Motion
import Testing

@Suite struct SpringTests {
  private let spring = Spring(
    at: .zero, position: 0, target: 1, duration: .milliseconds(500))

  @Test(
    "A spring passes the specification's check values",
    arguments: [
      (50, 0.236069), (100, 0.550908), (200, 0.883191), (300, 0.974322), (500, 0.999000),
    ])
  func checkValues(milliseconds: Int, position: Double) {
    #expect(abs(Double(spring.position(at: .milliseconds(milliseconds))) - position) < 5.1e-7)
  }

  @Test(
    "A spring with a new target in mid-flight passes the specification's check values",
    arguments: [(150, 0.586717), (200, 0.470010), (300, 0.311928)])
  func checkValuesOfRetarget(milliseconds: Int, position: Double) {
    var spring = spring
    spring.retarget(to: WideFixed(1, over: 4), at: .milliseconds(100))
    #expect(abs(Double(spring.position(at: .milliseconds(milliseconds))) - position) < 5.1e-7)
  }
}
