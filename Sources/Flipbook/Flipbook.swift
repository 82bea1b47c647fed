// SPDX-License-Identifier: Apache-2.0

// One import for programs that draw or test a stage: the animations, their commands, and the drawing
// types. Outputs, sockets and the daemon are not part of it, as a stage does not use them.

@_exported public import Animations
@_exported public import FixedPoint
@_exported public import Motion
@_exported public import DisplayList
@_exported public import Raster
@_exported public import Stage
@_exported public import Text
@_exported public import Theme
