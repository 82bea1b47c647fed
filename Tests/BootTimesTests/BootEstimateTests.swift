// SPDX-License-Identifier: Apache-2.0

import BootTimes
import Testing

/// A memory of boots with the units a, b, c, … at these times.
func memory(_ boots: [(units: [Int], total: Int)]) throws -> BootMemory {
  var memory = BootMemory()
  for boot in boots { memory.add(try recorded(boot.units, boot.total)) }
  return memory
}

/// A recorded boot with the units a, b, c, … at these times; a negative time leaves one out.
func recorded(_ units: [Int], _ total: Int) throws -> RecordedBoot {
  var text = "flipbook-boot 1 4000\n"
  for (index, time) in units.enumerated() where time >= 0 { text += "\(time) \(name(index))\n" }
  return try RecordedBoot(Array((text + "\(total)\n").utf8).span)
}

/// The name of a unit, from a to z, and from a1 on.
func name(_ index: Int) -> String {
  let letter = String(UnicodeScalar(UInt8(ascii: "a") + UInt8(index % 26)))
  return letter + (index < 26 ? "" : "\(index / 26)") + ".service"
}

extension BootEstimate {
  /// Records a unit by its number.
  mutating func record(_ index: Int, at elapsed: Int64) {
    record(Array(name(index).utf8).span, at: elapsed)
  }
}

@Suite struct BootEstimateTests {
  @Test func `without remembered boots nothing is estimated`() {
    #expect(BootEstimate(BootMemory()) == nil)
  }

  @Test func `a boot like the earlier ones has the elapsed part of their time`() throws {
    let boots = Array(repeating: (units: [1000, 4000, 8000], total: 10_000), count: 8)
    var estimate = try #require(BootEstimate(try memory(boots)))
    for time in stride(from: Int64(0), to: 9800, by: 100) {
      for (index, unit) in [1000, 4000, 8000].enumerated() where time == Int64(unit) {
        estimate.record(index, at: time)
      }
      #expect(estimate.percentage(at: time) == Int(time))
    }
  }

  @Test func `the total is the median of eight boots`() throws {
    let totals = [3000, 60_000, 10_000, 10_100, 9900, 10_000, 10_200, 9800]
    var estimate = try #require(BootEstimate(try memory(totals.map { ([], $0) })))
    #expect(estimate.percentage(at: 5000) == 5000)
  }

  @Test func `units that are late in the same way move the end`() throws {
    let boots = Array(repeating: (units: [1000, 1100, 1200, 8000], total: 10_000), count: 3)
    var estimate = try #require(BootEstimate(try memory(boots)))
    // A disk check has taken five seconds: the rest takes as long as ever.
    for index in 0...2 { estimate.record(index, at: 6000 + 100 * Int64(index)) }
    #expect(estimate.percentage(at: 7500) == 5000)
  }

  @Test func `one unit that comes early changes nothing`() throws {
    let boots = Array(
      repeating: (units: [1000, 2000, 3000, 9000], total: 10_000), count: 3)
    var estimate = try #require(BootEstimate(try memory(boots)))
    for (index, time) in [(0, 1000), (1, 2000), (3, 2500), (2, 3000)] {
      estimate.record(index, at: Int64(time))
    }
    #expect(estimate.percentage(at: 4000) == 4000)
  }

  @Test func `it slows down while the next unit is late, and never passes 99`() throws {
    let boots = Array(repeating: (units: [1000, 2000], total: 10_000), count: 8)
    var estimate = try #require(BootEstimate(try memory(boots)))
    estimate.record(0, at: 1000)
    // After the second unit 8 s are left: without it, the elapsed part of its time and 8 s.
    #expect(estimate.percentage(at: 8000) == 5000)
    #expect(estimate.percentage(at: 72_000) == 9000)
    #expect(estimate.percentage(at: 1 << 60) == 9900)
    #expect(estimate.time(ofNext: 50, after: 1 << 40) == nil)
  }

  @Test func `a unit that is gone for good is passed over`() throws {
    let boots = Array(
      repeating: (units: [1000, 2000, 3000, 4000], total: 10_000), count: 8)
    var estimate = try #require(BootEstimate(try memory(boots)))
    for (index, time) in [(0, 1000), (2, 3000), (3, 4000)] {
      estimate.record(index, at: Int64(time))
    }
    #expect(estimate.percentage(at: 9000) == 9000)
  }

  @Test func `a unit that seldom comes predicts nothing`() throws {
    var boots = Array(repeating: (units: [1000, -1], total: 10_000), count: 5)
    boots += Array(repeating: (units: [1000, 9000], total: 10_000), count: 3)
    var estimate = try #require(BootEstimate(try memory(boots)))
    estimate.record(1, at: 100)
    #expect(estimate.percentage(at: 1000) == 1000)
  }

  @Test func `it never falls, whatever comes`() throws {
    var random = SplitMix(state: 1)
    for _ in 0..<200 {
      let count = Int(random.next() % 60)
      let boots = (0...random.next() % 8).map { _ in
        let total = Int(random.next() % 100_000) + 1
        return (units: (0..<count).map { _ in Int(random.next()) % total }, total: total)
      }
      var estimate = try #require(BootEstimate(try memory(boots)))
      var (time, last): (Int64, Int) = (0, 0)
      for _ in 0..<300 {
        if random.next() % 4 == 0 { estimate.record(Int(random.next() % 60), at: time) }
        if let next = estimate.time(ofNext: 50, after: time) { #expect(next > time) }
        let percentage = estimate.percentage(at: time)
        #expect(last...9900 ~= percentage)
        last = percentage
        time += Int64(random.next() % 2000)
      }
    }
  }

  @Test func `the next step is at the time that is named`() throws {
    let boots = Array(repeating: (units: [1000, 5000], total: 10_000), count: 8)
    var estimate = try #require(BootEstimate(try memory(boots)))
    var (time, steps): (Int64, Int) = (0, 0)
    var last = estimate.percentage(at: 0)
    while let next = estimate.time(ofNext: 50, after: time), steps < 300 {
      #expect(estimate.percentage(at: next - 1) < last + 50)
      let percentage = estimate.percentage(at: next)
      #expect(percentage >= last + 50)
      (time, last, steps) = (next, percentage, steps + 1)
    }
    #expect(last == 9900)
  }

  @Test func `noisy boots are estimated to eight points from the second one on`() throws {
    for seed in UInt64(1)...20 {
      var boots = NoisyBoots(seed: seed, unitCount: 70)
      var memory = BootMemory()
      for number in 0..<10 {
        let boot = boots.next()
        if var estimate = BootEstimate(memory) {
          var (error, samples) = (0, 0)
          var coming = boot.units.enumerated().sorted { $0.element < $1.element }[...]
          for time in stride(from: 0, to: boot.total, by: 50) {
            while let unit = coming.first, unit.element <= time {
              estimate.record(unit.offset, at: Int64(unit.element))
              coming.removeFirst()
            }
            let percentage = estimate.percentage(at: Int64(time))
            error += abs(percentage - 10_000 * time / boot.total)
            samples += 1
          }
          #expect(error / samples < 1200, "seed \(seed), boot \(number)")
          boots.errors.append(error / samples)
        }
        memory.add(try recorded(boot.units, boot.total))
        // The kept units fit the file.
        #expect(memory.bytes.count <= 4096)
        memory = try BootMemory(memory.bytes.span)
      }
      #expect(boots.errors.reduce(0, +) / boots.errors.count < 800, "seed \(seed)")
    }
  }
}

/// Boots with the same units, each of another duration, with some that run beside the others.
struct NoisyBoots {
  private var random: SplitMix
  private let gaps: [(own: Int, beside: Int)]
  var errors: [Int] = []

  init(seed: UInt64, unitCount: Int) {
    var random = SplitMix(state: seed)
    gaps = (0..<unitCount).map { _ in
      let beside = random.next() % 5 < 2 ? Int(random.next() % 900) : 0
      return (Int(random.next() % 260), beside)
    }
    self.random = random
  }

  /// From 60 to 160 %, most often about 100 %.
  private mutating func noise() -> Int {
    60 + Int(random.next() % 34) + Int(random.next() % 34) + Int(random.next() % 34)
  }

  mutating func next() -> (units: [Int], total: Int) {
    let speed = 85 + Int(random.next() % 31)
    let slow = random.next() % 7 == 0 ? Int(random.next() % UInt64(gaps.count)) : -1
    var (time, units): (Int, [Int]) = (0, [])
    for (index, gap) in gaps.enumerated() {
      time += gap.own * noise() / 100 * speed / 100 + (index == slow ? 3000 : 0)
      units.append(time + gap.beside * noise() / 100)
    }
    return (units, units.reduce(time, max) + 800 * noise() / 100)
  }
}

/// Random numbers that are the same in each run (Steele, Lea and Flood, 2014).
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return (value ^ value >> 31) >> 1
  }
}
