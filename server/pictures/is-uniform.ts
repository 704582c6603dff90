/** Whether a picture shows one colour alone, as a browser that has painted nothing does. */
import { inflateSync } from 'node:zlib'

/** Bytes of a pixel, by the type of colour. Source: PNG specification, third edition. */
const BYTES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/**
 * Whether all pixels of a PNG are alike.
 * @param png as `readPicture` returns it
 * @returns false also for one with other than 8 bits a channel, or interlaced: browsers draw none
 */
export function isUniform(png: Buffer): boolean {
  let header = png.subarray(0, 0)
  const packed: Buffer[] = []
  for (let offset = 8; offset + 12 <= png.length; offset += 12 + png.readUInt32BE(offset)) {
    const content = png.subarray(offset + 8, offset + 8 + png.readUInt32BE(offset))
    const name = png.toString('latin1', offset + 4, offset + 8)
    if (name === 'IHDR') header = content
    if (name === 'IDAT') packed.push(content)
  }
  const [depth, colours, , , interlace] = header.subarray(8)
  const size = BYTES[colours]
  if (depth !== 8 || interlace !== 0 || size === undefined) return false
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const row = 1 + width * size
  const bytes = inflateSync(Buffer.concat(packed), { maxOutputLength: row * height })
  // the first pixel of the first row has no neighbours, so every filter leaves it as it is
  const pixel = bytes.subarray(1, 1 + size)
  for (let y = 0; y < height; y++) {
    const filter = bytes[y * row]
    for (let i = 0; i < width * size; i++) {
      const value = pixel[i % size]
      const left = i < size ? 0 : value
      const above = y === 0 ? 0 : value
      // all pixels before are alike, so Paeth predicts what one of the two neighbours has
      const predicted = [0, left, above, (left + above) >> 1, left || above][filter]
      if (((bytes[y * row + 1 + i] + predicted) & 255) !== value) return false
    }
  }
  return true
}
