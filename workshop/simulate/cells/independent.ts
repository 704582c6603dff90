import { cell } from '../cell.ts'
import type { Cell } from '../cell.ts'
import { circle, even, lopsided, sparse } from '../schedules.ts'
import { equal, spread } from '../strengths.ts'

const SIZES = [
  { contestants: 3, boards: 2000, spreadBoards: 2000, votes: 20, sparseVotes: 30 },
  { contestants: 5, boards: 2000, spreadBoards: 2000, votes: 10, sparseVotes: 20 },
  { contestants: 20, boards: 800, spreadBoards: 300, votes: 10, sparseVotes: 30 },
  { contestants: 100, boards: 100, spreadBoards: 60, votes: 3, sparseVotes: 30 },
]

/** Independent votes: all sizes, strengths and schedules, with and without ties. */
export const independent: Cell[] = SIZES.flatMap(
  ({ contestants, boards, spreadBoards, votes, sparseVotes }) =>
    [equal, spread].flatMap((strengths) =>
      [even, sparse, lopsided].flatMap((schedule) =>
        [0, 0.3].map((ties) => {
          const times = schedule === sparse ? sparseVotes : votes
          const name = `M=${contestants} ${strengths.name} ${schedule.name} ${times} votes a pair${ties ? ', ties' : ''}`
          const meetings = schedule(contestants, times)
          return cell({
            group: 'independent',
            name,
            boards: strengths === spread ? spreadBoards : boards,
            strengths: strengths(contestants),
            meetings,
            ties,
          })
        }),
      ),
    ),
)

/** Boards with few votes, and one on which most contestants are linked only through many others. */
export const little: Cell[] = [
  ...[
    { contestants: 3, votes: 3, boards: 700 },
    { contestants: 3, votes: 5, boards: 700 },
    { contestants: 5, votes: 3, boards: 700 },
    { contestants: 20, votes: 1, boards: 300 },
    { contestants: 20, votes: 3, boards: 300 },
  ].flatMap(({ contestants, votes, boards }) =>
    [0, 0.3, 0.5].map((ties) =>
      cell({
        group: 'little',
        name: `M=${contestants} ${votes} votes a pair, ${100 * ties} % ties`,
        boards,
        strengths: equal(contestants),
        meetings: even(contestants, votes),
        ties,
      }),
    ),
  ),
  cell({
    group: 'little',
    name: 'M=20 in a circle, 50 votes with each neighbour',
    boards: 300,
    strengths: equal(20),
    meetings: circle(20, 50, [1]),
  }),
  cell({
    group: 'little',
    name: 'M=300 sparse 30 votes a pair',
    boards: 20,
    strengths: equal(300),
    meetings: sparse(300, 30),
  }),
]
