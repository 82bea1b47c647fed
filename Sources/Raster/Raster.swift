// SPDX-License-Identifier: Apache-2.0

/// Who draws a scene makes one, too: whoever imports this module sees both.
@_exported public import DisplayList
