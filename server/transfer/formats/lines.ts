import { isUtf8 } from 'node:buffer'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { FileError } from './fields.ts'

/** Longer rows are not read (bytes, or characters of text). */
export const ROW_LIMIT = 16 * 1024 * 1024

export const rowTooLong = (): CodedMessage => msg('row_over', { megabytes: ROW_LIMIT / 1024 / 1024 })

/** A line of a file without its LF. */
export interface Line {
  /** From 1. */
  number: number
  /** With replacement characters if it is not UTF-8, empty if it is too long. */
  text: string
  wrong?: CodedMessage
}

const LF = 10

/** The lines of a file, in portions. Of a line that is longer than a row may be, nothing is kept. */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line[]> {
  let number = 1
  /** What is read of a line that goes on. */
  let begun: Buffer[] = []
  let size = 0
  let isTooLong = false
  const takeLines = (last: Buffer): Line[] => {
    const lines = splitLines(Buffer.concat([...begun, last]), number)
    if (isTooLong) lines[0] = { number, text: '', wrong: rowTooLong() }
    number += lines.length
    begun = []
    size = 0
    isTooLong = false
    return lines
  }
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LF)
    if (end >= 0) yield takeLines(chunk.subarray(0, end))
    begun.push(chunk.subarray(end + 1))
    size += chunk.length - end - 1
    if (size > ROW_LIMIT) {
      begun = []
      isTooLong = true
    }
  }
  yield takeLines(Buffer.alloc(0))
}

/** The lines of bytes that begin with the line `number`. */
export function splitLines(bytes: Buffer, number = 1): Line[] {
  if (isUtf8(bytes))
    return bytes
      .toString('utf8')
      .split('\n')
      .map((text, i) =>
        text.length > ROW_LIMIT
          ? { number: number + i, text: '', wrong: rowTooLong() }
          : { number: number + i, text },
      )
  const lines: Line[] = []
  for (let from = 0; from <= bytes.length;) {
    const lf = bytes.indexOf(LF, from)
    const end = lf < 0 ? bytes.length : lf
    const line = bytes.subarray(from, end)
    lines.push({
      number: number + lines.length,
      text: line.toString('utf8'),
      ...(!isUtf8(line) && { wrong: msg('not_utf8') }),
    })
    from = end + 1
  }
  return lines
}

/**
 * A file that is read as a whole.
 * @param megabytes  the most that it may have
 * @throws {FileError} if it has more
 */
export async function readWholeFile(
  chunks: AsyncIterable<Buffer>,
  megabytes: number,
  file: string,
): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of chunks) {
    parts.push(part)
    if ((size += part.length) > megabytes * 1024 * 1024)
      throw new FileError(msg('unpacks_large', { file, megabytes, instead: 'Save it as CSV or JSONL' }))
  }
  return Buffer.concat(parts)
}
