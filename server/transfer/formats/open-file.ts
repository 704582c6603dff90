import { StringDecoder } from 'node:string_decoder'
import { createHash } from 'node:crypto'
import { constants, createReadStream, openSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Socket } from 'node:net'
import { basename } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { ColumnChanges } from './column-changes.ts'
import type { ExplainedOutcomes } from './outcome-meanings.ts'
import type { PictureExtractor } from '../../pictures/index.ts'
import { FileError, type Fields } from './fields.ts'
import { Thread } from '../../platform/jobs/thread.ts'
import { fileReadFailure } from '../../platform/setup-error.ts'
import { hasFirstRow } from './format.ts'
import { asLines, detectTableShape } from './json.ts'
import { ROW_LIMIT, readWholeFile } from './lines.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import type { UnreadableKind } from '../../../shared/messages/en/files.ts'

const HEAD = 65_536
const [LF, CR] = [10, 13]
const BOM = Buffer.from([0xef, 0xbb, 0xbf])

/** The bytes of a text file, unpacked and without byte order mark. */
export interface OpenFile {
  /** Its name in messages: the file's own name, or "standard input". */
  name: string
  /** The first 64 kB, or more if the first row is longer. Format and columns are detected from it. */
  head: Buffer
  /** All bytes, including the head. Can be read once. */
  chunks: AsyncIterable<Buffer>
  /** How it is written, where its text says something else: it is packed, or a table in JSON becomes lines. */
  written?: { kind: 'json' | 'other'; detail: string | null }
  /** Whether the bytes are only the beginning of a file, which may end within a list. */
  isBeginning?: boolean
  /** What a reader should know about the file as it is written. Complete when all is read. */
  notes?: CodedMessage[]
  /** Columns that are read under other names, or not at all. */
  changes?: ColumnChanges | undefined
  /** What a user says that its outcomes mean. */
  outcomes?: ExplainedOutcomes | undefined
  /** Sees each row as it is read. */
  watch?: (row: Fields) => void
  /** Takes the pictures out of its texts; without it they stay as they are written. */
  pictures?: PictureExtractor
}

interface OpenOptions {
  /** The stream for the path `-`. */
  stdin?: Readable
  /** Its name in messages; that of the file by default, or "standard input". */
  name?: string
  /** Called with the share of the file read so far, 0 … 1, if its size is known. */
  onProgress?: (share: number) => void
}

/** Messages name a device by its path: `stdin` or `63` alone says little. A file in `/dev/shm` is no device. */
const DEVICE = /^\/dev\/(fd\/)?[^/]+$/

/**
 * Opens a file, or `-`, for reading as text. Gzip, Parquet and zip archives are detected by their first bytes.
 * @throws {FileError} if there is no such file, or if it is not text
 */
export async function openFile(
  path: string,
  { stdin, name: given, onProgress }: OpenOptions = {},
): Promise<OpenFile> {
  const fileName = path === '-' ? 'standard input' : DEVICE.test(path) ? path : basename(path)
  const name = given ?? fileName
  const stream = path === '-' && stdin !== undefined ? stdin : await openPipe(path)
  const bytes = stream ? streamBytes(stream, name) : await bytesOnDisk(path, name, onProgress)
  const packed = await takeHead(bytes, HEAD)
  const packing = detectPacking(packed.head.subarray(0, 4))
  if (packing) {
    const task = { packing, name, source: await packedSource(path, stream, packed.chunks, name) }
    const notes: CodedMessage[] = []
    const opened = await openText(
      textOfPacked(task, onProgress, (note) => void notes.push(note)),
      name,
      notes,
    )
    const detail = packing === 'parquet' ? 'Parquet' : /\.xls[xm]$/i.test(name) ? 'Excel' : null
    return detail === null ? opened : { ...opened, written: { kind: 'other', detail } }
  }
  const isGzip = packed.head[0] === 0x1f && packed.head[1] === 0x8b
  return openText(isGzip ? unpack(packed.chunks, name) : packed.chunks, name)
}

/** Detects a packed file by its first four bytes. */
function detectPacking(head: Buffer): Packing | null {
  const magic = head.toString('latin1', 0, 4)
  if (magic === 'PAR1') return 'parquet'
  return magic === 'PK\u0003\u0004' ? 'zip' : null
}

async function openText(
  bytes: AsyncIterable<Buffer>,
  name: string,
  notes: CodedMessage[] = [],
): Promise<OpenFile> {
  const written = await takeHead(bytes, HEAD)
  refuseForeign(written.head, name)
  const isWindows = isSingleByte(written.head)
  if (isWindows) notes.push(msg('encoding_assumed', { file: name }))
  const read = await takeHead(isWindows ? fromWindows(written.chunks) : written.chunks, HEAD)
  const isOld = read.head.includes(CR) && !read.head.includes(LF)
  const text = isOld ? await takeHead(withLineFeeds(read.chunks), HEAD) : read
  const marked = text.head.subarray(0, 3).equals(BOM)
  const head = marked ? text.head.subarray(3) : text.head
  refuseBinary(head, name)
  const chunks = marked ? withoutFirst(3, text.chunks) : text.chunks
  const shape = detectTableShape(head.toString('utf8'))
  if (shape)
    return {
      name,
      notes,
      written: { kind: 'json', detail: null },
      ...(await takeHead(asLines(chunks, shape, name, notes), HEAD)),
    }
  return text.head.length < HEAD
    ? { name, notes, head, chunks }
    : { name, notes, ...(await takeFirstRow(chunks, name)) }
}

/** Whether a text has characters beyond ASCII and none of them is UTF-8, as what Windows wrote before it. */
function isSingleByte(head: Buffer): boolean {
  // the head may end within a character
  const beyond = new Set(new StringDecoder('utf8').write(head).match(/\P{ASCII}/gu))
  const isWritten = head.includes('\ufffd')
  return beyond.size === 1 && beyond.has('\ufffd') && !isWritten
}

async function* fromWindows(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('windows-1252')
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }))
  yield Buffer.from(decoder.decode())
}

/**
 * A packed file is read from its path, or from memory if it comes as a stream.
 * @throws {FileError} if a stream is too large
 */
async function packedSource(
  path: string,
  stream: Readable | null,
  chunks: AsyncIterable<Buffer>,
  name: string,
): Promise<PackedSource> {
  if (!stream) {
    // closes the file; the thread opens it anew
    for await (const _ of chunks) break
    return { path }
  }
  return { bytes: new Uint8Array(await readWholeFile(chunks, LARGEST_STREAM, name)) }
}

/** Reads ahead until the first row is complete, but no further than rows may go; `chunks` still gives all bytes. */
async function takeFirstRow(chunks: AsyncIterable<Buffer>, name: string, size = HEAD) {
  const taken = await takeHead(chunks, size)
  if (taken.head.length < size || size >= ROW_LIMIT || hasFirstRow(taken.head, name)) return taken
  return takeFirstRow(taken.chunks, name, 2 * size)
}

/** A pipe or a device, which can be read once; null for any other path. No thread waits for a pipe, so the process can end. */
export async function openPipe(path: string): Promise<Readable | null> {
  const stats = await stat(path).catch(() => null)
  if (stats === null || stats.isFile() || stats.isDirectory()) return null
  if (!stats.isFIFO()) return createReadStream(path)
  try {
    return new Socket({ fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK), writable: false })
  } catch (error) {
    throw new FileError(fileReadFailure(path, error as NodeJS.ErrnoException))
  }
}

async function bytesOnDisk(
  path: string,
  name: string,
  onProgress: OpenOptions['onProgress'],
): Promise<AsyncIterable<Buffer>> {
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new FileError(fileReadFailure(path, error))
  })
  if (stats.isDirectory()) throw new FileError(msg('is_folder', { path }))
  const { size } = stats
  const stream = createReadStream(path, { highWaterMark: 65_536 })
  return streamBytes(stream, name, (read) => size > 0 && onProgress?.(Math.min(1, read / size)))
}

async function* streamBytes(
  stream: Readable,
  name: string,
  onRead?: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let read = 0
  try {
    for await (const chunk of stream) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk)
      yield bytes
      onRead?.((read += bytes.length))
    }
  } catch (error) {
    throw new FileError(fileReadFailure(name, error as NodeJS.ErrnoException))
  }
}

async function* unpack(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  // gunzip passes an error on to the reader below
  pipeline(Readable.from(chunks), gunzip, () => undefined)
  try {
    yield* gunzip as AsyncIterable<Buffer>
  } catch (error) {
    if (error instanceof FileError) throw error
    throw new FileError(msg('packed_damaged', { file: name, why: (error as Error).message }))
  }
}

/** Reads ahead until `size` bytes are there; `chunks` still gives all bytes. */
async function takeHead(source: AsyncIterable<Buffer>, size: number) {
  const iterator = source[Symbol.asyncIterator]()
  const taken: Buffer[] = []
  for (let length = 0; length < size;) {
    const { done, value } = await iterator.next()
    if (done) break
    taken.push(value)
    length += value.length
  }
  async function* chunks(): AsyncGenerator<Buffer> {
    yield* taken
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return { head: Buffer.concat(taken).subarray(0, size), chunks: chunks() }
}

/** Hashes what is read `through` it. */
export function fileHash() {
  const hash = createHash('sha256')
  async function* hashed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  return {
    through: (file: OpenFile): OpenFile => ({ ...file, chunks: hashed(file.chunks) }),
    /** Differs for files with different content. Known once all is read. */
    id: () => hash.copy().digest('base64url').slice(0, 22),
  }
}

async function* withoutFirst(count: number, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = count
  for await (const chunk of chunks) {
    if (chunk.length > left) yield left > 0 ? chunk.subarray(left) : chunk
    left = Math.max(0, left - chunk.length)
  }
}

/** The first bytes of files that hold no rows as text, and of a document of text. */
const BINARY: readonly (readonly [first: RegExp, what: UnreadableKind])[] = [
  [/^(?:\xff\xfe|\xfe\xff|(?:[^\0]\0){8}|(?:\0[^\0]){8})/, 'UTF-16'],
  [/^%PDF-/, 'PDF'],
  [/^(?:\x89PNG|\xff\xd8\xff|GIF8|RIFF....WEBP)/s, 'picture'],
  [/^(?:\xd0\xcf.\xe0|\{\\rtf)/, 'office'],
  [/^SQLite format 3\0/, 'SQLite'],
  [/^\x80\W/, 'pickle'],
  [/^(?:ARROW1|FEA1|\xff{4})/, 'Arrow'],
  [/^(?:\x28\xb5\x2f\xfd|BZh\d1AY|\xfd7zXZ|7z\xbc\xaf|Rar!|[^]{257}ustar)/, 'packed'],
]

function refuseForeign(head: Buffer, name: string): void {
  const first = head.toString('latin1', 0, 300)
  const what = BINARY.find(([begins]) => begins.test(first))?.[1]
  if (what) throw new FileError(msg('file_is', { file: name, what }))
}

function refuseBinary(head: Buffer, name: string): void {
  let control = 0
  for (const byte of head) if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13) control++
  if (control * 20 <= head.length) return
  throw new FileError(msg('no_text', { file: name }))
}

/**
 * The bytes of a text whose lines end with CR alone, as Excel's “CSV (Macintosh)” has them, with LF instead. An LF after a
 * CR is left out, also where the two are in different chunks.
 */
async function* withLineFeeds(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let afterReturn = false
  for await (const bytes of chunks) {
    const out = Buffer.allocUnsafe(bytes.length)
    let to = 0
    for (const byte of bytes) {
      if (byte !== LF || !afterReturn) out[to++] = byte === CR ? LF : byte
      afterReturn = byte === CR
    }
    yield out.subarray(0, to)
  }
}

// Packed files, which a thread reads: Parquet, Excel workbooks, logs of Inspect, and archives of one file.

/** Formats that are not text: a Parquet file, or a zip archive (an Excel workbook, a log of Inspect, one file). */
type Packing = 'parquet' | 'zip'

/** A packed file: a path on this machine, or its bytes. */
export type PackedSource = { path: string } | { bytes: Uint8Array }

/** What the thread is asked to read first; each further task asks for the next part of it. */
export interface PackedTask {
  packing: Packing
  name: string
  source: PackedSource
}

/** What the thread answers: some text, the end, or why the file cannot be used. */
export type PackedReport =
  | { text: string | Uint8Array; share: number; note?: CodedMessage }
  | { end: true }
  | { wrong: CodedMessage }

/** The largest packed file that arrives as a stream, in MiB. */
const LARGEST_STREAM = 512
/** Memory of the thread in MiB, and the same again for what it unpacks. */
const MEMORY = 1024
/** How often the unpacked bytes are measured, in milliseconds: no limit of Node counts them. */
const MEASURED_EVERY = 100
/** The longest wait for the next rows, in seconds. */
const PATIENCE = 120

/**
 * The rows of a packed file as text: JSON lines, CSV or a JSON document. A thread with limited memory reads it, so that
 * no file can end this process.
 * @throws {FileError} if the file is damaged, of another kind, or takes too much memory or time
 */
export async function* textOfPacked(
  task: PackedTask,
  onProgress?: (share: number) => void,
  onNote?: (note: CodedMessage) => void,
): AsyncGenerator<Buffer> {
  const { name: file } = task
  const thread = new Thread(new URL('./packed-thread.ts', import.meta.url), { megabytes: MEMORY })
  const tooLarge = new FileError(msg('packed_takes_memory', { file, megabytes: MEMORY }))
  const tooSlow = new FileError(msg('packed_takes_long', { file, seconds: PATIENCE }))
  let isTooLarge = false
  const measure = async () => {
    isTooLarge ||= (await thread.externalBytes()) > MEMORY * 1024 * 1024
    if (isTooLarge) await thread.kill(tooLarge)
  }
  // a thread that has ended has no statistics, and its end is reported below
  const measuring = setInterval(() => void measure().catch(() => {}), MEASURED_EVERY).unref()
  try {
    for (let next: PackedTask | null = task; ; next = null) {
      if (isTooLarge) throw tooLarge
      const timer = setTimeout(() => void thread.kill(tooSlow), PATIENCE * 1000)
      const report = await thread.ask<PackedReport>(next).finally(() => clearTimeout(timer))
      if ('end' in report) return
      if ('wrong' in report) throw new FileError(report.wrong)
      onProgress?.(report.share)
      if (report.note) onNote?.(report.note)
      yield Buffer.from(report.text)
    }
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') throw tooLarge
    throw error instanceof FileError ? error : new FileError(msg('packed_damaged', { file, why: message }))
  } finally {
    clearInterval(measuring)
    await thread.kill()
  }
}
