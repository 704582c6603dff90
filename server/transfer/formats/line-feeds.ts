const LF = 10
const CR = 13
/** How many bytes must have a CR and no LF for CR to be the end of lines. */
const DECIDING = 65_536

/**
 * The bytes of a text whose lines end with CR alone, as Excel's “CSV (Macintosh)” has them, with LF instead. Any other
 * text is unchanged. It is decided by the first 64 kB.
 */
export async function* withLineFeeds(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isOld: boolean | null = null
  let afterReturn = false
  let waiting: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    if (isOld === null) {
      waiting.push(chunk)
      size += chunk.length
      if (chunk.includes(LF)) isOld = false
      else if (size >= DECIDING) isOld = waiting.some((one) => one.includes(CR))
      else continue
    } else waiting = [chunk]
    for (const one of waiting) yield isOld ? converted(one) : one
  }
  if (isOld !== null) return
  isOld = waiting.some((one) => one.includes(CR))
  for (const one of waiting) yield isOld ? converted(one) : one

  /** An LF after a CR is left out, also where the two are in different chunks. */
  function converted(bytes: Buffer): Buffer {
    const out = Buffer.allocUnsafe(bytes.length)
    let to = 0
    for (const byte of bytes) {
      if (byte !== LF || !afterReturn) out[to++] = byte === CR ? LF : byte
      afterReturn = byte === CR
    }
    return out.subarray(0, to)
  }
}
