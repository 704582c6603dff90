import type { Board } from '../../../../shared/contracts/board.ts'

/** A new board with the objects of the one before for all contestants of whom nothing changed: their rows stay as they are. */
export function keptContestants(board: Board, before: Board | null): Board {
  if (!before) return board
  const had = new Map(before.contestants.map((contestant) => [contestant.name, contestant]))
  const contestants = board.contestants.map((contestant) => {
    const old = had.get(contestant.name)
    return old && JSON.stringify(old) === JSON.stringify(contestant) ? old : contestant
  })
  return { ...board, contestants }
}
