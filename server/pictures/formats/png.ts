import { crc32 } from 'node:zlib'
import { hasAllPixels } from './png-pixels.ts'
import type { Stripped } from './stripped.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** What a picture looks like. All other chunks are texts, times, previews and the like. */
const KEPT = new Set('IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD'.split(' '))
/** A capital letter first: nothing can show the picture without knowing this chunk. */
const CRITICAL = /^[A-Z]/
/** Length and name before the content of a chunk, and a checksum after it. */
const [BEFORE, AFTER] = [8, 4]

export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)

/**
 * A PNG without all that does not change how it looks. Its checksums are compared. Source: PNG specification, third edition.
 */
export function strippedPng(bytes: Buffer): Stripped {
  const parts: Buffer[] = [SIGNATURE]
  let header: Buffer | null = null
  const data: Buffer[] = []
  for (let at = SIGNATURE.length; at + BEFORE + AFTER <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const end = at + BEFORE + length + AFTER
    if (end > bytes.length) return 'damaged'
    const name = bytes.toString('latin1', at + 4, at + BEFORE)
    const content = bytes.subarray(at + BEFORE, end - AFTER)
    if (crc32(bytes.subarray(at + 4, end - AFTER)) !== bytes.readUInt32BE(end - AFTER)) return 'damaged'
    if ((header === null) !== (name === 'IHDR')) return 'damaged'
    if (name === 'IHDR') {
      if (length !== 13) return 'damaged'
      header = content
    }
    if (name === 'acTL') return 'moves'
    if (name === 'IDAT') data.push(content)
    if (KEPT.has(name)) parts.push(bytes.subarray(at, end))
    else if (CRITICAL.test(name)) return 'damaged'
    // what follows the end is not part of the picture
    if (name === 'IEND') return header && data.length > 0 ? whole(parts, header, data) : 'damaged'
    at = end
  }
  return 'damaged'
}

const whole = (parts: Buffer[], header: Buffer, data: Buffer[]): Stripped => ({
  bytes: Buffer.concat(parts),
  width: header.readUInt32BE(0),
  height: header.readUInt32BE(4),
  isWhole: () => hasAllPixels(header, data),
})
