import type { ArenaDetail, Board, JudgingProgress, RetestReport } from '../../../shared/contracts/index.ts'
import { arenaPath, fetchBoard, type Remote } from '../remote/server.ts'
import { changesSince, finishBoard, seenBoard } from '../../../shared/finish/index.ts'
import { putBoard } from '../terminal/board.ts'
import { printNote, print, printJson, terminalWidth, type Terminal } from '../terminal/terminal.ts'
import { retestText } from '../../../server/judge-evaluation/render/retest-text.ts'
import { runResult } from '../../../shared/finish/run-view.ts'

interface FinishOptions {
  /** The judges' board of the first criterion before the run. */
  before: Board
  /** The result of repeats, if there were any. */
  retest?: RetestReport | undefined
}

/**
 * Prints the result of a run and the judges' board of every criterion. The exit code is 1 if something is left to do, and
 * 3 if an outside failure paused the run or every judgement failed. As JSON, `boards` has all boards and `board` is the first.
 */
export async function finish(
  terminal: Terminal,
  remote: Remote,
  slug: string,
  progress: JudgingProgress,
  { before, retest }: FinishOptions,
): Promise<void> {
  const boards: Board[] = []
  for (const criterion of (await remote.json<ArenaDetail>(arenaPath(slug))).criteria)
    boards.push(await fetchBoard(remote, slug, { source: 'judges', criterion }))
  printNote(terminal, runResult(progress, resumeCommand(terminal), boards[0]?.votes ?? 0))
  const changed = boards[0] ? runChanges(before, boards[0]) : null
  if (terminal.json)
    printJson(terminal, {
      arena: slug,
      judging: progress,
      board: boards[0],
      boards,
      ...(changed && { changed }),
      ...(retest && { retest }),
    })
  else
    for (const board of boards) {
      if (boards.length > 1) print(terminal, `Criterion: ${board.view.criterion}\n`)
      await putBoard(terminal, board, { format: 'table' })
    }
  if (changed && !terminal.json) print(terminal, `\n${changed}`)
  if (retest && !terminal.json) print(terminal, `\n${retestText(retest, terminalWidth(terminal))}`)
  terminal.exitCode = runExitCode(progress, boards)
}

/** The judges' board of the first criterion. */
export const judgesBoard = (remote: Remote, slug: string): Promise<Board> =>
  fetchBoard(remote, slug, { source: 'judges' })

/** What a run changed on a board that had ratings before it. */
export function runChanges(before: Board, after: Board): string | null {
  if (before.state === 'first_votes') return null
  const previous = seenBoard(finishBoard(before), new Date(before.computedAt))
  return changesSince(previous, finishBoard(after), { isByRun: true })
}

function runExitCode({ status, cause, judgements }: JudgingProgress, boards: readonly Board[]): 0 | 1 | 3 {
  const hasOnlyFailures = judgements.done === 0 && judgements.failed > 0
  const hadOnlyFailures = boards.every(
    ({ votes, warnings }) => votes === 0 && warnings.some(({ code }) => code === 'failed_judgements'),
  )
  if (status === 'done') return hasOnlyFailures || hadOnlyFailures ? 3 : 0
  return status === 'paused' && cause !== null ? 3 : 1
}

/**
 * The command that resumes a run: as it was typed, but for a token, and for `--retry-failed`: what it asked
 * for is under way.
 */
export function resumeCommand({ args }: Terminal): string {
  const words = args.filter(
    (word, place) => !/^--(?:token|json|retry-failed)(?:=|$)/.test(word) && args[place - 1] !== '--token',
  )
  return ['deadheat', ...words.map(quoted)].join(' ')
}

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
