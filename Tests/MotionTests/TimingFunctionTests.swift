import FixedPoint
import Motion
import Testing

@Suite struct TimingFunctionTests {
  @Test(
    "The named curves pass the specification's check values",
    arguments: [
      (TimingFunction.easeOut, 0.1, 0.160572), (.easeOut, 0.25, 0.378138),
      (.easeOut, 0.5, 0.684643), (.easeOut, 0.75, 0.906535), (.easeOut, 0.9, 0.982973),
      (.easeIn, 0.25, 0.093465), (.easeIn, 0.5, 0.315357), (.easeIn, 0.75, 0.621862),
    ])
  func checkValues(function: TimingFunction, x: Double, y: Double) {
    #expect(abs(Double(function.value(at: WideFixed(nearest: x))) - y) < 5.1e-7)
  }
}
