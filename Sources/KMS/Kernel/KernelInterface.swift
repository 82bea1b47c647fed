// SPDX-License-Identifier: Apache-2.0

package import Linux
package import Raster

/// What KMS asks of the kernel about one open card: `LibDRM` in the product, a scripted kernel in unit tests.
///
/// A generic parameter of everything that calls the kernel, specialised where it is used: in the daemon
/// nothing is looked up at run time. Lists are copied into values. A `CInt` that is returned is 0, or minus
/// an errno. A handle may be duplicated; the card stays open as long as one is left.
package protocol KernelInterface: KernelHandle, ~Copyable {
  /// What can be polled for events.
  var pollNumber: CInt { get }

  /// A second handle of the same open card, for an object that may outlive its maker.
  func duplicated() throws(SystemError) -> Self

  /// A capability's value; corresponds to `DRM_IOCTL_GET_CAP`.
  func capability(_ capability: Int32, _ value: inout UInt64) -> CInt

  /// Enables what a client has to ask for; corresponds to `DRM_IOCTL_SET_CLIENT_CAP`.
  func enable(_ capability: UInt64) -> CInt

  /// Whether this handle is DRM master; corresponds to `DRM_IOCTL_AUTH_MAGIC` with a number that is nobody's.
  var isMaster: Bool { get }

  /// Corresponds to `DRM_IOCTL_SET_MASTER`.
  func setMaster() -> CInt

  /// Corresponds to `DRM_IOCTL_DROP_MASTER`.
  func dropMaster() -> CInt

  /// Whether the driver has a name; corresponds to `DRM_IOCTL_VERSION`.
  func isDriver(_ name: StaticString) -> Bool

  /// The card's connectors and CRTCs; corresponds to `DRM_IOCTL_MODE_GETRESOURCES`.
  func resources() throws(KMSError) -> CardObjects

  /// A connector, with a forced probe of its display or from the kernel's last one.
  ///
  /// Corresponds to `DRM_IOCTL_MODE_GETCONNECTOR`.
  func connector(_ id: ConnectorID, forcesProbe: Bool) throws(KMSError) -> Connector

  /// All planes, where universal planes are enabled; corresponds to `DRM_IOCTL_MODE_GETPLANERESOURCES`.
  func planes() throws(KMSError) -> [Plane]

  /// What a CRTC shows now; corresponds to `DRM_IOCTL_MODE_GETCRTC`.
  func configuration(of crtc: CRTCID) throws(KMSError) -> CRTCConfiguration

  /// An object's properties by a comma-separated list of names, in that order; without an id where there is none.
  ///
  /// Corresponds to `DRM_IOCTL_MODE_OBJ_GETPROPERTIES` and `DRM_IOCTL_MODE_GETPROPERTY`.
  func properties(_ names: StaticString, of object: UInt32, type: UInt32) -> [Property]

  /// Whether the driver counts vblanks: those without any say `EOPNOTSUPP`.
  ///
  /// Corresponds to `DRM_IOCTL_CRTC_GET_SEQUENCE`.
  func sequence(of crtc: CRTCID) -> CInt

  /// Corresponds to `DRM_IOCTL_MODE_CREATEPROPBLOB`.
  func createBlob(_ bytes: RawSpan, _ id: inout UInt32) -> CInt

  /// A blob that holds a mode.
  func createBlob(of mode: Mode, _ id: inout UInt32) -> CInt

  /// A blob's bytes; empty where there is none. Corresponds to `DRM_IOCTL_MODE_GETPROPBLOB`.
  func blob(_ id: UInt32) -> [UInt8]

  /// Corresponds to `DRM_IOCTL_MODE_CREATE_DUMB`.
  func createDumb(
    width: Int, height: Int, bitsPerPixel: Int, _ memory: inout DumbMemory
  ) -> CInt

  /// Maps a dumb buffer, to be written; corresponds to `DRM_IOCTL_MODE_MAP_DUMB`.
  func map(_ memory: DumbMemory) throws(KMSError) -> Mapping

  /// Corresponds to `DRM_IOCTL_MODE_ADDFB2`.
  func addFramebuffer(
    _ memory: DumbMemory, width: Int, height: Int, _ format: PixelFormat, _ id: inout UInt32
  ) -> CInt

  /// Gives a framebuffer up without darkening the display that shows it (Linux 6.8 and newer).
  ///
  /// Corresponds to `DRM_IOCTL_MODE_CLOSEFB`.
  func closeFramebuffer(_ id: FramebufferID)

  /// Corresponds to `DRM_IOCTL_MODE_ATOMIC`.
  func commit(
    _ request: borrowing AtomicRequest, _ flags: AtomicRequest.Flags, userData: UInt64
  ) -> CInt

  /// Shows another framebuffer on a plane without waiting, and reports that with an event.
  ///
  /// As a `commit` of one or both, without the work of putting a request together.
  func flip(
    _ plane: PlaneID, _ framebuffer: PropertyChange, clips: PropertyChange?, userData: UInt64
  ) -> CInt

  /// Shows a framebuffer in a mode on some connectors, or without a mode nothing; waits until it is done.
  ///
  /// Corresponds to `DRM_IOCTL_MODE_SETCRTC`.
  func setCRTC(
    _ crtc: CRTCID, _ framebuffer: FramebufferID, x: UInt32, y: UInt32,
    connectors: [ConnectorID], mode: Mode?
  ) -> CInt

  /// Shows another framebuffer from the next vblank on, and reports it with an event.
  ///
  /// Corresponds to `DRM_IOCTL_MODE_PAGE_FLIP`.
  func pageFlip(_ crtc: CRTCID, to framebuffer: FramebufferID, userData: UInt64) -> CInt

  /// Takes the cursor off a CRTC; corresponds to `DRM_IOCTL_MODE_CURSOR`.
  func hideCursor(on crtc: CRTCID)

  /// Has the driver show what was stored into a framebuffer.
  ///
  /// `rectangles` has left, top, right and bottom of each. Corresponds to `DRM_IOCTL_MODE_DIRTYFB`.
  func flush(_ framebuffer: FramebufferID, _ rectangles: Span<Int32>) -> CInt

  /// Reads whole events, as many as fit; 0 where there are none now.
  func readEvents(into bytes: inout MutableSpan<UInt8>) throws(SystemError) -> Int
}

/// What owners of the kernel's objects ask of it, as little as their `deinit` needs in other modules
/// (compiler-workarounds.md: package-deinit).
@usableFromInline
package protocol KernelHandle: ~Copyable {
  /// Gives an object up, where the card is still there.
  func release(_ object: KernelObject)
}

/// One of the kernel's objects, by its number on a card.
@usableFromInline
package enum KernelObject {
  /// A buffer's handle; corresponds to `DRM_IOCTL_MODE_DESTROY_DUMB`.
  case dumbBuffer(UInt32)
  /// A framebuffer: a display that shows it goes dark. Corresponds to `DRM_IOCTL_MODE_RMFB`.
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

  /// Puts the lists together.
  package init(connectors: [ConnectorID], crtcs: [CRTCID]) {
    (self.connectors, self.crtcs) = (connectors, crtcs)
  }
}

/// A CRTC's configuration: a mode and a rectangle of a framebuffer.
package struct CRTCConfiguration: Sendable {
  /// What is shown; 0 for nothing.
  package var framebuffer: FramebufferID
  /// The column of the framebuffer that is shown at the left.
  package var x: UInt32
  /// The row of the framebuffer that is shown at the top.
  package var y: UInt32
  /// Nil where it is switched off.
  package var mode: Mode?

  /// Puts a configuration together.
  package init(framebuffer: FramebufferID, x: UInt32 = 0, y: UInt32 = 0, mode: Mode?) {
    (self.framebuffer, self.x, self.y, self.mode) = (framebuffer, x, y, mode)
  }
}

/// A dumb buffer's memory, as the kernel describes it.
package struct DumbMemory: Sendable {
  /// The kernel's number of it.
  package var handle: UInt32 = 0
  /// The bytes from one row to the next.
  package var strideInBytes: UInt32 = 0
  /// The bytes of all of it.
  package var size: UInt64 = 0

  /// Nothing yet.
  package init() {}
}

/// A value that a property is to have.
package struct PropertyChange: Sendable {
  /// Whose value it is.
  package let id: PropertyID
  /// The value.
  package let value: UInt64
}
