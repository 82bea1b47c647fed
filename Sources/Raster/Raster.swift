// SPDX-License-Identifier: Apache-2.0

/// A program that draws a scene also makes it, so this module exports both modules.
@_exported public import DisplayList
