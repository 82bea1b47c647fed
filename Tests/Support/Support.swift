// SPDX-License-Identifier: Apache-2.0

// Code that several test targets share.
