import type { Arena } from '../../server/arenas/index.ts'
import type { House } from '../../server/open-house.ts'
import { currentSnapshot, resolveView } from '../../server/ratings/index.ts'
import type { Board, JudgingProgress } from '../../shared/contracts/index.ts'
import { printBoard } from '../terminal/board.ts'
import { note, printJson } from '../terminal/output.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { outcomeOf } from './progress-words.ts'

/**
 * Says what came of a run and prints the judges' board; the exit code is 1 where there is something left to do.
 * @param goOn the command that goes on with it
 */
export async function finish(
  terminal: Terminal,
  { deps }: House,
  arena: Arena,
  progress: JudgingProgress,
  { json, goOn }: { json: boolean; goOn: string },
): Promise<void> {
  const view = await resolveView(deps, arena, { source: 'judges' })
  const board = JSON.parse((await currentSnapshot(deps, arena, view)).board) as Board
  note(terminal, outcomeOf(progress, goOn))
  if (json) printJson(terminal, { arena: arena.slug, judging: progress, board })
  else printBoard(terminal, board, 'table')
  terminal.exitCode = progress.status === 'done' ? 0 : 1
}
