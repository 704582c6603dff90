import { describe, expect, it } from 'vitest'
import { binomialTail, holm, signTest, wilsonInterval } from '../../../shared/stats/numbers/distributions.ts'
import { headToHead } from '../../../shared/stats/compare/head-to-head.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'

const singly = (scores: readonly number[], alpha?: number) => headToHead(scores, [...scores.keys()], alpha)!

/** Scores of 0, ½ and 1 on prompts that lean one way or the other. */
function drawn(seed: number, prompts: number, most: number) {
  const stream = new RandomStream(seed, 0)
  const score: number[] = []
  const unit: number[] = []
  for (let prompt = 0; prompt < prompts; prompt++) {
    const lean = 0.2 + 0.6 * stream.uniform()
    const votes = 1 + Math.floor(stream.uniform() * most)
    for (let i = 0; i < votes; i++) {
      score.push(stream.uniform() < 0.2 ? 0.5 : stream.uniform() < lean ? 1 : 0)
      unit.push(prompt)
    }
  }
  return { score, unit }
}

describe('two contestants head to head', () => {
  it('has figures that are computed by hand', () => {
    // 6 wins, 3 losses, 3 ties on 12 prompts: win rate 7.5/12
    const comparison = singly([1, 1, 1, 1, 1, 1, 0, 0, 0, 0.5, 0.5, 0.5])
    expect(comparison).toMatchObject({ wins: 6, losses: 3, ties: 3, votes: 12, units: 12, winRate: 0.625 })
    // deviations: six of 3/8, three of 5/8, three of 1/8; s = √(Σ d²/11), standard error s/√12
    const s = Math.sqrt((6 * 0.140625 + 3 * 0.390625 + 3 * 0.015625) / 11)
    expect(comparison.standardError).toBeCloseTo(s / Math.sqrt(12), 12)
    expect(comparison.wilson![0]).toBeCloseTo(wilsonInterval(6, 9)![0], 12)
    // P(at least 6 of 9) twice: 2 · (84 + 36 + 9 + 1)/512
    expect(comparison.signTest).toBeCloseTo(260 / 512, 12)
  })

  it('counts correlated votes on one prompt together', () => {
    const once = singly([1, 1, 0, 1, 0.5, 1, 1, 0])
    const thrice = headToHead(
      [1, 1, 0, 1, 0.5, 1, 1, 0].flatMap((score) => [score, score, score]),
      [0, 1, 2, 3, 4, 5, 6, 7].flatMap((unit) => [unit, unit, unit]),
    )!
    expect(thrice).toMatchObject({ votes: 24, units: 8, wins: 15 })
    expect(thrice.p).toBeCloseTo(once.p, 10)
    expect(thrice.interval[0]).toBeCloseTo(once.interval[0], 10)
    expect(thrice.signTest).toBeLessThan(once.signTest)
  })

  it('is decided by the exact test of prompts if all prompts agree', () => {
    expect(singly([1, 1, 1, 1, 1])).toMatchObject({ intervalBy: 'exact', p: 1 / 16, winRate: 1 })
    expect(singly([1, 1, 1, 1, 1]).interval[0]).toBeCloseTo(0.025 ** 0.2, 12)
    expect(singly([0, 0, 0, 0, 0, 0]).p).toBeCloseTo(1 / 32, 12)
    expect(singly([0, 0, 0, 0, 0, 0]).interval[1]).toBeLessThan(0.5)
    expect(singly([0.5, 0.5, 0.5])).toMatchObject({ p: 1, wilson: null, signTest: 1 })
    expect(headToHead([1, 1, 1, 1, 1, 1, 1], [3, 3, 3, 3, 3, 3, 3])).toMatchObject({ units: 1, p: 1 })
    expect(headToHead([], [])).toBeNull()
  })

  it('has an interval that excludes ½ exactly if p is at most alpha', () => {
    let out = 0
    for (let seed = 0; seed < 300; seed++) {
      const { score, unit } = drawn(seed, 4 + (seed % 30), 3)
      const alpha = [0.01, 0.05, 0.4][seed % 3]
      const { interval, p } = headToHead(score, unit, alpha)!
      const isOut = interval[0] > 0.5 || interval[1] < 0.5
      expect([seed, p <= alpha]).toEqual([seed, isOut])
      if (isOut) out++
    }
    expect(out).toBeGreaterThan(10)
    expect(out).toBeLessThan(290)
  })

  it('is mirrored from the other side', () => {
    for (let seed = 0; seed < 50; seed++) {
      const { score, unit } = drawn(seed, 25, 4)
      const own = headToHead(score, unit)!
      const other = headToHead(
        score.map((value) => 1 - value),
        unit,
      )!
      expect(other).toMatchObject({ wins: own.losses, losses: own.wins, ties: own.ties })
      expect(other.winRate).toBeCloseTo(1 - own.winRate, 12)
      expect(other.p).toBeCloseTo(own.p, 9)
      expect(other.interval[0]).toBeCloseTo(1 - own.interval[1], 10)
      expect(other.wilson![0]).toBeCloseTo(1 - own.wilson![1], 10)
      expect(other.signTest).toBe(signTest(own.wins, own.losses))
    }
  })

  it('on few prompts without ties separates equals in at most 7.0 % of runs', () => {
    const chances = Array.from({ length: 60 }, (_, i) => {
      const prompts = i + 1
      let chance = 0
      for (let wins = 0; wins <= prompts; wins++) {
        const { p } = singly(Array.from({ length: prompts }, (_all, at) => (at < wins ? 1 : 0)))
        if (p <= 0.05) chance += binomialTail(wins, prompts, 0.5) - binomialTail(wins + 1, prompts, 0.5)
      }
      return chance
    })
    expect(Math.max(...chances)).toBeCloseTo(18 / 256, 10)
    expect(chances[7]).toBeCloseTo(18 / 256, 10)
  })

  it('separates equals in about one of twenty runs, although votes share prompts that favour one side', () => {
    const runs = 1500
    let significant = 0
    for (let seed = 0; seed < runs; seed++) {
      const { score, unit } = drawn(1000 + seed, 60, 5)
      if (headToHead(score, unit)!.p <= 0.05) significant++
    }
    expect(significant / runs).toBeGreaterThan(0.035)
    expect(significant / runs).toBeLessThan(0.065)
  })
})

describe("Holm's correction", () => {
  it('equals the textbook example, in the given order', () => {
    const adjusted = holm([0.04, 0.01, 0.03, 0.005])
    expect(adjusted.map((p) => Number(p.toFixed(12)))).toEqual([0.06, 0.03, 0.06, 0.02])
    expect(holm([0.7, 0.6])).toEqual([1, 1])
    expect(holm([0.03])).toEqual([0.03])
  })
})
