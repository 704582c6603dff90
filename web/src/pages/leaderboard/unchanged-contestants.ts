import type { Board, BoardContestant } from '../../../../shared/contracts/board.ts'

const written = new WeakMap<BoardContestant, string>()

/** All of it as one text, which is written once. */
function textOf(contestant: BoardContestant): string {
  const known = written.get(contestant) ?? JSON.stringify(contestant)
  written.set(contestant, known)
  return known
}

/** A new board with the objects of the one before for all contestants of whom nothing changed: their rows stay as they are. */
export function withUnchangedContestants(board: Board, before: Board | null): Board {
  if (!before) return board
  const had = new Map(before.contestants.map((contestant) => [contestant.name, contestant]))
  const contestants = board.contestants.map((contestant) => {
    const old = had.get(contestant.name)
    return old && textOf(old) === textOf(contestant) ? old : contestant
  })
  return { ...board, contestants }
}
