import { DeadheatError } from '../../../clients/typescript/index.ts'
import type { Board, JudgingRequest, JudgingState } from '../../../shared/contracts/index.ts'
import { printFinished } from '../judging/finish.ts'
import { interrupts } from '../judging/interrupts.ts'
import { watchRun } from '../judging/work-on-run.ts'
import type { ShowRun } from '../judging/work-on-run.ts'
import { note } from '../terminal/output.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { Remote } from './server.ts'

export const adminPath = (slug: string): string => `/api/admin/arenas/${encodeURIComponent(slug)}`

/**
 * Shows the judging of a server until `act` ends. The server makes the calls. The first Ctrl-C pauses the run there;
 * calls under way end and count. The second one does not wait.
 * @param act gets `showRun`, and a signal that fires on an interrupt
 */
export async function whileFollowing<T>(
  terminal: Terminal,
  { json }: Remote,
  slug: string,
  act: (showRun: ShowRun, interrupted: AbortSignal) => Promise<T>,
): Promise<T> {
  const at = `${adminPath(slug)}/judging`
  const { signal, end } = interrupts()
  const read = async () => (await json<JudgingState>(at)).judging
  const showRun: ShowRun = async (isOver) => {
    const last = await watchRun(terminal, read, signal, isOver)
    if (!signal.aborted) return last
    note(terminal, 'Pausing: running calls get a few seconds to finish.')
    if ((await read())?.status !== 'running') return read()
    return (await json<JudgingState>(`${at}/pause`, { method: 'POST' }).catch(unlessOver))?.judging ?? read()
  }
  try {
    return await act(showRun, signal)
  } finally {
    end()
  }
}

/** The run may have ended meanwhile. */
function unlessOver(error: unknown): null {
  if (error instanceof DeadheatError && error.status !== null && error.status < 500) return null
  throw error
}

interface RunOptions {
  request: JudgingRequest
  json: boolean
  resumeCommand: string
}

/** Starts a run, shows it until it stops, and prints its result with the boards, as on a database. */
export async function judgeOver(
  terminal: Terminal,
  remote: Remote,
  slug: string,
  { request, ...options }: RunOptions,
): Promise<void> {
  const progress = await whileFollowing(terminal, remote, slug, async (showRun) => {
    await remote.json<JudgingState>(`${adminPath(slug)}/judging/start`, { method: 'POST', body: request })
    return (await showRun())!
  })
  printFinished(terminal, slug, { progress, boards: await boardsOf(remote, slug) }, options)
}

/** The judges' board under each criterion. */
async function boardsOf({ client }: Remote, slug: string): Promise<Board[]> {
  const boards: Board[] = []
  for (const criterion of (await client.arena(slug)).criteria)
    boards.push(await client.board(slug, { source: 'judges', criterion }))
  return boards
}
