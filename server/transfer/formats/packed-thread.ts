/** The thread that reads one packed file. Each task asks for the next part of its text. */
import { readFile, stat, open } from 'node:fs/promises'
import { answerTasks } from '../../platform/jobs/thread.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { resolveChanges } from './column-changes.ts'
import { detectKind, deadheatColumns } from './detect-kind.ts'
import { FileError } from './fields.ts'
import { fileColumns } from './rows.ts'
import { withMergedCells } from './merged-cells.ts'
import { recogniseTool } from './tools/index.ts'
import type { PackedReport, PackedTask, PackedSource } from './open-file.ts'
import { brotliDecompressSync, crc32, gunzipSync, zstdDecompressSync } from 'node:zlib'
import {
  parquetMetadataAsync,
  parquetReadObjects,
  snappyUncompress,
  type AsyncBuffer,
  type Compressors,
} from 'hyparquet'
import { unzipSync } from 'fflate'
import readWorkbook from 'read-excel-file/universal'
import { stringify } from 'csv-stringify/sync'

/** Some text of a packed file, as characters or as the bytes of a file in it, and the share of the file that is read with it. */
interface Part {
  text: string | Uint8Array
  share: number
  note?: CodedMessage
}

/** Characters of a part, about. One row may have more. */
const PART = 1024 * 1024

/** Lines in parts of about a megabyte, however long each is. @param shareAt the share read after so many lines */
function* inParts(
  count: number,
  lineAt: (index: number) => string,
  shareAt: (lines: number) => number,
): Generator<Part> {
  let text = ''
  for (let i = 0; i < count; i++) {
    text += lineAt(i)
    if (text.length < PART && i < count - 1) continue
    yield { text, share: shareAt(i + 1) }
    text = ''
  }
}

/** The most bytes that an archive may unpack to. */
const MAX_ZIP_BYTES = 256 * 1024 * 1024
const MAX_FILES = 100_000

/**
 * The text in a zip archive: the sheet of an Excel workbook that is recognised, as CSV, a log of Inspect (`.eval`) as its
 * JSON, or the only file.
 * @throws {FileError} if the archive is none of these, or unpacks to more than the limit
 */
async function* zipText(bytes: Uint8Array, name: string): AsyncGenerator<Part> {
  const files = listed(bytes, name)
  if (files.some((file) => file === 'xl/workbook.xml')) yield* chosenSheet(bytes, name)
  else if (files.some((file) => LOG_HEADERS.includes(file))) yield* inspectLog(bytes, files)
  else if (files.some((file) => /^(?:word|ppt)\/|^content\.xml$/.test(file)))
    throw new FileError(msg('file_is', { file: name, what: 'office' }))
  else if (files.length === 1) yield* onlyFile(bytes, name, files[0]!)
  else throw new FileError(msg('zip_unknown', { file: name, files }))
}

/** In the first file of an archive: whether it is encrypted. */
const FLAGS_AT = 6

/** @throws {FileError} if it is encrypted, or packed in another way than by gzip */
function* onlyFile(bytes: Uint8Array, name: string, file: string): Generator<Part> {
  if (bytes[FLAGS_AT]! & 1) throw new FileError(msg('packed_damaged', { file: name, why: 'it is encrypted' }))
  const content = unzipSync(bytes, { filter: (entry) => entry.name === file })[file]!
  const checksum = listedChecksum(bytes, file)
  if (checksum !== undefined && crc32(content) !== checksum)
    throw new FileError(msg('packed_damaged', { file: name, why: 'its content does not fit its checksum' }))
  const magic = Buffer.from(content.subarray(0, 4)).toString('latin1')
  if (magic === 'PAR1' || magic.startsWith('PK'))
    throw new FileError(msg('zip_unknown', { file: name, files: [file] }))
  const text = magic.startsWith('\x1f\x8b')
    ? gunzipSync(content, { maxOutputLength: MAX_ZIP_BYTES })
    : content
  for (let at = 0; at < text.length; at += PART)
    yield { text: text.slice(at, at + PART), share: Math.min(1, (at + PART) / text.length) }
}

/** The CRC-32 of a file by the list at the end of the archive (APPNOTE.TXT, 4.3.12), which fflate does not compare. Not of Zip64. */
function listedChecksum(bytes: Uint8Array, file: string): number | undefined {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  let at = archive.readUInt32LE(end + 16)
  while (at + 46 <= archive.length && archive.readUInt32LE(at) === LISTED) {
    const length = archive.readUInt16LE(at + 28)
    const listedName = archive.subarray(at + 46, at + 46 + length)
    if (listedName.toString('utf8') === file || listedName.toString('latin1') === file)
      return archive.readUInt32LE(at + 16)
    at += 46 + length + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return undefined
}

/** The signature of a file in that list. */
const LISTED = 0x02014b50

/** A log of Inspect has one of these. */
const LOG_HEADERS = ['header.json', '_journal/start.json']

/** Folders, and what macOS adds to the archives that it makes. */
const NO_FILE = /\/$|^__MACOSX\/|(?:^|\/)\.DS_Store$/

/** The names of files in the archive. What it states as sizes holds: fflate unpacks no file beyond them. */
function listed(bytes: Uint8Array, name: string): string[] {
  const files: string[] = []
  let size = 0
  unzipSync(bytes, {
    filter: (file) => {
      if (!NO_FILE.test(file.name)) files.push(file.name)
      size += file.originalSize
      if (size > MAX_ZIP_BYTES || files.length > MAX_FILES)
        throw new FileError(
          msg('unpacks_large', {
            file: name,
            megabytes: MAX_ZIP_BYTES / 1024 / 1024,
            instead: 'Save it as CSV or JSONL',
          }),
        )
      return false
    },
  })
  return files
}

/** So many rows of a sheet show what it holds. */
const SHOWN_ROWS = 50

/**
 * The sheet whose columns are recognised, or the only one that is a table beside notes of few cells.
 * @throws {FileError} if there are several such sheets, or none
 */
async function* chosenSheet(bytes: Uint8Array, name: string): AsyncGenerator<Part> {
  const read = await readWorkbook(new Blob([new Uint8Array(bytes)]))
  const all = read.map(({ sheet, data }, at) => ({ sheet, data: withMergedCells(data, bytes, at, name) }))
  const filled = all.filter(({ data }) => data.some((row) => row.some((cell) => cell !== null)))
  const csvLine = (row: readonly unknown[]) => stringify([row.map(cellText)], { quoted: true })
  const known = filled.filter(
    ({ data }) => filled.length < 2 || isKnown(data.slice(0, SHOWN_ROWS).map(csvLine).join('')),
  )
  const fitting = known.length > 0 ? known : filled.filter(({ data }) => isTable(data))
  const [sheet] = fitting.length > 0 ? fitting : all
  const names = filled.map((filledSheet) => filledSheet.sheet)
  if (filled.length > 1 && fitting.length !== 1)
    throw new FileError(msg('sheets_several', { file: name, sheets: names, fitting: fitting.length }))
  const others = names.filter((name) => name !== sheet!.sheet)
  const rows = sheet!.data
  if (others.length > 0)
    yield { text: '', share: 0, note: msg('sheet_chosen', { file: name, sheet: sheet!.sheet, others }) }
  yield* inParts(
    rows.length,
    (i) => csvLine(rows[i]!),
    (lines) => lines / rows.length,
  )
}

/** Whether at least two rows have at least two cells. */
const isTable = (rows: readonly (readonly unknown[])[]): boolean =>
  rows.filter((row) => row.filter((cell) => cell !== null).length > 1).length > 1

function isKnown(text: string): boolean {
  const head = Buffer.from(text)
  async function* chunks() {
    yield head
  }
  const file = { name: 'sheet.csv', head, chunks: chunks() }
  try {
    const changes = resolveChanges(fileColumns(file), new Map(), deadheatColumns()) ?? new Map()
    return recogniseTool(file) !== null || detectKind({ ...file, changes }) !== null
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    // what needs a choice of the user is known, too
    return error.finding.code !== 'unknown_file' && error.finding.code !== 'empty_file'
  }
}

/** A cell as a CSV file would have it. A text that begins with an apostrophe keeps it. */
function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return exactDate(cell).toISOString()
  return String(cell)
}

/** A workbook counts days, and whole seconds are not exact in them. The reader rounds down to milliseconds. */
const exactDate = (read: Date): Date =>
  read.getUTCMilliseconds() === 999 ? new Date(read.getTime() + 1) : read

function* inspectLog(bytes: Uint8Array, files: readonly string[]): Generator<Part> {
  const header = LOG_HEADERS.find((file) => files.includes(file))!
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

/**
 * The most bytes that the pages of a row group may unpack to, and the most rows that it may have, as many as Arrow
 * writes into one.
 */
const MAX_BYTES = 1024 * 1024 * 1024
const MAX_ROWS = 1024 * 1024
const MAX_COLUMNS = 1000
/** The most values of all columns of a row group together. */
const MAX_VALUES = 100_000_000

/**
 * The rows of a Parquet file as JSON lines, in portions. One row group at a time is in memory.
 * @throws {FileError} if a row group is larger than the limits
 */
async function* parquetLines(source: PackedSource, name: string): AsyncGenerator<Part> {
  const { file, close } = await openBuffer(source)
  try {
    const metadata = await parquetMetadataAsync(file)
    const columns = metadata.schema.length
    if (columns > MAX_COLUMNS)
      throw new FileError(msg('columns_many', { file: name, count: columns, most: MAX_COLUMNS }))
    let start = 0
    for (const group of metadata.row_groups) {
      const count = Number(group.num_rows)
      const values = group.columns.reduce(
        (sum, columnChunk) => sum + Number(columnChunk.meta_data?.num_values ?? 0),
        0,
      )
      if (count > MAX_ROWS || values > MAX_VALUES || count < 0)
        throw new FileError(msg('row_group_large', { file: name }))
      const rows = await parquetReadObjects({
        file,
        metadata,
        rowStart: start,
        rowEnd: start + count,
        compressors: boundedBy(MAX_BYTES, name),
      })
      const before = start
      const all = Math.max(1, Number(metadata.num_rows))
      yield* inParts(
        rows.length,
        (i) => csvLine(rows[i]!),
        (lines) => (before + lines) / all,
      )
      start += count
    }
  } finally {
    await close()
  }
}

async function openBuffer(source: PackedSource): Promise<{ file: AsyncBuffer; close: () => Promise<void> }> {
  if ('bytes' in source) {
    const { bytes } = source
    // a copy, since the bytes may be a part of a larger buffer
    const slice = (from: number, to?: number) => new Uint8Array(bytes.subarray(from, to)).buffer
    return { file: { byteLength: bytes.length, slice }, close: async () => {} }
  }
  const handle = await open(source.path)
  const { size } = await handle.stat()
  const slice = async (from: number, to = size) => {
    const [first, last] = [Math.max(0, from), Math.min(size, to)]
    const part = new Uint8Array(Math.max(0, last - first))
    await handle.read(part, 0, part.length, first)
    return part.buffer
  }
  return { file: { byteLength: size, slice }, close: () => handle.close() }
}

/** Decompressors that together give at most so many bytes. */
function boundedBy(most: number, name: string): Compressors {
  let left = most
  const bounded =
    (unpack: (input: Uint8Array, size: number) => Uint8Array) => (input: Uint8Array, size: number) => {
      left -= size
      if (size < 0 || left < 0) throw new FileError(msg('row_group_large', { file: name }))
      return unpack(input, size)
    }
  // one byte more than stated, because zero would mean no limit
  const withLimit = (size: number) => ({ maxOutputLength: size + 1 })
  return {
    SNAPPY: bounded((input, size) => {
      const output = new Uint8Array(size)
      snappyUncompress(input, output)
      return output
    }),
    GZIP: bounded((input, size) => gunzipSync(input, withLimit(size))),
    BROTLI: bounded((input, size) => brotliDecompressSync(input, withLimit(size))),
    ZSTD: bounded((input, size) => zstdDecompressSync(input, withLimit(size))),
  }
}

function csvLine(row: Record<string, unknown>): string {
  return `${JSON.stringify(row, (_, value: unknown) => {
    if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
    return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : value
  })}\n`
}

/** A file may unpack to so many characters of text, and to so many more for each of its bytes. */
const MAX_TEXT = 256 * 1024 * 1024
const MAX_TEXT_PER_BYTE = 1000

async function* readPacked({ name, source, packing }: PackedTask): AsyncGenerator<PackedReport> {
  try {
    const size = 'bytes' in source ? source.bytes.length : (await stat(source.path)).size
    const most = MAX_TEXT + MAX_TEXT_PER_BYTE * size
    let given = 0
    const parts =
      packing === 'parquet'
        ? parquetLines(source, name)
        : zipText('bytes' in source ? source.bytes : await readFile(source.path), name)
    for await (const part of parts) {
      given += part.text.length
      if (given > most)
        throw new FileError(
          msg('unpacks_large', {
            file: name,
            megabytes: Math.round(most / 1024 / 1024),
            instead: 'Save it as CSV or JSONL',
          }),
        )
      yield part
    }
    yield { end: true }
  } catch (error) {
    const wrong =
      error instanceof FileError
        ? error.finding
        : msg('packed_damaged', { file: name, why: (error as Error).message })
    yield { wrong }
  }
}

let reports: AsyncGenerator<PackedReport>

answerTasks(async (task: PackedTask | null) => {
  if (task) reports = readPacked(task)
  return (await reports.next()).value as PackedReport
})
