import { describe, expect, it } from 'vitest'
import { davidsonErrors, fitDavidson, outcomesAmong } from '../../../shared/stats/fit/davidson.ts'
import { evidenceOf } from '../../../shared/stats/fit/evidence.ts'
import { pointsAmong as among } from '../../../shared/stats/fit/points.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { tally, type VoteColumns } from '../../../shared/stats/fit/tally.ts'
import { board, pick, randomBoard, type Row } from './boards.ts'

function errorsOf(votes: VoteColumns, by: 'unit' | 'vote') {
  const counted = tally(votes, by, 'half')
  const all = Int32Array.from({ length: votes.contestants }, (_, i) => i)
  const pairs = outcomesAmong(counted, all)
  const unitOf = by === 'unit' ? votes.unit : [...votes.outcome.keys()]
  return davidsonErrors(
    votes,
    all,
    unitOf,
    pairs,
    evidenceOf(counted, among(counted, all)),
    fitDavidson(pairs)!,
  )
}

describe("standard errors in Davidson's model", () => {
  it('of two contestants are those of the log odds of the multinomial', () => {
    const votes = board(2, [
      [0, 1, 0, 50],
      [0, 1, 1, 20],
      [0, 1, 2, 30],
    ])
    const both = Math.sqrt(1 / 50 + 1 / 20)
    for (const error of errorsOf(votes, 'vote')!.strengths) expect(error).toBeCloseTo(both / 2, 10)
    // ln ν = ln ties − (ln wins + ln losses)/2
    const logNu = Math.sqrt(1 / 30 + (1 / 50 + 1 / 20) / 4)
    expect(errorsOf(votes, 'vote')!.logNu).toBeCloseTo(logNu, 10)
  })

  it('of a board with repeated votes fall by the square root', () => {
    const rows: Row[] = [
      [0, 1, 0, 50],
      [0, 1, 1, 20],
      [1, 2, 2, 30],
      [1, 2, 0, 20],
      [2, 0, 0, 25],
      [0, 2, 0, 40],
    ]
    const [once, fourTimes] = [1, 4].map((times) =>
      errorsOf(
        board(
          3,
          rows.map(([left, right, outcome, count]) => [left, right, outcome, times * count!]),
        ),
        'vote',
      )!,
    )
    expect(fourTimes!.logNu).toBeCloseTo(once!.logNu / 2, 10)
    once!.strengths.forEach((error, i) => expect(fourTimes!.strengths[i]).toBeCloseTo(error / 2, 10))
  })

  it.each(['unit', 'vote'] as const)('by %s equal the spread of refits to resampled units', (by) => {
    const votes = randomBoard(11, 4, 900, 90)
    const members: number[][] = []
    votes.unit.forEach((unit, vote) => (members[by === 'unit' ? unit : vote] ??= []).push(vote))
    const thetas = Array.from({ length: 400 }, (_, round) => {
      const stream = new RandomStream(5, round)
      const drawn = members.flatMap(() => members[Math.floor(stream.uniform() * members.length)])
      const all = Int32Array.from([0, 1, 2, 3])
      return fitDavidson(outcomesAmong(tally(pick(votes, drawn), 'vote', 'half'), all))!.theta
    })
    errorsOf(votes, by)!.strengths.forEach((error, i) => {
      const mean = thetas.reduce((sum, theta) => sum + theta[i] / thetas.length, 0)
      const spread = Math.sqrt(
        thetas.reduce((sum, theta) => sum + (theta[i] - mean) ** 2, 0) / (thetas.length - 1),
      )
      expect(Math.abs(spread / error - 1)).toBeLessThan(0.1)
    })
  })

  it('of few votes are not below those of the model, and are null without ties', () => {
    const agreed = board(2, [
      [0, 1, 0, 8, 0],
      [0, 1, 1, 4, 0],
      [0, 1, 2, 4, 0],
      [0, 1, 0, 8, 1],
      [0, 1, 1, 4, 1],
      [0, 1, 2, 4, 1],
    ])
    for (const error of errorsOf(agreed, 'unit')!.strengths)
      expect(error).toBeCloseTo(Math.sqrt(1 / 16 + 1 / 8) / 2, 10)
    expect(
      errorsOf(
        board(2, [
          [0, 1, 0],
          [0, 1, 1],
        ]),
        'vote',
      ),
    ).toBeNull()
  })
})
