import { describe, expect, it } from 'vitest'
import {
  confidenceSequence,
  stoppingOf,
  stoppingByUnit,
  watchedMean,
} from '../../../shared/stats/looks/watched-mean.ts'
import { scores } from './boards.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { headToHead } from '../../../shared/stats/compare/head-to-head.ts'
import { pointsAmong as among } from '../../../shared/stats/fit/points.ts'
import { clusteredMean } from '../../../shared/stats/intervals/clustered-mean.ts'
import { evidenceOf } from '../../../shared/stats/fit/evidence.ts'
import { fit } from '../../../shared/stats/fit/bradley-terry.ts'
import { tally } from '../../../shared/stats/fit/tally.ts'

/** The larger purse against one mean, straight from the paper, with no code of the product. */
function capital(seen: number[], m: number, alpha: number): number[] {
  let [up, down] = [1, 1]
  return seen.map((score, i) => {
    const before = seen.slice(0, i)
    const centre = (k: number) => (0.5 + before.slice(0, k).reduce((a, b) => a + b, 0)) / (k + 1)
    const variance = (0.25 + before.reduce((a, x, k) => a + (x - centre(k + 1)) ** 2, 0)) / (i + 1)
    const bet = Math.sqrt((2 * Math.log(2 / alpha)) / (variance * (i + 1) * Math.log(i + 2)))
    up *= 1 + Math.min(bet, 0.5 / m) * (score - m)
    down *= 1 - Math.min(bet, 0.5 / (1 - m)) * (score - m)
    return Math.max(up, down) / 2
  })
}

describe('the confidence sequence', () => {
  it('contains exactly the means whose capital never reached 1/alpha', () => {
    const seen = scores(0.7, 0.2, 150, 1)
    const sequence = confidenceSequence(0.1)
    for (const score of seen) sequence.add(score)
    const [low, high] = sequence.interval()!
    expect(sequence.count).toBe(150)
    expect(low).toBeGreaterThan(0.5)
    for (let at = 1; at < 400; at++) {
      const isOut = capital(seen, at / 400, 0.1).some((own) => own >= 1 / 0.1)
      expect([at, isOut]).toEqual([at, at / 400 <= low || at / 400 >= high])
    }
  })

  it('starts with all means, and never grows', () => {
    const sequence = confidenceSequence()
    expect(sequence.interval()).toEqual([0, 1])
    let [low, high] = [0, 1]
    for (const score of scores(0.6, 0, 400, 2)) {
      sequence.add(score)
      const [nextLow, nextHigh] = sequence.interval()!
      expect(nextLow).toBeGreaterThanOrEqual(low)
      expect(nextHigh).toBeLessThanOrEqual(high)
      ;[low, high] = [nextLow, nextHigh]
    }
    expect(high - low).toBeLessThan(0.25)
  })

  it('stays within [0, 1] if all scores are equal', () => {
    const sequence = confidenceSequence()
    for (let i = 0; i < 60; i++) sequence.add(1)
    expect(sequence.interval()![0]).toBeGreaterThan(0.8)
    expect(sequence.interval()![1]).toBe(1)
  })

  it('refuses invalid arguments', () => {
    expect(() => confidenceSequence(0)).toThrow(RangeError)
    expect(() => confidenceSequence().add(1.5)).toThrow(RangeError)
  })
})

const drawn = (seed: number, n: number, p: number) => {
  const stream = new RandomStream(seed, 0)
  return Float64Array.from({ length: n }, () => (stream.uniform() < p ? 1 : 0))
}

describe('the stopping report', () => {
  it('names the first look at which ½ was excluded', () => {
    const scores = drawn(4, 300, 0.7)
    const stopping = stoppingOf(scores)
    const sequence = confidenceSequence()
    let first = 0
    scores.forEach((score, i) => {
      sequence.add(score)
      const [low] = sequence.interval()!
      if (first === 0 && low > 0.5) first = i + 1
    })
    expect(first).toBeGreaterThan(10)
    expect(stopping).toMatchObject({
      decidedAfter: first,
      decidedFor: 'own',
      moreToDecide: null,
      batches: 300,
    })
    expect(stopping.interval).toEqual(sequence.interval())
    expect(stoppingOf(scores.map((score) => 1 - score))).toMatchObject({
      decidedAfter: first,
      decidedFor: 'other',
    })
  })

  it('predicts how many more such batches would decide, by repeating them', () => {
    const scores = drawn(9, 30, 0.65)
    const { decidedAfter, moreToDecide } = stoppingOf(scores)
    expect(decidedAfter).toBeNull()
    const longer = Array.from({ length: 30 + moreToDecide! }, (_, i) => scores[i % 30])
    expect(stoppingOf(longer).decidedAfter).toBe(30 + moreToDecide!)
    expect(stoppingOf(longer.slice(0, -1)).decidedAfter).toBeNull()
  })

  it('is empty without batches, and predicts nothing for a draw', () => {
    expect(stoppingOf([])).toEqual({
      batches: 0,
      mean: 0.5,
      interval: [0, 1],
      decidedAfter: null,
      decidedFor: null,
      moreToDecide: null,
    })
    expect(stoppingOf([0.5, 0.5, 0.5]).moreToDecide).toBeNull()
  })

  it('separates equals in few of many runs with a look after every batch', () => {
    const runs = 100
    let decided = 0
    for (let seed = 0; seed < runs; seed++)
      if (stoppingOf(drawn(seed, 60, 0.5)).decidedAfter !== null) decided++
    expect(decided / runs).toBeLessThan(0.06)
  })
})

/** Prompts in order, each with one to three votes that lean the prompt's way; on the whole won with chance p. */
function judged(seed: number, prompts: number, p: number) {
  const stream = new RandomStream(seed, 3)
  const score: number[] = []
  const unit: number[] = []
  for (let prompt = 0; prompt < prompts; prompt++) {
    const leans = stream.uniform() < p ? 0.9 : 0.1
    for (let votes = 1 + Math.floor(3 * stream.uniform()); votes > 0; votes--) {
      score.push(stream.uniform() < leans ? 1 : 0)
      unit.push(prompt)
    }
  }
  return { score, unit }
}

describe('the confidence sequence over votes that share prompts', () => {
  it('counts a prompt as one score, once its last vote is in', () => {
    // prompts 7, 8, 9 are complete in the order 8, 7, 9
    const stopping = stoppingByUnit([1, 0, 0.5, 1, 1], [7, 8, 8, 7, 9])
    expect(stopping.interval).toEqual(stoppingOf([0.25, 1, 1]).interval)
    expect(stopping).toMatchObject({ batches: 3, decidedAfter: null, votesToDecide: null })
  })

  it('says after how many votes it was decided, and on how many prompts', () => {
    const { score, unit } = judged(5, 200, 0.85)
    const stopping = stoppingByUnit(score, unit)
    expect(stopping.decidedFor).toBe('own')
    expect(stopping.votesToDecide).toBe(unit.lastIndexOf(stopping.decidedAfter! - 1) + 1)
    // nothing that came later was needed
    const until = stopping.votesToDecide!
    expect(stoppingByUnit(score.slice(0, until), unit.slice(0, until)).decidedAfter).toBe(
      stopping.decidedAfter,
    )
    expect(stoppingByUnit([], [])).toMatchObject({ batches: 0, votesToDecide: null, moreVotesToDecide: null })
  })

  it('predicts how many more votes would decide', () => {
    const { score, unit } = judged(2, 20, 0.75)
    const stopping = stoppingByUnit(score, unit)
    expect(stopping.moreVotesToDecide).toBe(Math.ceil((stopping.moreToDecide! * score.length) / 20))
  })

  it('rarely separates equals at any look, while fixed intervals at every look often do', () => {
    const runs = 120
    let sequential = 0
    let peeking = 0
    for (let seed = 0; seed < runs; seed++) {
      const { score, unit } = judged(seed, 50, 0.5)
      if (stoppingByUnit(score, unit).decidedAfter !== null) sequential++
      const ends = unit.flatMap((prompt, i) => (prompt === unit[i + 1] || prompt < 9 ? [] : i + 1))
      if (ends.some((end) => headToHead(score.slice(0, end), unit.slice(0, end))!.p <= 0.05)) peeking++
    }
    expect(sequential / runs).toBeLessThan(0.06)
    expect(peeking / runs).toBeGreaterThan(0.1)
  })
})

describe('clustered mean', () => {
  /** So many votes on unequal prompts by unequal voters: numbers near 0 come most often. */
  function drawn(seed: number, votes: number, units = 20) {
    const stream = new RandomStream(seed, 1)
    const skewed = () => Math.floor(units * stream.uniform() ** 3)
    return {
      score: Array.from({ length: votes }, () => Math.floor(3 * stream.uniform()) / 2),
      unit: Array.from({ length: votes }, skewed),
      crossed: Array.from({ length: votes }, skewed),
    }
  }

  describe('a mean over unequal units', () => {
    it('counts as many equal units as a board of the same two contestants', () => {
      for (let seed = 0; seed < 20; seed++) {
        const { score, unit } = drawn(seed, 200)
        const columns = {
          contestants: 2,
          units: 20,
          left: new Int32Array(score.length),
          right: new Int32Array(score.length).fill(1),
          outcome: Uint8Array.from(score, (one) => (one === 1 ? 0 : one === 0 ? 1 : 2)),
          unit: Int32Array.from(unit),
        }
        const counted = tally(columns, 'unit', 'half')
        const selection = among(counted, Int32Array.of(0, 1))
        const board = evidenceOf(counted, selection, fit(selection.points).theta)
        const { effective, unbiased, units } = clusteredMean(score, unit)!
        expect(units).toBe(board.units[0])
        expect(effective).toBeCloseTo(board.effective[0], 9)
        expect(unbiased).toBeCloseTo(board.unbiased[0], 6)
        expect(effective).toBeLessThan(0.7 * units)
      }
    })

    it('with two kinds of units has V + V − V of single votes, and never less than the larger one', () => {
      for (let seed = 0; seed < 40; seed++) {
        const { score, unit, crossed } = drawn(seed, 300)
        const squared = (by: ArrayLike<number>) => clusteredMean(score, by)!.standardError! ** 2
        const [own, other, single] = [squared(unit), squared(crossed), squared([...score.keys()])]
        const both = clusteredMean(score, unit, 1.96, crossed)!
        expect(both.standardError! ** 2).toBeCloseTo(Math.max(own, other, own + other - single), 12)
        const each = [unit, crossed].map((by) => clusteredMean(score, by)!.effective)
        expect(both.effective).toBeGreaterThanOrEqual(Math.min(...each))
        expect(both.effective).toBeLessThanOrEqual(Math.max(...each))
      }
    })

    it('has an interval that excludes ½ exactly if p is at most alpha', () => {
      let out = 0
      for (let seed = 0; seed < 100; seed++) {
        const { score, unit, crossed } = drawn(seed, 30)
        const { interval, p } = headToHead(score, unit, 0.5, seed % 2 ? crossed : null)!
        const isOut = interval[0] > 0.5 || interval[1] < 0.5
        expect([seed, p <= 0.5]).toEqual([seed, isOut])
        out += Number(isOut)
      }
      expect(out).toBeGreaterThan(3)
    })
  })

  describe('two contestants watched vote by vote', () => {
    it('give the same result at each look as a new count of the votes so far', () => {
      const { score, unit, crossed } = drawn(4, 400, 200)
      const won = score.map((one, at) => (at % 9 ? 1 : one))
      const mean = watchedMean(won, unit, 0.05, crossed)
      expect(mean.decidedFor).toBe('own')
      const until = mean.votesToDecide!
      const before = until - 1
      expect(watchedMean(won.slice(0, until), unit, 0.05, crossed).decidedFor).toBe('own')
      expect(watchedMean(won.slice(0, before), unit, 0.05, crossed).decidedFor).toBeNull()
      const mirror = watchedMean(
        won.map((one) => 1 - one),
        unit,
        0.05,
        crossed,
      )
      expect(mirror.decidedFor).toBe('other')
      expect(mirror.interval![0]).toBeCloseTo(1 - mean.interval![1], 12)
    })

    it('are separated by wins alone after some prompts, but never if there are few', () => {
      const alone = watchedMean(new Float64Array(40).fill(1), [...Array(40).keys()])
      expect(alone.decidedAfter).toBeGreaterThan(11)
      expect(alone.decidedAfter).toBeLessThan(30)
      const [units, votes] = [9, 900]
      const few = watchedMean(
        new Float64Array(votes).fill(1),
        Array.from({ length: votes }, (_, at) => at % units),
      )
      expect(few).toMatchObject({ decidedFor: null, moreVotesToDecide: expect.any(Number) as number })
      expect(watchedMean([], [])).toMatchObject({ batches: 0, mean: 0.5, interval: [0, 1], decidedFor: null })
    })

    it('with few votes are separated at a small alpha no more often than it allows', () => {
      // of equals on prompts of their own, n wins in a row have the chance 2^(1 − n)
      for (const alpha of [0.2, 0.05, 0.005, 0.0001]) {
        const { decidedAfter } = watchedMean(new Float64Array(200).fill(1), [...Array(200).keys()], alpha)
        expect(2 ** (1 - decidedAfter!)).toBeLessThan(alpha)
      }
    })

    it('are separated after the predicted number of votes', () => {
      const score = Array.from({ length: 100 }, (_, at) => (at % 5 < 3 ? 1 : 0))
      const { moreVotesToDecide, decidedFor } = watchedMean(score, [...score.keys()])
      expect(decidedFor).toBeNull()
      const after = 100 + moreVotesToDecide!
      const longer = Array.from({ length: after + 30 }, (_, at) => (at % 5 < 3 ? 1 : 0))
      const { votesToDecide } = watchedMean(longer, [...longer.keys()])
      expect(Math.abs(votesToDecide! - after)).toBeLessThan(30)
    })
  })
})
