import { unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'
import { stringify } from 'csv-stringify/sync'
import { msg } from '../../../../shared/messages/index.ts'
import { FileError } from '../file-error.ts'
import { inParts } from './parts.ts'
import type { Part } from './parts.ts'

/** The most bytes that an archive may unpack to. */
const MOST_BYTES = 256 * 1024 * 1024
const MOST_FILES = 100_000

/**
 * The text in a zip archive: the first sheet of an Excel workbook as CSV, or a log of Inspect (`.eval`) as its JSON.
 * @throws {FileError} if the archive is neither, or unpacks to more than the limit
 */
export async function* zipText(bytes: Uint8Array, name: string): AsyncGenerator<Part> {
  const files = listed(bytes, name)
  if (files.some((file) => file === 'xl/workbook.xml')) yield* firstSheet(bytes)
  else if (files.some((file) => file.startsWith('samples/'))) yield* inspectLog(bytes, files)
  else throw new FileError(msg('zip_unknown', { file: name }))
}

/** The names in the archive. What it states as sizes holds: fflate unpacks no file beyond them. */
function listed(bytes: Uint8Array, name: string): string[] {
  const files: string[] = []
  let size = 0
  unzipSync(bytes, {
    filter: (file) => {
      files.push(file.name)
      size += file.originalSize
      if (size > MOST_BYTES || files.length > MOST_FILES)
        throw new FileError(msg('packed_large', { file: name, megabytes: MOST_BYTES / 1024 / 1024 }))
      return false
    },
  })
  return files
}

async function* firstSheet(bytes: Uint8Array): AsyncGenerator<Part> {
  const rows = await readSheet(new Blob([new Uint8Array(bytes)]), 1)
  yield* inParts(
    rows.length,
    (i) => stringify([rows[i]!.map(cellText)], { quoted: true }),
    (lines) => lines / rows.length,
  )
}

/** A cell as a CSV file would have it. A text that begins with an apostrophe keeps it. */
function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return dateOf(cell).toISOString()
  return String(cell)
}

/** A workbook counts days, and whole seconds are not exact in them. The reader rounds down to milliseconds. */
const dateOf = (read: Date): Date => (read.getUTCMilliseconds() === 999 ? new Date(read.getTime() + 1) : read)

function* inspectLog(bytes: Uint8Array, files: readonly string[]): Generator<Part> {
  const header = files.includes('header.json') ? 'header.json' : '_journal/start.json'
  const samples = files.filter((file) => /^samples\/[^/]+\.json$/.test(file))
  // at once: to unpack one file means to read the list of all
  const wanted = new Set([header, ...samples])
  const unpacked = unzipSync(bytes, { filter: ({ name }) => wanted.has(name) })
  const text = (file: string) => (unpacked[file] ? Buffer.from(unpacked[file]).toString('utf8') : '{}')
  const { eval: described } = JSON.parse(text(header)) as { eval?: unknown }
  const opening = JSON.stringify({ version: 2, status: 'success', eval: described ?? {} })
  yield { text: `${opening.slice(0, -1)},"samples":[\n`, share: 0 }
  yield* inParts(
    samples.length,
    (i) => `${i > 0 ? ',\n' : ''}${text(samples[i]!)}`,
    (done) => done / samples.length,
  )
  yield { text: ']}\n', share: 1 }
}
