import { setTimeout as sleep } from 'node:timers/promises'
import type { Arena } from '../../../server/arenas/index.ts'
import { pauseRun, progressOf } from '../../../server/runs/index.ts'
import type { AppContext } from '../../../server/open-app.ts'
import { ProblemError } from '../../../server/platform/problem.ts'
import { startWork } from '../../../server/start-work.ts'
import type { JudgingProgress } from '../../../shared/contracts/index.ts'
import { shareOf } from '../../../shared/sentence/count.ts'
import { note, progress as bar, type Terminal } from '../terminal/terminal.ts'
import { unreadableWords, wordsOf } from './progress-words.ts'
import { leaveAndExit, onRequestToEnd } from '../../../server/platform/process.ts'

const LOOK_EVERY_MS = 250
const LINE_EVERY_MS = 10_000

/** Nobody looks at a board meanwhile but on pages, whose server makes it. Whoever needs one later makes it then. */
const BOARDS_AFTER_MS = 10_000
/** A connection costs Postgres as much as twenty statements, and calls to models take longer than these. */
const CONNECTIONS = 4

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
  toldOn(terminal)
  const work = await startWork(app, { atOnce, boardsAfterMs: BOARDS_AFTER_MS, connections: CONNECTIONS })
  const { signal: interrupted, end } = interrupts()
  let stopped: Promise<void> | null = null
  const stop = () => (stopped ??= work.stop())
  const pause = async () => {
    const running = (await progressOf(app.deps, arena.id))?.status === 'running'
    // the run may have ended meanwhile
    if (running) await pauseRun(app.deps, arena).catch(unlessOver)
  }
  const showRun: ShowRun = async (isOver) => {
    const read = () => progressOf(app.deps, arena.id)
    const last = await watchRun(terminal, read, interrupted, isOver)
    if (!interrupted.aborted) return last
    note(terminal, 'Pausing: running calls get a few seconds to finish.')
    await pause()
    await stop()
    // the end of one run may have started the next
    await pause()
    return progressOf(app.deps, arena.id)
  }
  try {
    return await act(showRun, interrupted)
  } finally {
    await stop()
    end()
  }
}

function unlessOver(error: unknown): void {
  const isOver =
    error instanceof ProblemError && (error.code === 'run_unknown' || error.code === 'challenge_under_way')
  if (!isOver) throw error
}

/**
 * By terminal, the judges of which it has shown a reply without a verdict, and since when: batches of one command show
 * the first of each judge, and a resumed run none from before.
 */
const TOLD = new WeakMap<Terminal, { since: number; judges: Set<string> }>()

function toldOn(terminal: Terminal) {
  const told = TOLD.get(terminal) ?? { since: terminal.now().getTime(), judges: new Set() }
  TOLD.set(terminal, told)
  return told
}

/** Shows the progress of a run until it stops, until `isOver` says so, or until the signal. */
export async function watchRun(
  terminal: Terminal,
  read: () => Promise<JudgingProgress | null>,
  signal: AbortSignal,
  isOver?: () => Promise<boolean>,
): Promise<JudgingProgress | null> {
  const progressBar = bar(terminal, 'Judging')
  const told = toldOn(terminal)
  const lines = !terminal.stderr.isTTY
  let lastLineAt = terminal.now().getTime()
  try {
    for (;;) {
      const progress = await read()
      for (const one of progress?.unreadable ?? []) {
        if (Date.parse(one.at) < told.since || told.judges.has(one.judge)) continue
        told.judges.add(one.judge)
        progressBar.end()
        note(terminal, unreadableWords(one))
      }
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

// The options that `run`, `judge` and `challenge` share.

/**
 * A signal that fires at the first Ctrl-C or other request to end. The second one does not wait, the third not even for
 * the embedded database.
 * @returns the signal, and a function that stops listening
 */
export function interrupts(): { signal: AbortSignal; end: () => void } {
  const interrupted = new AbortController()
  const end = onRequestToEnd((nth) => {
    if (nth > 2) process.exit(1)
    if (nth === 2) void leaveAndExit(1)
    interrupted.abort()
  })
  return { signal: interrupted.signal, end }
}
