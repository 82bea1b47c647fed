// SPDX-License-Identifier: Apache-2.0

// One import for who writes or tests a stage: the animations and their commands, what they are drawn
// with. Without outputs, sockets and the daemon, which a stage does not know.

@_exported public import Animations
@_exported public import FixedPoint
@_exported public import Motion
@_exported public import Raster
