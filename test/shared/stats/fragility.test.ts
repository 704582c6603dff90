import { describe, expect, it } from 'vitest'
import { fragilityOf } from '../../../shared/stats/declare/fragility.ts'
import type { VoteColumns } from '../../../shared/stats/fit/tally.ts'
import { duel, board, fitted, pick, randomBoard, type Row } from './boards.ts'
import { hasReferenceData, readBattles } from './reference.ts'

function fragilityIn(votes: VoteColumns) {
  const { counted, selection, theta } = fitted(votes)
  return fragilityOf(counted, selection, theta)
}

const leaderOf = (votes: VoteColumns) => {
  const { theta } = fitted(votes)
  return theta.indexOf(Math.max(...theta))
}

/** Every subset of `size` out of `count`. */
function* subsets(count: number, size: number, from = 0): Generator<number[]> {
  if (size === 0) return void (yield [])
  for (let i = from; i <= count - size; i++)
    for (const rest of subsets(count, size - 1, i + 1)) yield [i, ...rest]
}

describe('fragility', () => {
  it('of two contestants is the number of votes between them', () => {
    const rows: Row[] = [
      [0, 1, 0, 30],
      [0, 1, 1, 20],
      [0, 1, 2, 5],
    ]
    expect(fragilityIn(board(2, rows))).toEqual({
      leader: 0,
      becomes: 1,
      votes: 11,
      removed: [{ first: 0, second: 1, outcome: 'first', votes: 11 }],
    })
  })

  it.each([2, 3, 5, 8, 13, 21])('is confirmed by a refit without these votes (board %i)', (seed) => {
    const votes = randomBoard(seed, 6, 150, 10)
    const fragility = fragilityIn(votes)!
    const left = fragility.removed.map((cell) => ({ ...cell }))
    const remaining = [...votes.outcome.keys()].filter((vote) => {
      const first = Math.min(votes.left[vote], votes.right[vote])
      const second = Math.max(votes.left[vote], votes.right[vote])
      const winner = votes.outcome[vote] === 0 ? votes.left[vote] : votes.right[vote]
      const outcome = votes.outcome[vote] > 1 ? 'tie' : winner === first ? 'first' : 'second'
      const cell = left.find((one) => one.first === first && one.second === second && one.outcome === outcome)
      return !(cell && cell.votes-- > 0)
    })
    expect(remaining).toHaveLength(votes.outcome.length - fragility.votes)
    expect(leaderOf(votes)).toBe(fragility.leader)
    const { theta } = fitted(pick(votes, remaining))
    expect(theta[fragility.becomes]).toBeGreaterThan(theta[fragility.leader])
  })

  it('is the smallest number found by trying all removals', () => {
    const rows: Row[] = [
      [0, 1, 0, 5],
      [0, 1, 1, 3],
      [1, 2, 0, 4],
      [1, 2, 1, 3],
      [0, 2, 0, 4],
      [0, 2, 1, 2],
      [1, 2, 2, 2],
    ]
    const votes = board(3, rows)
    const all = [...votes.outcome.keys()]
    const least = [1, 2, 3].find((size) =>
      subsets(all.length, size).some((out) => {
        const { theta } = fitted(
          pick(
            votes,
            all.filter((vote) => !out.includes(vote)),
          ),
        )
        return Math.max(theta[1], theta[2]) > theta[0] + 1e-9
      }),
    )
    expect(fragilityIn(votes)!.votes).toBe(least)
  })

  it('is null for one contestant, or if a fit ceases to exist before the lead is reversed', () => {
    expect(fragilityIn(board(1, []))).toBeNull()
    expect(fragilityIn(duel(2, 1))).toBeNull()
  })
})

describe.skipIf(!hasReferenceData)('the fragility of published votes', () => {
  // Counting does in a star, where strengths are log odds (682 - 120 wins, and one more for being ahead), and where
  // everybody met everybody as often (50 - 47 games won, and one more).
  it.each([
    ['alpacaeval/battles_judge', 'gpt4_1106_preview', 'claude-instant-1.2', 563],
    ['classic/baseball1987', 'Milwaukee', 'Detroit', 4],
  ])('%s: %s falls behind %s without %i votes', (file, leader, becomes, votes) => {
    const { votes: columns, names } = readBattles(file)
    const fragility = fragilityIn(columns)!
    expect([names[fragility.leader], names[fragility.becomes], fragility.votes]).toEqual([
      leader,
      becomes,
      votes,
    ])
  })
})
