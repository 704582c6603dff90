import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  davidsonLikelihood,
  fitDavidson,
  hasMaximum,
  outcomesAmong,
  davidsonErrors,
  onlineElo,
} from '../../../shared/stats/fit/davidson.ts'
import { fit } from '../../../shared/stats/fit/bradley-terry.ts'
import { tally, type VoteColumns } from '../../../shared/stats/fit/tally.ts'
import { duel, everyone, board, pick, randomBoard, type Row, rowsOf } from './boards.ts'
import { hasReferenceData, readBattles } from './reference.ts'
import { evidenceOf } from '../../../shared/stats/fit/evidence.ts'
import { pointsAmong } from '../../../shared/stats/fit/points.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'

const folder = process.env['DEADHEAT_REFERENCE_DATA'] ?? ''
const pairsOf = (votes: VoteColumns) =>
  outcomesAmong(tally(votes, 'vote', 'half'), everyone(votes.contestants))
const fitted = (votes: VoteColumns) => fitDavidson(pairsOf(votes))!

describe("Davidson's model", () => {
  it('gives two contestants the observed shares', () => {
    const { theta, nu, converged } = fitted(duel(50, 20, 30))
    expect(converged).toBe(true)
    expect(theta[0] - theta[1]).toBeCloseTo(Math.log(50 / 20), 10)
    expect(nu).toBeCloseTo(30 / Math.sqrt(50 * 20), 10)
  })

  it('equals Bradley-Terry without ties', () => {
    const votes = board(3, rowsOf('0>1*9 0<1*4 1>2*5 2>1*2 2>0*3'))
    const pairs = pairsOf(votes)
    const plain = fit({ ...pairs, firstPoints: pairs.firstWins, secondPoints: pairs.secondWins })
    expect(fitted(votes)).toEqual({
      theta: plain.theta,
      nu: 0,
      converged: true,
      iterations: plain.iterations,
    })
  })

  it.each([1, 2, 3, 4, 5])('is at the maximum of the likelihood (board %i)', (seed) => {
    const votes = randomBoard(seed, 6, 120, 20)
    const pairs = pairsOf(votes)
    const { theta, nu } = fitDavidson(pairs)!
    const top = davidsonLikelihood(pairs, Float64Array.from([...theta, Math.log(nu)]))
    for (let i = 0; i < 7; i++)
      for (const move of [-0.01, 0.01]) {
        const near = Float64Array.from([...theta, Math.log(nu)])
        near[i] += move
        expect(davidsonLikelihood(pairs, near)).toBeLessThan(top)
      }
  })
})

describe('the likelihood', () => {
  const cases: [string, number, string, boolean][] = [
    ['wins and ties one way', 2, '0>1 0=1', false],
    ['nothing but ties', 2, '0=1*5', false],
    ['wins both ways', 2, '0>1 0<1 0=1', true],
    ['a cycle of wins', 3, '0>1 1>2 2>0 0=1', true],
    ['a chain of two wins against one tie', 3, '0>1 1>2 0=2', true],
    ['a win against a chain of ties', 3, '0=1 1=2 0>2', false],
  ]

  it.each(cases)('has a maximum, or none, with %s', (_, contestants, rows, exists) => {
    const pairs = pairsOf(board(contestants, rowsOf(rows)))
    expect(hasMaximum(pairs)).toBe(exists)
    const fitted = fitDavidson(pairs)
    expect(fitted === null).toBe(!exists)
    if (fitted) expect([fitted.converged, fitted.theta.every(Number.isFinite)]).toEqual([true, true])
  })
})

describe.skipIf(!hasReferenceData)("Davidson's model of published votes", () => {
  const files = [
    'classic/soundfields1984',
    'llmfao/battles_human',
    'llmfao/battles_gpt3',
    'llmfao/battles_gpt4',
    'mtbench_en_llmjudge/battles',
    'pandalm/battles_human',
    'pandalm/battles_judges',
  ]

  it.each(files)('%s has the strengths of an independent fit within 1e-6', (file) => {
    const { votes, names } = readBattles(file)
    const expected = JSON.parse(readFileSync(join(folder, `${file}.expected.json`), 'utf8')).davidson
    const { theta, nu, converged } = fitted(votes)
    expect(converged).toBe(true)
    expect(Object.keys(expected.log_strength)).toHaveLength(names.length)
    names.forEach((name, i) => expect(Math.abs(theta[i] - expected.log_strength[name])).toBeLessThan(1e-6))
    expect(Math.abs(Math.log(nu) - expected.log_nu)).toBeLessThan(1e-6)
  })
})

function errorsOf(votes: VoteColumns, by: 'unit' | 'vote') {
  const counted = tally(votes, by, 'half')
  const all = everyone(votes.contestants)
  const pairs = outcomesAmong(counted, all)
  const unitOf = by === 'unit' ? votes.unit : [...votes.outcome.keys()]
  return davidsonErrors(
    votes,
    all,
    unitOf,
    pairs,
    evidenceOf(counted, pointsAmong(counted, all)),
    fitDavidson(pairs)!,
  )
}

describe("standard errors in Davidson's model", () => {
  it('of two contestants are those of the log odds of the multinomial', () => {
    const votes = duel(50, 20, 30)
    const both = Math.sqrt(1 / 50 + 1 / 20)
    for (const error of errorsOf(votes, 'vote')!.strengths) expect(error).toBeCloseTo(both / 2, 10)
    // ln ν = ln ties − (ln wins + ln losses)/2
    const logNu = Math.sqrt(1 / 30 + (1 / 50 + 1 / 20) / 4)
    expect(errorsOf(votes, 'vote')!.logNu).toBeCloseTo(logNu, 10)
  })

  it('of a board with repeated votes fall by the square root', () => {
    const rows: Row[] = rowsOf('0>1*50 0<1*20 1=2*30 1>2*20 2>0*25 0>2*40')
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
      return fitDavidson(pairsOf(pick(votes, drawn)))!.theta
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
    const agreed = board(2, rowsOf('0>1*8@0 0<1*4@0 0=1*4@0 0>1*8@1 0<1*4@1 0=1*4@1'))
    for (const error of errorsOf(agreed, 'unit')!.strengths)
      expect(error).toBeCloseTo(Math.sqrt(1 / 16 + 1 / 8) / 2, 10)
    expect(errorsOf(duel(1, 1), 'vote')).toBeNull()
  })
})

describe('online Elo', () => {
  it('moves K times the unexpected score, as computed by hand', () => {
    const won = onlineElo(board(3, [[0, 1, 0]]), 'half')
    expect(won).toEqual([1002, 998, null])
    const [a, b] = onlineElo(board(2, rowsOf('0>1 1=0')), 'half') as [number, number]
    const expected = 1 / (1 + 10 ** (4 / 400))
    expect(b).toBeCloseTo(998 + 4 * (0.5 - expected), 12)
    expect(a + b).toBeCloseTo(2000, 9)
  })

  it('counts both bad as a tie, and ignores both if ties are dropped', () => {
    const votes = board(3, rowsOf('0>1 0=1 1!2'))
    expect(onlineElo(votes, 'drop')).toEqual([1002, 998, null])
    expect(onlineElo(votes, 'half')[2]).toBeLessThan(1000)
  })

  it('depends on the order of votes, but not on the sides', () => {
    const votes = board(2, rowsOf('0>1 0>1 1>0'))
    expect(onlineElo(pick(votes, [2, 0, 1]), 'half')).not.toEqual(onlineElo(votes, 'half'))
    const swapped = board(2, rowsOf('1<0 1<0 0<1'))
    expect(onlineElo(swapped, 'half')).toEqual(onlineElo(votes, 'half'))
  })
})

describe.skipIf(!hasReferenceData)('online Elo of published votes', () => {
  const files = [
    'llmfao/battles_human',
    'llmfao/battles_gpt3',
    'llmfao/battles_gpt4',
    'mtbench_en_llmjudge/battles',
    'pandalm/battles_human',
    'pandalm/battles_judges',
  ]

  it.each(files)('of %s equals an independent computation to its last printed digit', (file) => {
    const { votes, names } = readBattles(file)
    const { rating } = JSON.parse(readFileSync(join(folder, `${file}.expected.json`), 'utf8')).elo_online
    const ratings = onlineElo(votes, 'half')
    expect(Object.keys(rating)).toHaveLength(names.length)
    names.forEach((name, i) => expect(Math.abs(ratings[i]! - rating[name])).toBeLessThan(5.1e-5))
  })

  it('equals what evalica publishes for the llmfao votes', () => {
    const { votes, names } = readBattles('llmfao/battles_human')
    const ratings = onlineElo(votes, 'half')
    const lines = readFileSync(join(folder, 'llmfao/evalica-llmfao-golden.csv'), 'utf8').split('\n')
    const golden = lines.filter((line) => line.startsWith('elo,')).map((line) => line.split(','))
    expect(golden).toHaveLength(59)
    for (const [, name, score] of golden)
      expect(Math.abs(ratings[names.indexOf(name!)]! - Number(score))).toBeLessThan(1e-9)
  })
})
