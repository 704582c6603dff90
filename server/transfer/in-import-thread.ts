import type { Deps } from '../platform/deps.ts'
import { LimitedThread } from '../platform/limited-thread.ts'
import { actingToken } from '../platform/operators/index.ts'
import type { HowToRead } from './import/read-sent.ts'

/** The settings that the thread needs. */
type Settings = Pick<Deps, 'actor' | 'publishEvery' | 'prices' | 'providerKeys' | 'privateProviders'> & {
  /** The name of the token that acts. */
  token: string | null
}

/**
 * What the sent files are for: an import of votes, answers and prompts, an arena to create or update, or a dry run of
 * it.
 */
export type ImportPurpose =
  | {
      kind: 'import'
      slug: string
      /** What is said about the arena; what is missing stays as it is. */
      described: { title?: string; description?: string }
      how: HowToRead
      dryRun: boolean
    }
  | { kind: 'bring' | 'try' }

export interface ImportTask extends Settings {
  url: string
  now: Date
  /** The request as it came. */
  body: ArrayBuffer
  contentType: string | null
  purpose: ImportPurpose
}

const thread = new LimitedThread(new URL('./import-thread.ts', import.meta.url))

/**
 * Reads the files of a request and imports them in a thread, one request at a time.
 * @throws {ProblemError} errors of the import; too_large if reading exceeds a limit of `fileLimits`
 */
export async function inImportThread<Receipt>(
  deps: Deps,
  request: Request,
  purpose: ImportPurpose,
): Promise<Receipt> {
  const { connectionString: url, clock, fileLimits } = deps
  const { actor, publishEvery, prices, providerKeys, privateProviders } = deps
  const body = await request.arrayBuffer()
  const contentType = request.headers.get('content-type')
  const settings = { actor, token: actingToken(), publishEvery, prices, providerKeys, privateProviders }
  const task: ImportTask = { ...settings, url, now: clock(), body, contentType, purpose }
  return thread.ask(task, fileLimits, [body])
}
