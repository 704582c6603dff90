import type { Board, BoardContestant } from '../../../../shared/contracts/board.ts'

const written = new WeakMap<BoardContestant, string>()

/** A contestant as JSON. Cached, so that it is serialised once. */
function textOf(contestant: BoardContestant): string {
  const known = written.get(contestant) ?? JSON.stringify(contestant)
  written.set(contestant, known)
  return known
}

/** The new board, with the previous objects of unchanged contestants, so that their rows are not drawn again. */
export function withUnchangedContestants(board: Board, before: Board | null): Board {
  if (!before) return board
  const had = new Map(before.contestants.map((contestant) => [contestant.name, contestant]))
  const contestants = board.contestants.map((contestant) => {
    const old = had.get(contestant.name)
    return old && textOf(old) === textOf(contestant) ? old : contestant
  })
  return { ...board, contestants }
}
