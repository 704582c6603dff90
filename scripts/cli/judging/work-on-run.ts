import { setTimeout as sleep } from 'node:timers/promises'
import type { Arena } from '../../../server/arenas/index.ts'
import { pauseRun, progressOf } from '../../../server/runs/index.ts'
import type { AppContext } from '../../../server/open-app.ts'
import { ProblemError } from '../../../server/platform/problem.ts'
import { startWork } from '../../../server/start-work.ts'
import type { JudgingProgress } from '../../../shared/contracts/index.ts'
import { shareOf } from '../../../shared/judging/share-of.ts'
import { note } from '../terminal/output.ts'
import { progress as bar } from '../terminal/progress.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { wordsOf } from './progress-words.ts'

const LOOK_EVERY_MS = 250
const LINE_EVERY_MS = 10_000
const SAME_SIGNAL_MS = 1000

/**
 * Works on the arena's run, together with other processes, and shows its progress until the run stops. The first
 * Ctrl-C pauses it: running calls end within seconds or are given up. The second one does not wait.
 */
export const workOnRun = (
  terminal: Terminal,
  app: AppContext,
  arena: Arena,
  atOnce: number | null,
): Promise<JudgingProgress> =>
  whileWorking(terminal, app, arena, atOnce, async (showRun) => (await showRun())!)

/** Shows the progress of the arena's latest run until the run stops, or until `isOver` says so. */
export type ShowRun = (isOver?: () => Promise<boolean>) => Promise<JudgingProgress | null>

/**
 * Works on the arena's runs until `act` ends.
 * @param act  gets `showRun`, and a signal that fires on an interrupt
 */
export async function whileWorking<T>(
  terminal: Terminal,
  app: AppContext,
  arena: Arena,
  atOnce: number | null,
  act: (showRun: ShowRun, interrupted: AbortSignal) => Promise<T>,
): Promise<T> {
  const work = await startWork(app, { atOnce })
  const interrupted = new AbortController()
  let interruptedAt = 0
  const interrupt = () => {
    const now = performance.now()
    // a terminal and npm both send the signal
    if (interruptedAt > 0 && now - interruptedAt > SAME_SIGNAL_MS) process.exit(1)
    if (interruptedAt === 0) interruptedAt = now
    interrupted.abort()
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, interrupt)
  let stopped: Promise<void> | null = null
  const stop = () => (stopped ??= work.stop())
  const pause = async () => {
    const running = (await progressOf(app.deps, arena.id))?.status === 'running'
    // the run may have ended meanwhile
    if (running) await pauseRun(app.deps, arena).catch(unlessOver)
  }
  const showRun: ShowRun = async (isOver) => {
    const last = await watch(terminal, app, arena, interrupted.signal, isOver)
    if (!interrupted.signal.aborted) return last
    note(terminal, 'Pausing: running calls get a few seconds to finish.')
    await pause()
    await stop()
    // the end of one run may have started the next
    await pause()
    return progressOf(app.deps, arena.id)
  }
  try {
    return await act(showRun, interrupted.signal)
  } finally {
    await stop()
    for (const signal of signals) process.off(signal, interrupt)
  }
}

function unlessOver(error: unknown): void {
  const isOver =
    error instanceof ProblemError && (error.code === 'run_unknown' || error.code === 'challenge_under_way')
  if (!isOver) throw error
}

async function watch(
  terminal: Terminal,
  { deps }: AppContext,
  { id }: Arena,
  signal: AbortSignal,
  isOver?: () => Promise<boolean>,
): Promise<JudgingProgress | null> {
  const progressBar = bar(terminal, 'Judging')
  const lines = !terminal.stderr.isTTY
  let lastLineAt = terminal.now().getTime()
  try {
    for (;;) {
      const progress = await progressOf(deps, id)
      if (signal.aborted || (isOver ? await isOver() : progress?.status !== 'running')) return progress
      if (progress) progressBar.to(shareOf(progress), wordsOf(progress, terminal.now()))
      if (progress && lines && terminal.now().getTime() - lastLineAt >= LINE_EVERY_MS) {
        lastLineAt = terminal.now().getTime()
        note(terminal, wordsOf(progress, terminal.now()))
      }
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
    }
  } finally {
    progressBar.end()
  }
}
