import { Unzlib } from 'fflate'

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
export function hasAllPixels(header: Buffer, data: readonly Buffer[]): boolean {
  let missing = bytesOfRows(header)
  if (missing === null) return false
  const packed = Buffer.concat(data)
  const unpack = new Unzlib((bytes) => (missing! -= bytes.length))
  try {
    for (let at = 0; at < packed.length && missing > 0; at += PIECE)
      unpack.push(packed.subarray(at, at + PIECE), at + PIECE >= packed.length)
  } catch {
    return false
  }
  return missing <= 0
}
