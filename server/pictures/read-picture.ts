import { createHash } from 'node:crypto'
import {
  MAX_PICTURE_BYTES,
  LONGEST_SIDE,
  MAX_PIXELS,
  type PictureType,
} from '../../shared/contracts/index.ts'
import { msg, type CodedMessage } from '../../shared/messages/index.ts'
import { crc32 } from 'node:zlib'
import { Unzlib } from 'fflate'

const [END, SCAN, TEMPORARY] = [0xd9, 0xda, 0x01]
/** Frames of pixels that browsers show: baseline, extended and progressive. */
const FRAME = /^c[012]$/
/** Lossless, arithmetic and hierarchical ones. */
const OTHER_FRAME = /^(c[356789abcdef]|d[ef])$/
/** The bytes that say how the colours of an Adobe program are to be read. */
const ADOBE = 12
/** Frames, tables and intervals: without them there are no pixels. */
const NEEDED = /^(c[0124]|d[bd])$/

const isJpeg = (bytes: Buffer): boolean => bytes.length > 3 && bytes.readUIntBE(0, 3) === 0xffd8ff

/**
 * A JPEG without all that does not change how it looks. Colour profile and orientation stay, since they do. Source: ITU-T
 * T.81, JFIF 1.02.
 */
function strippedJpeg(bytes: Buffer): Stripped {
  const first: Buffer[] = [bytes.subarray(0, 2)]
  const parts: Buffer[] = []
  let orientation = 1
  let size = null
  let hasPixels = false
  for (let offset = 2; offset + 2 <= bytes.length;) {
    if (bytes[offset] !== 0xff) return 'damaged'
    const marker = bytes[offset + 1]
    if (marker === 0xff) {
      offset++
      continue
    }
    if (marker === END) {
      if (!size || !hasPixels) return 'damaged'
      const turned = orientation > 4 ? { width: size.height, height: size.width } : size
      const exif = orientation > 1 ? [exifSegment(orientation)] : []
      const all = [...first, ...exif, ...parts, bytes.subarray(offset, offset + 2)]
      return { bytes: Buffer.concat(all), ...turned }
    }
    if (marker < 0xc0 ? marker !== TEMPORARY : marker >= 0xd0 && marker <= 0xd8) return 'damaged'
    if (marker === TEMPORARY || offset + 4 > bytes.length) return 'damaged'
    const end = offset + 2 + bytes.readUInt16BE(offset + 2)
    if (end < offset + 4 || end > bytes.length) return 'damaged'
    const segment = bytes.subarray(offset, end)
    const content = bytes.subarray(offset + 4, end)
    const kind = marker.toString(16)
    if (OTHER_FRAME.test(kind)) return 'damaged'
    if (FRAME.test(kind)) {
      if (size || content.length < 6) return 'damaged'
      size = { width: content.readUInt16BE(3), height: content.readUInt16BE(1) }
    }
    if (marker === SCAN) {
      if (!size) return 'damaged'
      hasPixels = true
      offset = endOfScan(bytes, end)
      parts.push(segment, bytes.subarray(end, offset))
      continue
    }
    if (marker === 0xe0 && first.length === 1 && isNamed(content, 'JFIF\0'))
      first.push(withoutPreview(content))
    else if (marker === 0xe1 && isNamed(content, 'Exif\0\0')) orientation = orientationIn(content.subarray(6))
    else if (marker === 0xee && isNamed(content, 'Adobe') && content.length >= ADOBE)
      parts.push(shortened(segment, ADOBE))
    else if (isProfile(marker, content) || NEEDED.test(kind)) parts.push(segment)
    offset = end
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
    let offset = bytes.indexOf(0xff, from);
    offset >= 0 && offset + 1 < bytes.length;
    offset = bytes.indexOf(0xff, offset + 1)
  ) {
    const next = bytes[offset + 1]
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return offset
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
  const short = (offset: number) => (order === 'II' ? tiff.readUInt16LE(offset) : tiff.readUInt16BE(offset))
  const start = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (start + 2 > tiff.length) return 1
  const count = short(start)
  for (let i = 0, offset = start + 2; i < count && offset + ENTRY <= tiff.length; i++, offset += ENTRY) {
    if (short(offset) !== ORIENTATION || short(offset + 2) !== SHORT) continue
    const value = short(offset + 8)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

/** An Exif segment of a JPEG that says nothing but the orientation. */
function exifSegment(orientation: number): Buffer {
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

const PIXELS = new Set(['VP8 ', 'VP8L'])
/** Colour profile and transparency. No program reads a second one, or one without the extended header. */
const EXTENSIONS = new Set(['ICCP', 'ALPH'])
/** Flags of the extended header. */
const [MOVES, PROFILE, ALPHA] = [0x02, 0x20, 0x10]
const EXTENDED_HEADER = 10
const HEADER = 12
const CHUNK_HEADER = 8

const isWebp = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, HEADER) === 'WEBP'

/** A WebP without all that does not change how it looks. Source: RFC 9649. */
function strippedWebp(bytes: Buffer): Stripped {
  const total = bytes.length < HEADER ? 0 : bytes.readUInt32LE(4) + CHUNK_HEADER
  if (total < HEADER || total > bytes.length) return 'damaged'
  const parts: Buffer[] = []
  const extensions = new Set<string>()
  let size: Size | null = null
  let canvas: Size | null = null
  for (let offset = HEADER; offset + CHUNK_HEADER <= total;) {
    const name = bytes.toString('latin1', offset, offset + 4)
    const length = bytes.readUInt32LE(offset + 4)
    const end = offset + CHUNK_HEADER + length
    const next = end + (length % 2)
    if (next > total) return 'damaged'
    const content = bytes.subarray(offset + CHUNK_HEADER, end)
    if (name === 'ANIM' || name === 'ANMF') return 'moves'
    if (name === 'VP8 ' || name === 'VP8L') {
      if (size) return 'damaged'
      size = name === 'VP8 ' ? sizeOfLossy(content) : sizeOfLossless(content)
      if (!size) return 'damaged'
    }
    if (name === 'VP8X') {
      if (length < EXTENDED_HEADER || parts.length > 0) return 'damaged'
      if (content[0] & MOVES) return 'moves'
      const header = Buffer.from(content.subarray(0, EXTENDED_HEADER))
      header.fill(0, 0, 4)[0] = content[0] & (PROFILE | ALPHA)
      canvas = { width: content.readUIntLE(4, 3) + 1, height: content.readUIntLE(7, 3) + 1 }
      parts.push(webpChunk(name, header))
    } else if (EXTENSIONS.has(name)) {
      if (canvas && !extensions.has(name)) parts.push(webpChunk(name, content))
      extensions.add(name)
    } else if (PIXELS.has(name)) parts.push(webpChunk(name, content))
    offset = next
  }
  if (!size || (canvas && (canvas.width !== size.width || canvas.height !== size.height))) return 'damaged'
  const body = Buffer.concat(parts)
  const header = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  header.writeUInt32LE(4 + body.length, 4)
  return { bytes: Buffer.concat([header, body]), ...size }
}

/** A chunk with an even number of bytes, filled up by 0. */
function webpChunk(name: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(CHUNK_HEADER + content.length + (content.length % 2))
  chunk.write(name, 0, 'latin1')
  chunk.writeUInt32LE(content.length, 4)
  content.copy(chunk, CHUNK_HEADER)
  return chunk
}

interface Size {
  width: number
  height: number
}

function sizeOfLossy(content: Buffer): Size | null {
  if (content.length < 10 || content.readUIntBE(3, 3) !== 0x9d012a) return null
  return { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff }
}

function sizeOfLossless(content: Buffer): Size | null {
  if (content.length < 5 || content[0] !== 0x2f) return null
  const bits = content.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const DEPTHS = [1, 2, 4, 8, 16]
/** The passes of an interlaced picture (Adam7): the first column and row, and the distance to the next. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
]
const WHOLE = [[0, 0, 1, 1]]
/** So little is unpacked at once that a picture of one colour takes 4 MB. */
const PIECE = 4096

/** The bytes of all rows, each with the byte of its filter; null for a header that no picture has. */
function bytesOfRows(header: Buffer): number | null {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [depth, colours, compression, filter, interlace] = header.subarray(8)
  const channels = CHANNELS[colours]
  if (!channels || !DEPTHS.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1) return null
  return (interlace === 1 ? PASSES : WHOLE).reduce((sum, [left, top, right, down]) => {
    const columns = Math.ceil((width - left) / right)
    const rows = Math.ceil((height - top) / down)
    return columns > 0 && rows > 0 ? sum + rows * (1 + Math.ceil((columns * channels * depth) / 8)) : sum
  }, 0)
}

/**
 * Whether the packed pixels of a PNG can be unpacked, and are as many as its header says. Memory does not grow with them.
 * @param header the content of IHDR
 * @param data the contents of all IDAT chunks, in order
 */
function hasAllPixels(header: Buffer, data: readonly Buffer[]): boolean {
  let missing = bytesOfRows(header)
  if (missing === null) return false
  const packed = Buffer.concat(data)
  const unpack = new Unzlib((bytes) => (missing! -= bytes.length))
  try {
    for (let offset = 0; offset < packed.length && missing > 0; offset += PIECE)
      unpack.push(packed.subarray(offset, offset + PIECE), offset + PIECE >= packed.length)
  } catch {
    return false
  }
  return missing <= 0
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** What a picture looks like. All other chunks are texts, times, previews and the like. */
const KEPT = new Set('IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD'.split(' '))
/** A capital letter first: nothing can show the picture without knowing this chunk. */
const CRITICAL = /^[A-Z]/
/** Length and name before the content of a chunk, and a checksum after it. */
const [BEFORE, AFTER] = [8, 4]

const isPng = (bytes: Buffer): boolean => bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)

/**
 * A PNG without all that does not change how it looks. Its checksums are compared. Source: PNG specification, third edition.
 */
function strippedPng(bytes: Buffer): Stripped {
  const parts: Buffer[] = [SIGNATURE]
  let header: Buffer | null = null
  const data: Buffer[] = []
  for (let offset = SIGNATURE.length; offset + BEFORE + AFTER <= bytes.length;) {
    const length = bytes.readUInt32BE(offset)
    const end = offset + BEFORE + length + AFTER
    if (end > bytes.length) return 'damaged'
    const name = bytes.toString('latin1', offset + 4, offset + BEFORE)
    const content = bytes.subarray(offset + BEFORE, end - AFTER)
    if (crc32(bytes.subarray(offset + 4, end - AFTER)) !== bytes.readUInt32BE(end - AFTER)) return 'damaged'
    if ((header === null) !== (name === 'IHDR')) return 'damaged'
    if (name === 'IHDR') {
      if (length !== 13) return 'damaged'
      header = content
    }
    if (name === 'acTL') return 'moves'
    if (name === 'IDAT') data.push(content)
    if (KEPT.has(name)) parts.push(bytes.subarray(offset, end))
    else if (CRITICAL.test(name)) return 'damaged'
    // what follows the end is not part of the picture
    if (name === 'IEND') return header && data.length > 0 ? assemblePng(parts, header, data) : 'damaged'
    offset = end
  }
  return 'damaged'
}

const assemblePng = (parts: Buffer[], header: Buffer, data: Buffer[]): Stripped => ({
  bytes: Buffer.concat(parts),
  width: header.readUInt32BE(0),
  height: header.readUInt32BE(4),
  isWhole: () => hasAllPixels(header, data),
})

/** A picture without metadata. */
export interface Picture {
  type: PictureType
  bytes: Buffer
  /** Of the bytes, as hexadecimal digits. */
  sha256: string
  /** Pixels, as shown. */
  width: number
  height: number
}

const FORMATS: { type: PictureType; matches(bytes: Buffer): boolean; strip(bytes: Buffer): Stripped }[] = [
  { type: 'image/png', matches: isPng, strip: strippedPng },
  { type: 'image/jpeg', matches: isJpeg, strip: strippedJpeg },
  { type: 'image/webp', matches: isWebp, strip: strippedWebp },
]

/** Whether bytes begin like a picture that can be used. */
export const isPicture = (bytes: Uint8Array): boolean =>
  findFormat(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) !== undefined

const findFormat = (bytes: Buffer) => FORMATS.find(({ matches }) => matches(bytes))

/**
 * Reads a PNG, JPEG or WebP, known by its bytes and not by its name, and removes metadata: places, times, devices,
 * programs, texts and previews. Its pixels stay as they are. The same bytes always give the same result, and the result
 * gives itself.
 * @returns the picture; or what is wrong with it, as the end of a sentence
 */
export function readPicture(bytes: Buffer): Picture | CodedMessage {
  const megabytes = MAX_PICTURE_BYTES / 1024 / 1024
  if (bytes.length > MAX_PICTURE_BYTES) return msg('picture_large', { megabytes })
  const format = findFormat(bytes)
  if (!format) return isSvg(bytes) ? msg('picture_svg') : msg('picture_of_other_format')
  const stripped = format.strip(bytes)
  if (stripped === 'damaged') return msg('picture_damaged')
  if (stripped === 'moves') return msg('picture_moves')
  const { width, height, isWhole, ...rest } = stripped
  if (width === 0 || height === 0) return msg('picture_damaged')
  if (Math.max(width, height) > LONGEST_SIDE || width * height > MAX_PIXELS)
    return msg('picture_wide', { width, height, side: LONGEST_SIDE, megapixels: MAX_PIXELS / 1e6 })
  if (isWhole?.() === false) return msg('picture_damaged')
  const sha256 = createHash('sha256').update(stripped.bytes).digest('hex')
  return { type: format.type, width, height, ...rest, sha256 }
}

const isSvg = (bytes: Buffer): boolean => /<svg[\s>]/i.test(bytes.toString('latin1', 0, 4096))

/**
 * A picture without metadata, with its width and height in pixels as shown; or why it cannot be used. `isWhole` unpacks
 * its pixels, where that is possible here: to be asked once the size is known to be bearable.
 */
type Stripped =
  | { bytes: Buffer; width: number; height: number; isWhole?: () => boolean }
  | 'damaged'
  | 'moves'
