// SPDX-License-Identifier: Apache-2.0

// Stands in for the toolchain's FoundationEssentials when Scripts/build tool builds the shipped tool.
//
// The argument parser uses two things of that module: LocalizedError, which no error of the tool's is,
// and JSONEncoder for its option --experimental-dump-help, which prints nothing here. The module itself
// takes 5 MB of the shipped program. Not used by 'swift build', nor by any test of Swift's.

/// An error that describes itself to a person.
public protocol LocalizedError: Error {
  /// What has happened.
  var errorDescription: String? { get }
}

/// Bytes; never any here.
public struct Data {}

/// Encodes nothing.
public final class JSONEncoder {
  /// How the result would look.
  public struct OutputFormatting: OptionSet, Sendable {
    /// The options' bits.
    public let rawValue: UInt

    /// Takes options as bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// In several lines.
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    /// The keys in the order of their names.
    public static let sortedKeys = OutputFormatting(rawValue: 2)
  }

  /// How the result would look.
  public var outputFormatting: OutputFormatting = []

  /// Makes an encoder.
  public init() {}

  /// Gives no bytes.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data { Data() }
}

extension String {
  /// An encoding of text.
  public struct Encoding: Sendable {
    /// The only one.
    public static let utf8 = Encoding()
  }

  /// Nil, as there are no bytes.
  public init?(data: Data, encoding: Encoding) { return nil }
}
