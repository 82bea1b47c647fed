// SPDX-License-Identifier: Apache-2.0

import Daemon
import Presentation
import OutputConfiguration
import KMS
import Scanout
import Linux
import Text

extension Options {
  /// Reads `memory:…` or `fb:…`, which select an output, or `NAME:…`, which configures one.
  mutating func readOutput(
    _ option: ValueOption, _ value: Span<UInt8>
  ) throws(OptionError) {
    if value.count >= 7, value.extracting(first: 7).isEqual(to: "memory:") {
      if add(try Value.output(option, value)) { return }
      throw OptionError(option, value, "there are at most 8")
    }
    if value.count >= 4, value.extracting(first: 3).isEqual(to: "fb:") {
      outputs.framebuffer = try Value.path(option, value.extracting(3..<value.count))
      return
    }
    if value.firstPosition(of: UInt8(ascii: ":"), from: 0) == value.count {
      throw OptionError(
        option, value,
        "neither memory:WIDTHxHEIGHT, fb:PATH nor settings such as HDMI-A-1:scale=1.5")
    }
    do throws(OutputRuleError) {
      try OutputRuleReader.add(value, to: &outputs.rules, from: .program)
    } catch {
      throw OptionError(option, value, error)
    }
  }

  /// `--scale` applies to all outputs without a rule of their own.
  mutating func readScale(_ option: ValueOption, _ value: Span<UInt8>) throws(OptionError) {
    var rule = OutputRule()
    rule.scale = value.isEqual(to: "auto") ? nil : try Value.scale(option, value)
    rule.said = .scale
    try addForAll(rule, option, value)
  }

  /// `--rotate` applies like `--scale`.
  mutating func readRotation(_ option: ValueOption, _ value: Span<UInt8>) throws(OptionError) {
    var rule = OutputRule()
    rule.rotation = value.isEqual(to: "auto") ? nil : try Value.rotation(option, value)
    rule.said = .rotation
    try addForAll(rule, option, value)
  }

  private mutating func addForAll(
    _ rule: OutputRule, _ option: ValueOption, _ value: Span<UInt8>
  ) throws(OptionError) {
    if outputs.rules.add(rule, for: nil, from: .program) { return }
    throw OptionError(option, value, "there are too many settings of outputs; 32 are possible")
  }

  /// Adds the output rules of the kernel's command line; invalid ones are logged and ignored.
  ///
  /// With memory outputs only the file of `--kernel-command-line` is read.
  mutating func readKernelCommandLine() {
    if memoryCount > 0, kernelCommandLine == nil { return }
    do throws(SystemError) {
      let line = try KernelCommandLine(
        readingFrom: kernelCommandLine ?? Path("/proc/cmdline"))
      var position = 0
      while let word = line.nextWord(from: &position) {
        if line.bytes(word.name).isEqual(to: "flipbook.theme"), let value = word.value {
          theme.kernelName = try? Path(line.bytes(value))
          continue
        }
        if line.bytes(word.name).isEqual(to: "locale.LANG"), let value = word.value {
          if theme.locale == nil { theme.locale = try? Path(line.bytes(value)) }
          continue
        }
        do throws(OutputRuleError) {
          try KernelOutputWords.add(word, of: line, to: &outputs.rules)
        } catch {
          log(ignored: word, in: line, error)
        }
      }
    } catch {
      var text = InlineText<256>()
      text.append("the kernel's command line cannot be read, ignoring it: ")
      text.append(error.reason)
      Log.write(text.bytes)
    }
  }

  private func log(
    ignored word: KernelCommandLine.Word, in line: borrowing KernelCommandLine,
    _ error: OutputRuleError
  ) {
    guard let value = word.value else { return }
    var text = LongText()
    text.append("on the kernel's command line, ignoring it: flipbook.output=")
    text.append(quoting: line.bytes(value))
    text.append(error, in: line.bytes(value))
    Log.write(text.bytes)
  }
}

extension LongText {
  /// Adds the error of a rule, and the wrong part of its text unless that is the whole text.
  fileprivate mutating func append(_ error: OutputRuleError, in text: Span<UInt8>) {
    append(": ")
    if error.place.count < text.count {
      append(quoting: text.extracting(error.place))
      append(": ")
    }
    append(error.problem)
  }
}

extension OptionError {
  /// An output rule with an impossible setting.
  init(_ option: ValueOption, _ value: Span<UInt8>, _ error: OutputRuleError) {
    line.append(option.word)
    line.append(" ")
    line.append(quoting: value)
    line.append(error, in: value)
  }
}
