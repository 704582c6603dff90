import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { positionEffect, type OrderedPoints } from '../../../shared/stats/style/position.ts'
import { hasReferenceData } from './reference.ts'

const folder = process.env['DEADHEAT_REFERENCE_DATA'] ?? ''

/** [shown first, shown second, points of the first, points of the second]. */
function ordered(contestants: number, rows: [number, number, number, number][]): OrderedPoints {
  return {
    contestants,
    shownFirst: Int32Array.from(rows, ([first]) => first),
    shownSecond: Int32Array.from(rows, ([, second]) => second),
    firstPoints: Float64Array.from(rows, ([, , points]) => points),
    secondPoints: Float64Array.from(rows, ([, , , points]) => points),
  }
}

describe('the position effect', () => {
  it('of two contestants shown in both orders is half the sum of the log odds', () => {
    const effect = positionEffect(
      ordered(2, [
        [0, 1, 60, 20],
        [1, 0, 30, 40],
      ]),
    )!
    const [one, other] = [Math.log(60 / 20), Math.log(30 / 40)]
    expect(effect.eta).toBeCloseTo((one + other) / 2, 10)
    expect(effect.theta[0] - effect.theta[1]).toBeCloseTo((one - other) / 2, 10)
    expect(effect.standardError).toBeCloseTo(Math.sqrt(1 / 60 + 1 / 20 + 1 / 30 + 1 / 40) / 2, 10)
    expect(effect.firstWins).toBeCloseTo(1 / (1 + Math.exp(-effect.eta)), 12)
  })

  it('changes its sign with the order, and is zero if orders balance', () => {
    const rows: [number, number, number, number][] = [
      [0, 1, 9, 5],
      [1, 2, 8, 3],
      [2, 0, 6, 7],
      [1, 0, 5, 5],
    ]
    const [effect, turned] = [
      positionEffect(ordered(3, rows))!,
      positionEffect(
        ordered(
          3,
          rows.map(([i, j, first, second]) => [j, i, second, first]),
        ),
      )!,
    ]
    expect(turned.eta).toBeCloseTo(-effect.eta, 10)
    turned.theta.forEach((value, i) => expect(value).toBeCloseTo(effect.theta[i], 10))
    expect(
      positionEffect(
        ordered(2, [
          [0, 1, 9, 5],
          [1, 0, 5, 9],
        ]),
      )!.eta,
    ).toBeCloseTo(0, 12)
  })

  it.each<[string, number, [number, number, number, number][]]>([
    ['one order only', 2, [[0, 1, 6, 4]]],
    [
      'always the first',
      2,
      [
        [0, 1, 6, 0],
        [1, 0, 5, 0],
      ],
    ],
    ['no votes', 2, []],
  ])('has no estimate from %s', (_, contestants, rows) => {
    expect(positionEffect(ordered(contestants, rows))).toBeNull()
  })
})

interface Battle {
  model_a: string
  model_b: string
  winner: string
  judge: string
  home?: string
}

function battles(file: string): Battle[] {
  return readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Battle)
}

/** Ordered points of battles, `isFirst` saying whether model_a has the first position. */
function pointsOf(all: Battle[], isFirst: (battle: Battle) => boolean) {
  const names = [...new Set(all.flatMap(({ model_a, model_b }) => [model_a, model_b]))].sort()
  const number = (name: string) => names.indexOf(name)
  const rows = all.map((one): [number, number, number, number] => {
    const toA = one.winner === 'model_a' ? 1 : one.winner === 'model_b' ? 0 : 0.5
    return isFirst(one)
      ? [number(one.model_a), number(one.model_b), toA, 1 - toA]
      : [number(one.model_b), number(one.model_a), 1 - toA, toA]
  })
  return { names, points: ordered(names.length, rows) }
}

describe.skipIf(!hasReferenceData)('the position effect of published votes', () => {
  const expectedOf = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'))

  it('is the home advantage of the baseball season of 1987, as in R', () => {
    const { names, points } = pointsOf(
      battles('classic/baseball1987.battles.jsonl'),
      ({ home }) => home !== 'b',
    )
    const { bt_home } = expectedOf('classic/baseball1987.expected.json')
    const effect = positionEffect(points)!
    expect(Math.abs(effect.eta - bt_home.home_advantage)).toBeLessThan(1e-6)
    expect(Math.abs(effect.standardError - bt_home.home_se)).toBeLessThan(1e-6)
    expect(Math.abs(effect.logLikelihood - bt_home.log_likelihood)).toBeLessThan(1e-6)
    for (const { contestant, log_strength } of bt_home.table)
      expect(Math.abs(effect.theta[names.indexOf(contestant)] - log_strength)).toBeLessThan(1e-6)
  })

  it('predicts as many wins of the first position as each judge gave', () => {
    const all = battles('mtbench_en_llmjudge/battles.jsonl')
    const perJudge = Object.entries(
      expectedOf('mtbench_en_llmjudge/battles.expected.json').position.per_judge,
    ) as [
      string,
      { shown_first_wins: number; shown_first_ties: number; same_first: number; same_second: number },
    ][]
    expect(perJudge).toHaveLength(6)
    for (const [judge, seen] of perJudge) {
      const { points } = pointsOf(
        all.filter((one) => one.judge === judge),
        () => true,
      )
      const { eta, theta, interval } = positionEffect(points)!
      const explained = points.shownFirst.reduce((sum, first, row) => {
        const lead = theta[first] - theta[points.shownSecond[row]] + eta
        return sum + 1 / (1 + Math.exp(-lead))
      }, 0)
      expect(explained).toBeCloseTo(seen.shown_first_wins + seen.shown_first_ties / 2, 5)
      expect([judge, interval[0] > 0]).toEqual([judge, seen.same_first > seen.same_second])
    }
  })
})
