/** How a camera was held, which Exif says and browsers follow. Source: Exif 2.32, TIFF 6.0. */

const ORIENTATION = 0x0112
const SHORT = 3
const ENTRY = 12

/**
 * The orientation in the TIFF part of Exif data.
 * @returns 1 to 8; 1 (as stored) also if it says nothing that can be read
 */
export function orientationIn(tiff: Buffer): number {
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
export function exifOf(orientation: number): Buffer {
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
