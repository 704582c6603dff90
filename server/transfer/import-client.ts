import type { Deps } from '../platform/deps.ts'
import { Thread } from '../platform/jobs/thread.ts'
import { actingToken } from '../platform/http/operators.ts'
import type { ColumnOptions } from './formats/column-changes.ts'
import type { ArenaOptions } from './arena-file/bring-arena.ts'
import { filesHere } from './files-here.ts'
import type { Context } from 'hono'
import type { ImportOptions, DeclaredKinds } from './import/read-import.ts'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { MAX_ARENA_BYTES, MAX_ARENA_FILES } from '../../shared/contracts/index.ts'
import { msg, type CodedMessage } from '../../shared/messages/index.ts'
import { boundedChunks, MultipartError, readForm, WHOLE_BODY } from '../platform/http/body.ts'
import { ProblemError } from '../platform/problem.ts'

/** What is imported: votes, answers and prompts, or an arena to create or update, or a dry run of it. */
export type ImportOrder =
  | ({
      kind: 'import'
      slug: string
      /** What is said about the arena; what is missing stays as it is. */
      described: { title?: string; description?: string }
      how: ImportOptions
      kinds: DeclaredKinds
      dryRun: boolean
    } & UploadedWork)
  | ({ kind: 'look'; how: ColumnOptions } & UploadedWork)
  | (ArenaWork & UploadedWork)

/** The files of a request, on disk. */
interface UploadedWork {
  /** Where each file is, by its path as it was sent. */
  files: Map<string, string>
  /** The most bytes that a file may unpack to. */
  mostUnpacked: number
}

/** What to do with an arena that is sent. */
interface ArenaWork {
  kind: 'bring' | 'renew' | 'try'
  options: ArenaOptions
}

type FilesToImport = Omit<Extract<ImportOrder, { kind: 'import' }>, 'kind' | keyof UploadedWork>

export interface ImportTask extends Pick<Deps, 'actor' | 'settings'> {
  token: string | null
  url: string
  now: Date
  work: ImportOrder
}

/** Of files of strangers or operators, one at a time and within limits, so that they can neither delay nor end this process. */
const threads = new Map<number, Thread>()
let waiting = 0

/** The most imports that wait for the thread. */
const MAX_WAITING = 4
/** What follows the reading may take so many times as long. */
const AFTER_READING = 20

/** Bytes of uploaded files that prolong the time for reading by a second. */
const BYTES_PER_SECOND = 1024 * 1024
/** The most bytes that a file may unpack to, if the limit for uploads is smaller. */
const UNPACKED = 64 * 1024 * 1024

/**
 * Imports the files of a request in a thread, one request at a time. They wait for it on disk. Those of a request within
 * this process are read where they are, without a thread.
 * @throws {ProblemError} errors of the import; too_large if the files are larger than `importMegabytes`, or if reading
 *   exceeds a limit of `fileLimits`, which grants a second more for each megabyte
 */
export const importUpload = <Receipt>(deps: Deps, c: Context, what: FilesToImport): Promise<Receipt> =>
  withUpload(deps, c, (upload) => ({ kind: 'import', ...what, ...upload }))

/**
 * Looks at the files of a request in the same thread.
 * @throws {ProblemError} as `importUpload`, but for what is wrong with a file
 */
export const previewUpload = <Looks>(deps: Deps, c: Context, how: ColumnOptions): Promise<Looks> =>
  withUpload(deps, c, (upload) => ({ kind: 'look', how, ...upload }))

async function withUpload<Answer>(
  deps: Deps,
  c: Context,
  workOn: (upload: UploadedWork) => ImportOrder,
  megabytes = deps.settings.importMegabytes,
): Promise<Answer> {
  const here = filesHere(c)
  if (here) {
    const { carryOut } = await import('./import-work.ts')
    const work = workOn({ files: new Map(), mostUnpacked: Infinity })
    return (await carryOut({ ...deps, env: deps.services.models.environment() }, work, here)) as Answer
  }
  const { fileLimits } = deps.settings
  const upload = await receiveUpload(c.req.raw, megabytes)
  try {
    const mostUnpacked = Math.max(UNPACKED, megabytes * 1024 * 1024)
    const seconds = fileLimits.seconds + Math.floor(upload.size / BYTES_PER_SECOND)
    const work = workOn({ files: upload.files, mostUnpacked })
    return await askThread<Answer>(importTask(deps, work), { ...fileLimits, seconds })
  } finally {
    await upload.remove()
  }
}

/**
 * Creates or updates an arena by the files of a request, in the same thread.
 * @throws {ProblemError} as `importUpload`
 */
export const importArena = <Receipt>(deps: Deps, c: Context, what: ArenaWork): Promise<Receipt> =>
  withUpload(deps, c, (upload) => ({ ...what, ...upload }), MAX_ARENA_BYTES / 1024 / 1024)

async function askThread<Answer>(
  task: ImportTask,
  { seconds, megabytes }: Deps['settings']['fileLimits'],
): Promise<Answer> {
  if (waiting > MAX_WAITING)
    throw new ProblemError('too_many_requests', msg('many_at_once', { what: 'imports' }), { retryAfter: 5 })
  const thread =
    threads.get(megabytes) ?? new Thread(new URL('./import-thread.ts', import.meta.url), { megabytes })
  threads.set(megabytes, thread)
  const tooSlow = new ProblemError('too_large', msg('files_take_long', { seconds }))
  const tooLarge = new ProblemError('too_large', msg('files_take_memory', { megabytes }))
  waiting++
  try {
    // a heap that is nearly full is collected again and again, and never ends
    const afterReading = { seconds: AFTER_READING * seconds, reason: tooLarge }
    return await thread.askWithin<Answer>(task, { seconds, reason: tooSlow }, afterReading)
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge : error
  } finally {
    waiting--
  }
}

function importTask(deps: Deps, work: ImportOrder): ImportTask {
  const { postgres, clock, actor, settings } = deps
  return { actor, settings, token: actingToken(), url: postgres.connectionString, now: clock(), work }
}

// Stores the files of a request on disk while they arrive, so that their size does not matter to memory.

interface Upload {
  /** Where each file is, by its path as it was sent. */
  files: Map<string, string>
  /** Of all files together, in bytes. */
  size: number
  /** Removes them from disk. */
  remove(): Promise<void>
}

/**
 * Reads files of any kind from a request into a temporary folder: either a form with one field for each file, named by
 * its path, or one file as the body.
 * @param megabytes what the whole request may have
 * @throws {ProblemError} too_large if it has more, or if the disk is full; invalid_request if there is no file, or if
 *   the form cannot be read. Nothing stays on disk then.
 */
export async function receiveUpload(request: Request, megabytes: number): Promise<Upload> {
  const folder = await mkdtemp(join(tmpdir(), 'deadheat-upload-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const files = new Map<string, string>()
  let count = 0
  let size = 0
  const store = async (name: string, content: AsyncIterable<Uint8Array>) => {
    if (++count > MAX_ARENA_FILES) throw refuse(msg('files_many', { count, most: MAX_ARENA_FILES }))
    const place = join(folder, String(count))
    files.set(posix.normalize(name), place)
    const file = createWriteStream(place, { flags: 'wx', mode: 0o600 })
    await pipeline(content, file)
    size += file.bytesWritten
  }
  try {
    const chunks = boundedChunks(
      request,
      megabytes * 1024 * 1024,
      msg('files_large', {
        megabytes,
        instead:
          'Pack them with gzip, import them in the terminal beside the database, or raise DEADHEAT_IMPORT_LIMIT',
      }),
    )
    const contentType = request.headers.get('content-type') ?? ''
    await (/^multipart\//i.test(contentType)
      ? readForm(chunks, contentType, store)
      : store(WHOLE_BODY, chunks))
    if (size === 0) throw refuse(nothingIn([...files.keys()]))
  } catch (error) {
    await remove()
    throw asProblem(error as Error)
  }
  return { files, size, remove }
}

const nothingIn = (files: string[]) =>
  files.length === 0 || files[0] === WHOLE_BODY ? msg('no_file') : msg('nothing_in', { files })

function asProblem(error: Error & { code?: unknown }): Error {
  if (error instanceof MultipartError) return refuse(msg('form_unread'))
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    return new ProblemError(
      'too_large',
      'The folder for temporary files of the server has no room for these files. Free some, set TMPDIR to a larger disk, or import them in the terminal beside the database.',
    )
  return error
}

const refuse = (what: CodedMessage) => new ProblemError('invalid_request', what)
