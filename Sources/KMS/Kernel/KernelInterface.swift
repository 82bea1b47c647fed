// SPDX-License-Identifier: Apache-2.0

package import Linux
package import Raster

/// The kernel's calls for one open card: `LibDRM` in the product, a scripted kernel in unit tests.
///
/// It is a generic parameter of all code that calls the kernel, and is specialised: the daemon has no dynamic
/// dispatch here. Lists are copied into values. A returned `CInt` is 0, or minus an errno. A handle may be
/// duplicated; the card stays open as long as one is left.
package protocol KernelInterface: KernelHandle, ~Copyable {
  /// The descriptor number to poll for events.
  var pollNumber: CInt { get }

  /// A second handle of the same open card, for an object that may outlive its creator.
  func duplicated() throws(SystemError) -> Self

  /// A capability's value; corresponds to `DRM_IOCTL_GET_CAP`.
  func capability(_ capability: Int32, _ value: inout UInt64) -> CInt

  /// Enables a client capability; corresponds to `DRM_IOCTL_SET_CLIENT_CAP`.
  func enable(_ capability: UInt64) -> CInt

  /// Whether this handle is DRM master; corresponds to `DRM_IOCTL_AUTH_MAGIC` with an unused magic number.
  var isMaster: Bool { get }

  /// Corresponds to `DRM_IOCTL_SET_MASTER`.
  func setMaster() -> CInt

  /// Corresponds to `DRM_IOCTL_DROP_MASTER`.
  func dropMaster() -> CInt

  /// Whether the driver has a name; corresponds to `DRM_IOCTL_VERSION`.
  func isDriver(_ name: StaticString) -> Bool

  /// The card's connectors and CRTCs; corresponds to `DRM_IOCTL_MODE_GETRESOURCES`.
  func resources() throws(KMSError) -> CardObjects

  /// A connector, from a forced probe of its display or from the kernel's cached probe.
  ///
  /// Corresponds to `DRM_IOCTL_MODE_GETCONNECTOR`.
  func connector(_ id: ConnectorID, forcesProbe: Bool) throws(KMSError) -> Connector

  /// All planes if universal planes are enabled; corresponds to `DRM_IOCTL_MODE_GETPLANERESOURCES`.
  func planes() throws(KMSError) -> [Plane]

  /// A CRTC's present configuration; corresponds to `DRM_IOCTL_MODE_GETCRTC`.
  func configuration(of crtc: CRTCID) throws(KMSError) -> CRTCConfiguration

  /// The properties of an object in the order of their names; one that it lacks has no ID.
  ///
  /// Corresponds to `DRM_IOCTL_MODE_OBJ_GETPROPERTIES` and `DRM_IOCTL_MODE_GETPROPERTY`.
  func properties(_ names: [StaticString], of object: UInt32, type: UInt32) -> [Property]

  /// Whether the driver counts vblanks; `EOPNOTSUPP` from drivers without vblanks.
  ///
  /// Corresponds to `DRM_IOCTL_CRTC_GET_SEQUENCE`.
  func sequence(of crtc: CRTCID) -> CInt

  /// Corresponds to `DRM_IOCTL_MODE_CREATEPROPBLOB`.
  func createBlob(_ bytes: RawSpan, _ id: inout UInt32) -> CInt

  /// Creates a blob of a mode.
  func createBlob(of mode: Mode, _ id: inout UInt32) -> CInt

  /// A blob's bytes; empty where there is none. Corresponds to `DRM_IOCTL_MODE_GETPROPBLOB`.
  func blob(_ id: UInt32) -> [UInt8]

  /// Corresponds to `DRM_IOCTL_MODE_CREATE_DUMB`.
  func createDumb(
    width: Int, height: Int, bitsPerPixel: Int, _ memory: inout DumbMemory
  ) -> CInt

  /// Maps a dumb buffer for writing; corresponds to `DRM_IOCTL_MODE_MAP_DUMB`.
  func map(_ memory: DumbMemory) throws(KMSError) -> Mapping

  /// Corresponds to `DRM_IOCTL_MODE_ADDFB2`.
  func addFramebuffer(
    _ memory: DumbMemory, width: Int, height: Int, _ format: PixelFormat, _ id: inout UInt32
  ) -> CInt

  /// Closes a framebuffer without switching off the display that shows it (Linux 6.8 and newer).
  ///
  /// Corresponds to `DRM_IOCTL_MODE_CLOSEFB`.
  func closeFramebuffer(_ id: FramebufferID)

  /// Corresponds to `DRM_IOCTL_MODE_ATOMIC`.
  func commit(
    _ request: borrowing AtomicRequest, _ flags: AtomicRequest.Flags, userData: UInt64
  ) -> CInt

  /// Shows another framebuffer on a plane without blocking, with an event.
  ///
  /// It is a `commit` of one or two properties, without the work of building a request.
  func flip(
    _ plane: PlaneID, _ framebuffer: PropertyChange, clips: PropertyChange?, userData: UInt64
  ) -> CInt

  /// Shows a framebuffer in a mode on some connectors, or nothing without a mode; blocks until that is done.
  ///
  /// Corresponds to `DRM_IOCTL_MODE_SETCRTC`.
  func setCRTC(
    _ crtc: CRTCID, _ framebuffer: FramebufferID, x: UInt32, y: UInt32,
    connectors: [ConnectorID], mode: Mode?
  ) -> CInt

  /// Shows another framebuffer from the next vblank on, with an event.
  ///
  /// Corresponds to `DRM_IOCTL_MODE_PAGE_FLIP`.
  func pageFlip(_ crtc: CRTCID, to framebuffer: FramebufferID, userData: UInt64) -> CInt

  /// Hides the cursor of a CRTC; corresponds to `DRM_IOCTL_MODE_CURSOR`.
  func hideCursor(on crtc: CRTCID)

  /// Makes the driver show the pixels stored into a framebuffer.
  ///
  /// `rectangles` has left, top, right and bottom of each. Corresponds to `DRM_IOCTL_MODE_DIRTYFB`.
  func flush(_ framebuffer: FramebufferID, _ rectangles: Span<Int32>) -> CInt

  /// Reads whole events, as many as fit; 0 where there are none now.
  func readEvents(into bytes: inout MutableSpan<UInt8>) throws(SystemError) -> Int
}

/// The part of the interface that owners of kernel objects need: only what their `deinit` needs in other
/// modules (compiler-workarounds.md: package-deinit).
@usableFromInline
package protocol KernelHandle: ~Copyable {
  /// Destroys an object, if the card still exists.
  func release(_ object: KernelObject)
}

/// One of the kernel's objects, by its number on a card.
@usableFromInline
package enum KernelObject {
  /// A buffer's handle; corresponds to `DRM_IOCTL_MODE_DESTROY_DUMB`.
  case dumbBuffer(UInt32)
  /// A framebuffer; a display that shows it is switched off.
  ///
  /// Corresponds to `DRM_IOCTL_MODE_RMFB`.
  case framebuffer(UInt32)
  /// A property's blob; commits that use it keep a reference. Corresponds to `DRM_IOCTL_MODE_DESTROYPROPBLOB`.
  case blob(UInt32)
}

/// A card's connectors and CRTCs.
package struct CardObjects: Sendable {
  /// All connectors, in the driver's order.
  package var connectors: [ConnectorID]
  /// All CRTCs, in the order of `CRTCMask`.
  package var crtcs: [CRTCID]

  /// The card's lists.
  package init(connectors: [ConnectorID], crtcs: [CRTCID]) {
    (self.connectors, self.crtcs) = (connectors, crtcs)
  }
}

/// A CRTC's configuration: a mode and a rectangle of a framebuffer.
package struct CRTCConfiguration: Sendable {
  /// The framebuffer that is shown; 0 for none.
  package var framebuffer: FramebufferID
  /// The framebuffer's column at the display's left edge.
  package var x: UInt32
  /// The framebuffer's row at the display's top edge.
  package var y: UInt32
  /// Nil where it is switched off.
  package var mode: Mode?

  /// A configuration of these values.
  package init(framebuffer: FramebufferID, x: UInt32 = 0, y: UInt32 = 0, mode: Mode?) {
    (self.framebuffer, self.x, self.y, self.mode) = (framebuffer, x, y, mode)
  }
}

/// A dumb buffer's memory, as the kernel describes it.
package struct DumbMemory: Sendable {
  /// The kernel's handle of it.
  package var handle: UInt32 = 0
  /// The bytes from one row to the next.
  package var strideInBytes: UInt32 = 0
  /// The size in bytes.
  package var size: UInt64 = 0

  /// No memory yet.
  package init() {}
}

/// A property and its new value.
package struct PropertyChange: Sendable {
  /// The property.
  package let id: PropertyID
  /// The value.
  package let value: UInt64
}
