import type { Deps } from '../platform/deps.ts'
import { LimitedThread } from '../platform/limited-thread.ts'
import { actingToken } from '../platform/operators/index.ts'
import type { HowToRead } from './import/read-sent.ts'
import { receiveUpload } from './import/receive-upload.ts'

/** The settings that the thread needs. */
type Settings = Pick<Deps, 'actor' | 'publishEvery' | 'prices' | 'providerKeys' | 'privateProviders'> & {
  /** The name of the token that acts. */
  token: string | null
}

/** What is imported: votes, answers and prompts, or an arena to create or update, or a dry run of it. */
export type ImportWork =
  | {
      kind: 'import'
      slug: string
      /** What is said about the arena; what is missing stays as it is. */
      described: { title?: string; description?: string }
      how: HowToRead
      dryRun: boolean
      /** Where each file is, by its path as it was sent. */
      files: Map<string, string>
      /** The most bytes that a file may unpack to. */
      mostUnpacked: number
    }
  | {
      kind: 'bring' | 'try'
      /** The request as it came. */
      body: ArrayBuffer
      contentType: string | null
    }

export type FilesToImport = Omit<Extract<ImportWork, { kind: 'import' }>, 'kind' | 'files' | 'mostUnpacked'>

export interface ImportTask extends Settings {
  url: string
  now: Date
  work: ImportWork
}

const thread = new LimitedThread(new URL('./import-thread.ts', import.meta.url))

/** Bytes of uploaded files that prolong the time for reading by a second. */
const BYTES_PER_SECOND = 1024 * 1024
/** The most bytes that a file may unpack to, if the limit for uploads is smaller. */
const UNPACKED = 64 * 1024 * 1024

/**
 * Imports the files of a request in a thread, one request at a time. They wait for it on disk.
 * @throws {ProblemError} errors of the import; too_large if the files are larger than `importMegabytes`, or if reading
 *   exceeds a limit of `fileLimits`, which grants a second more for each megabyte
 */
export async function importUpload<Receipt>(
  deps: Deps,
  request: Request,
  what: FilesToImport,
): Promise<Receipt> {
  const { importMegabytes, fileLimits } = deps
  const upload = await receiveUpload(request, importMegabytes)
  try {
    const mostUnpacked = Math.max(UNPACKED, importMegabytes * 1024 * 1024)
    const seconds = fileLimits.seconds + Math.floor(upload.size / BYTES_PER_SECOND)
    const work: ImportWork = { kind: 'import', ...what, files: upload.files, mostUnpacked }
    return await thread.ask<Receipt>(taskOf(deps, work), { ...fileLimits, seconds })
  } finally {
    await upload.remove()
  }
}

/**
 * Creates or updates an arena by the files of a request, in the same thread.
 * @throws {ProblemError} errors of the import; too_large if reading exceeds a limit of `fileLimits`
 */
export async function importArena<Receipt>(
  deps: Deps,
  request: Request,
  kind: 'bring' | 'try',
): Promise<Receipt> {
  const body = await request.arrayBuffer()
  const work: ImportWork = { kind, body, contentType: request.headers.get('content-type') }
  return thread.ask<Receipt>(taskOf(deps, work), deps.fileLimits, [body])
}

function taskOf(deps: Deps, work: ImportWork): ImportTask {
  const { connectionString: url, clock, actor, publishEvery, prices, providerKeys, privateProviders } = deps
  const settings = { actor, token: actingToken(), publishEvery, prices, providerKeys, privateProviders }
  return { ...settings, url, now: clock(), work }
}
