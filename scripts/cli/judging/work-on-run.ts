import { setTimeout as sleep } from 'node:timers/promises'
import { DeadheatError } from '../../../clients/typescript/error.ts'
import { startWork } from '../../../server/start-work.ts'
import type {
  AdminArenaDetail,
  JudgingProgress,
  JudgingState,
  ProviderKey,
} from '../../../shared/contracts/index.ts'
import { completedShare } from '../../../shared/sentence/count.ts'
import { printNote, progress as bar, type Terminal } from '../terminal/terminal.ts'
import { adminPath, type Remote } from '../remote/server.ts'
import { runLine } from '../../../shared/finish/run-view.ts'
import { msg } from '../../../shared/messages/index.ts'
import { UsageError } from '../terminal/errors.ts'
import { leaveAndExit, onRequestToEnd } from '../../../server/platform/process.ts'

const LOOK_EVERY_MS = 250
const LINE_EVERY_MS = 10_000

/** A connection costs Postgres as much as twenty statements, and calls to models take longer than these. */
const CONNECTIONS = 4

/** Shows the progress of the arena's latest run until the run stops, or until `isOver` says so. */
export type ShowRun = (isOver?: () => Promise<boolean>) => Promise<JudgingProgress | null>

/**
 * Shows the judging of a server until `act` ends. A server within this process works on it meanwhile, together with other
 * processes. The first Ctrl-C pauses the run: calls under way end and count, or are given up where this process makes them.
 * The second one does not wait.
 * @param atOnce  parallel calls to each provider from this process; null: as many as the provider takes
 * @throws {UsageError} if calls wait for a key that neither this process nor another one has; the run is paused then
 */
export async function whileJudging<T>(
  terminal: Terminal,
  { json, app }: Pick<Remote, 'json' | 'app'>,
  slug: string,
  atOnce: number | null,
  act: (showRun: ShowRun) => Promise<T>,
): Promise<T> {
  const path = `${adminPath(slug)}/judging`
  // nobody looks at a board meanwhile but on pages, whose server makes it; whoever needs one later makes it then
  const options = { atOnce, makesBoards: false, connections: CONNECTIONS }
  const work = app && (await startWork(app, options))
  const { signal: interrupted, end } = interrupts()
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= work?.stop())
  const read = async () => (await json<JudgingState>(path)).judging
  const pause = async () => {
    if ((await read())?.status === 'running')
      await json(`${path}/pause`, { method: 'POST' }).catch(unlessOver)
  }
  const showRun: ShowRun = async (isOver) => {
    let missing: ProviderKey | undefined
    const isKeyless = async (waiting: readonly string[]) => {
      const { keys } = await json<AdminArenaDetail>(adminPath(slug))
      // where this process has one, another provider may still be asked
      if (!keys.some(({ isSet }) => isSet)) missing = keys.find(({ provider }) => waiting.includes(provider))
      return missing !== undefined
    }
    const last = await watchRun(terminal, read, interrupted, { isOver, isKeyless })
    if (!interrupted.aborted && !missing) return last
    if (interrupted.aborted) printNote(terminal, 'Pausing: running calls get a few seconds to finish.')
    await pause()
    await stop()
    // the end of one run may have started the next
    await pause()
    const paused = await read()
    if (missing && !interrupted.aborted && paused?.status === 'paused')
      throw new UsageError(msg('key_missing', { name: missing.provider, variable: missing.apiKeyEnv }))
    return paused
  }
  try {
    return await act(showRun)
  } finally {
    await stop()
    end()
  }
}

/** The run may have ended meanwhile. */
function unlessOver(error: unknown): void {
  if (!(error instanceof DeadheatError) || error.status === null || error.status >= 500) throw error
}

/**
 * A run that nobody calls a model for waits so long for a process that has the key, in milliseconds. If calls were made before,
 * another process may pause after a failure, for five minutes at most.
 */
const KEYLESS_MS = { atFirst: 15_000, later: 6 * 60_000 }

/**
 * Shows the progress of a run until it stops, until `isOver` says so, or until the signal.
 * @param isKeyless  asked when nobody calls a model, and these providers wait for keys; ends it if no process has one
 */
async function watchRun(
  terminal: Terminal,
  read: () => Promise<JudgingProgress | null>,
  signal: AbortSignal,
  {
    isOver,
    isKeyless,
  }: {
    isOver: (() => Promise<boolean>) | undefined
    isKeyless: (waiting: readonly string[]) => Promise<boolean>
  },
): Promise<JudgingProgress | null> {
  const progressBar = bar(terminal, 'Judging')
  const lines = !terminal.stderr.isTTY
  let lastLineAt = terminal.now().getTime()
  let called = { calls: -1, at: lastLineAt }
  try {
    for (;;) {
      const progress = await read()
      if (signal.aborted || (isOver ? await isOver() : progress?.status !== 'running')) return progress
      if (progress) progressBar.to(completedShare(progress), runLine(progress, terminal.now()))
      if (progress && lines && terminal.now().getTime() - lastLineAt >= LINE_EVERY_MS) {
        lastLineAt = terminal.now().getTime()
        printNote(terminal, runLine(progress, terminal.now()))
      }
      const now = terminal.now().getTime()
      const waiting = progress?.waitingFor ?? []
      const { done = 0, failed = 0, underWay = 0 } = progress?.calls ?? {}
      const isWaiting = waiting.length > 0 && waiting.every(({ why }) => why === 'no_key') && underWay === 0
      if (!isWaiting || done + failed !== called.calls) called = { calls: done + failed, at: now }
      else if (now - called.at >= (done + failed === 0 ? KEYLESS_MS.atFirst : KEYLESS_MS.later)) {
        if (await isKeyless(waiting.map(({ provider }) => provider))) return progress
        called.at = now
      }
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
    }
  } finally {
    progressBar.end()
  }
}

/**
 * A signal that fires at the first Ctrl-C or other request to end. The second one does not wait, the third not even for
 * the embedded database.
 * @returns the signal, and a function that stops listening
 */
function interrupts(): { signal: AbortSignal; end: () => void } {
  const interrupted = new AbortController()
  const end = onRequestToEnd((nth) => {
    if (nth > 2) process.exit(1)
    if (nth === 2) void leaveAndExit(1)
    interrupted.abort()
  })
  return { signal: interrupted.signal, end }
}
