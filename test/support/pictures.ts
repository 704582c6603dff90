/** Small real pictures, as a browser's canvas writes them, and the same with what cameras and programs add. */
import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'

/** 24 × 16 pixels: a yellow disc on blue. */
const [PNG, JPEG, WEBP] = ['png', 'jpeg', 'webp'].map((ending) =>
  readFileSync(new URL(`pictures/disc.${ending}`, import.meta.url)),
) as [Buffer, Buffer, Buffer]
export { JPEG, PNG, WEBP }

/** A place, a device and a name, which nobody is to see. */
export const SECRET = 'Ada Lovelace, 51.4816 N, Camera 9000'

/** A chunk of a PNG. */
export function pngChunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A PNG with chunks after its header, and something after its end. */
export const pngWith = (...chunks: Buffer[]): Buffer =>
  Buffer.concat([PNG.subarray(0, 33), ...chunks, PNG.subarray(33)])

/** A black PNG of some size, interlaced or not; `rows`: how many bytes its pixels have instead of as many as it needs. */
export function pngOfSize(
  width: number,
  height: number,
  { rows = height * (1 + Math.ceil(width / 8)), isInterlaced = false } = {},
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  header[12] = Number(isInterlaced)
  const data = pngChunk('IDAT', deflateSync(Buffer.alloc(rows)))
  return Buffer.concat([
    PNG.subarray(0, 8),
    pngChunk('IHDR', header),
    data,
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A PNG whose checksums are right, and whose pixels cannot be unpacked. */
export const pngWithoutPixels = (): Buffer =>
  Buffer.concat([
    PNG.subarray(0, 33),
    pngChunk('IDAT', Buffer.from('no pixels at all')),
    pngChunk('IEND', Buffer.alloc(0)),
  ])

/** A segment of a JPEG. */
export function jpegSegment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** A JPEG with segments after its start. */
export const jpegWith = (...segments: Buffer[]): Buffer =>
  Buffer.concat([JPEG.subarray(0, 2), ...segments, JPEG.subarray(2)])

/** Exif as little-endian TIFF: two entries, one of them the orientation, and a text behind them. */
export function exif(orientation: number): Buffer {
  const tiff = Buffer.alloc(8 + 2 + 2 * 12 + 4)
  tiff.write('II*\0', 0, 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(2, 8)
  tiff.writeUInt16LE(0x010f, 10)
  tiff.writeUInt16LE(2, 12)
  tiff.writeUInt32LE(SECRET.length, 14)
  tiff.writeUInt32LE(tiff.length, 18)
  tiff.writeUInt16LE(0x0112, 22)
  tiff.writeUInt16LE(3, 24)
  tiff.writeUInt32LE(1, 26)
  tiff.writeUInt16LE(orientation, 30)
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from(SECRET)])
}

/** A WebP with chunks behind the picture. @param flags of its header, beside that of the colour profile */
export function webpWith(flags: number, ...chunks: [name: string, content: Buffer][]): Buffer {
  const chunk = ([name, content]: [string, Buffer]) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(content.length)
    return Buffer.concat([Buffer.from(name, 'latin1'), length, content, Buffer.alloc(content.length % 2)])
  }
  const header = Buffer.from([0x20 | flags, 0, 0, 0, 23, 0, 0, 15, 0, 0])
  const body = Buffer.concat([chunk(['VP8X', header]), WEBP.subarray(30), ...chunks.map(chunk)])
  const riff = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  riff.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([riff, body])
}

/** A picture as it is written into a text. */
export const asData = (type: string, bytes: Buffer): string =>
  `data:${type};base64,${bytes.toString('base64')}`
