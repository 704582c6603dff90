import type { Stripped } from './stripped.ts'

const PIXELS = new Set(['VP8 ', 'VP8L'])
/** Colour profile and transparency. No program reads a second one, or one without the extended header. */
const EXTENSIONS = new Set(['ICCP', 'ALPH'])
/** Flags of the extended header. */
const [MOVES, PROFILE, ALPHA] = [0x02, 0x20, 0x10]
const EXTENDED_HEADER = 10
const HEADER = 12
const CHUNK_HEADER = 8

export const isWebp = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, HEADER) === 'WEBP'

/** A WebP without all that does not change how it looks. Source: RFC 9649. */
export function strippedWebp(bytes: Buffer): Stripped {
  const total = bytes.length < HEADER ? 0 : bytes.readUInt32LE(4) + CHUNK_HEADER
  if (total < HEADER || total > bytes.length) return 'damaged'
  const parts: Buffer[] = []
  const extensions = new Set<string>()
  let size: Size | null = null
  let canvas: Size | null = null
  for (let at = HEADER; at + CHUNK_HEADER <= total;) {
    const name = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const end = at + CHUNK_HEADER + length
    const next = end + (length % 2)
    if (next > total) return 'damaged'
    const content = bytes.subarray(at + CHUNK_HEADER, end)
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
      parts.push(chunkOf(name, header))
    } else if (EXTENSIONS.has(name)) {
      if (canvas && !extensions.has(name)) parts.push(chunkOf(name, content))
      extensions.add(name)
    } else if (PIXELS.has(name)) parts.push(chunkOf(name, content))
    at = next
  }
  if (!size || (canvas && (canvas.width !== size.width || canvas.height !== size.height))) return 'damaged'
  const body = Buffer.concat(parts)
  const header = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  header.writeUInt32LE(4 + body.length, 4)
  return { bytes: Buffer.concat([header, body]), ...size }
}

/** A chunk with an even number of bytes, filled up by 0. */
function chunkOf(name: string, content: Buffer): Buffer {
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
