import { describe, expect, it } from 'vitest'
import { headToHead } from '../../../shared/stats/compare/head-to-head.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { stoppingByUnit, stoppingOf } from '../../../shared/stats/looks/watched-mean.ts'

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
