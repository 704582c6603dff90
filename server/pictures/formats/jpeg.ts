import type { Stripped } from './stripped.ts'

const [END, SCAN, TEMPORARY] = [0xd9, 0xda, 0x01]
/** Frames of pixels that browsers show: baseline, extended and progressive. */
const FRAME = /^c[012]$/
/** Lossless, arithmetic and hierarchical ones. */
const OTHER_FRAME = /^(c[356789abcdef]|d[ef])$/
/** The bytes that say how the colours of an Adobe program are to be read. */
const ADOBE = 12
/** Frames, tables and intervals: without them there are no pixels. */
const NEEDED = /^(c[0124]|d[bd])$/

export const isJpeg = (bytes: Buffer): boolean => bytes.length > 3 && bytes.readUIntBE(0, 3) === 0xffd8ff

/**
 * A JPEG without all that does not change how it looks. Colour profile and orientation stay, since they do. Source: ITU-T
 * T.81, JFIF 1.02.
 */
export function strippedJpeg(bytes: Buffer): Stripped {
  const first: Buffer[] = [bytes.subarray(0, 2)]
  const parts: Buffer[] = []
  let orientation = 1
  let size = null
  let hasPixels = false
  for (let at = 2; at + 2 <= bytes.length;) {
    if (bytes[at] !== 0xff) return 'damaged'
    const marker = bytes[at + 1]
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === END) {
      if (!size || !hasPixels) return 'damaged'
      const turned = orientation > 4 ? { width: size.height, height: size.width } : size
      const exif = orientation > 1 ? [exifOf(orientation)] : []
      const all = [...first, ...exif, ...parts, bytes.subarray(at, at + 2)]
      return { bytes: Buffer.concat(all), ...turned }
    }
    if (marker < 0xc0 ? marker !== TEMPORARY : marker >= 0xd0 && marker <= 0xd8) return 'damaged'
    if (marker === TEMPORARY || at + 4 > bytes.length) return 'damaged'
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end < at + 4 || end > bytes.length) return 'damaged'
    const segment = bytes.subarray(at, end)
    const content = bytes.subarray(at + 4, end)
    const kind = marker.toString(16)
    if (OTHER_FRAME.test(kind)) return 'damaged'
    if (FRAME.test(kind)) {
      if (size || content.length < 6) return 'damaged'
      size = { width: content.readUInt16BE(3), height: content.readUInt16BE(1) }
    }
    if (marker === SCAN) {
      if (!size) return 'damaged'
      hasPixels = true
      at = endOfScan(bytes, end)
      parts.push(segment, bytes.subarray(end, at))
      continue
    }
    if (marker === 0xe0 && first.length === 1 && isNamed(content, 'JFIF\0'))
      first.push(withoutPreview(content))
    else if (marker === 0xe1 && isNamed(content, 'Exif\0\0')) orientation = orientationIn(content.subarray(6))
    else if (marker === 0xee && isNamed(content, 'Adobe') && content.length >= ADOBE)
      parts.push(shortened(segment, ADOBE))
    else if (isProfile(marker, content) || NEEDED.test(kind)) parts.push(segment)
    at = end
  }
  return 'damaged'
}

const isProfile = (marker: number, content: Buffer): boolean =>
  marker === 0xe2 && isNamed(content, 'ICC_PROFILE\0')

/** The segment with the first bytes of its content alone. */
function shortened(segment: Buffer, length: number): Buffer {
  const short = Buffer.from(segment.subarray(0, 4 + length))
  short.writeUInt16BE(2 + length, 2)
  return short
}

const isNamed = (content: Buffer, name: string): boolean =>
  content.toString('latin1', 0, name.length) === name

/** The JFIF header with its version and density alone. */
function withoutPreview(content: Buffer): Buffer {
  const header = Buffer.alloc(18)
  header.writeUInt32BE(0xffe00010)
  content.copy(header, 4, 0, 12)
  return header
}

/** Where the next marker is: FF that no 0 follows and that restarts nothing. The end of the bytes if there is none. */
function endOfScan(bytes: Buffer, from: number): number {
  for (
    let at = bytes.indexOf(0xff, from);
    at >= 0 && at + 1 < bytes.length;
    at = bytes.indexOf(0xff, at + 1)
  ) {
    const next = bytes[at + 1]
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}

// How a camera was held, which Exif says and browsers follow. Source: Exif 2.32, TIFF 6.0.

const ORIENTATION = 0x0112
const SHORT = 3
const ENTRY = 12

/**
 * The orientation in the TIFF part of Exif data.
 * @returns 1 to 8; 1 (as stored) also if it says nothing that can be read
 */
function orientationIn(tiff: Buffer): number {
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return 1
  const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const start = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (start + 2 > tiff.length) return 1
  const count = short(start)
  for (let i = 0, at = start + 2; i < count && at + ENTRY <= tiff.length; i++, at += ENTRY) {
    if (short(at) !== ORIENTATION || short(at + 2) !== SHORT) continue
    const value = short(at + 8)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

/** An Exif segment of a JPEG that says nothing but the orientation. */
function exifOf(orientation: number): Buffer {
  const segment = Buffer.alloc(36)
  segment.writeUInt32BE(0xffe10022)
  segment.write('Exif\0\0MM\0*', 4, 'latin1')
  segment.writeUInt32BE(8, 14)
  segment.writeUInt16BE(1, 18)
  segment.writeUInt16BE(ORIENTATION, 20)
  segment.writeUInt16BE(SHORT, 22)
  segment.writeUInt32BE(1, 24)
  segment.writeUInt16BE(orientation, 28)
  return segment
}
