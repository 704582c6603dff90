import { describe, expect, it } from 'vitest'
import { binomialTail } from '../../../shared/stats/numbers/distributions.ts'
import { GATE_PRESETS, moreVotesFor, passGate, type Gate } from '../../../shared/stats/compare/gates.ts'
import { headToHead } from '../../../shared/stats/compare/head-to-head.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'

const evidence = { votes: 400, winRate: 0.55, significantFor: 'own', moreToSignificance: null } as const

describe('the ship gate', () => {
  const verdictOf = (wins: number, votes: number, gate: Gate) => {
    const scores = Array.from({ length: votes }, (_, i) => (i < wins ? 1 : 0))
    const comparison = headToHead(scores, [...scores.keys()])!
    const ahead = comparison.winRate > 0.5 ? 'own' : 'other'
    const significantFor = comparison.p <= 0.05 ? ahead : null
    return passGate({ ...comparison, significantFor, moreToSignificance: null }, gate).verdict
  }

  it('ships a true 55 % in half of all runs, and other win rates as the documents say', () => {
    const gate = GATE_PRESETS.default
    expect([219, 220].map((wins) => verdictOf(wins, 400, gate))).toEqual(['do_not_ship', 'ship'])
    const shipped = [0.5, 0.525, 0.55, 0.575, 0.6].map((rate) => binomialTail(220, 400, rate))
    expect(shipped.map((share) => Number(share.toPrecision(2)))).toEqual([0.026, 0.17, 0.52, 0.86, 0.98])
    const easier = { ...gate, minWinRate: 0.53, minVotes: 800 }
    const least = [...Array(801).keys()].find((wins) => verdictOf(wins, 800, easier) === 'ship')!
    expect(binomialTail(least, 800, 0.55)).toBeGreaterThan(0.8)
  })

  it('has the presets of the design', () => {
    expect(GATE_PRESETS).toEqual({
      cosmetic: { minWinRate: 0.53, minVotes: 200, alpha: null },
      default: { minWinRate: 0.55, minVotes: 400, alpha: 0.05 },
      critical: { minWinRate: 0.6, minVotes: 800, alpha: 0.05 },
    })
  })

  it('ships exactly from its thresholds on', () => {
    const gate = GATE_PRESETS.default
    expect(passGate(evidence, gate)).toEqual({ verdict: 'ship', because: 'passed', moreVotes: null })
    expect(passGate({ ...evidence, votes: 399 }, gate)).toEqual({
      verdict: 'not_decided_yet',
      because: 'too_few_votes',
      moreVotes: 1,
    })
    expect(passGate({ ...evidence, winRate: 0.5499 }, gate)).toMatchObject({
      verdict: 'do_not_ship',
      because: 'win_rate_too_low',
    })
  })

  it('waits for significance if it is required, and says for how many votes', () => {
    const open = { ...evidence, significantFor: null, moreToSignificance: 120 }
    expect(passGate(open, GATE_PRESETS.default)).toEqual({
      verdict: 'not_decided_yet',
      because: 'not_significant',
      moreVotes: 120,
    })
    expect(passGate(open, GATE_PRESETS.cosmetic).verdict).toBe('ship')
    expect(passGate({ ...open, votes: 350 }, GATE_PRESETS.default).moreVotes).toBe(120)
    expect(passGate({ ...open, votes: 100 }, GATE_PRESETS.default).moreVotes).toBe(300)
  })

  it('does not decide by a low win rate if a later look may show a higher one', () => {
    const dipped = { ...evidence, winRate: 0.54, significantFor: null, moreToSignificance: 300 }
    expect(passGate({ ...dipped, mayRise: true }, GATE_PRESETS.default)).toEqual({
      verdict: 'not_decided_yet',
      because: 'not_significant',
      moreVotes: null,
    })
    const low = { verdict: 'do_not_ship', because: 'win_rate_too_low', moreVotes: null }
    expect(passGate({ ...dipped, mayRise: false }, GATE_PRESETS.default)).toEqual(low)
    expect(passGate(dipped, GATE_PRESETS.default)).toEqual(low)
    expect(passGate({ ...dipped, significantFor: 'own', mayRise: true }, GATE_PRESETS.default)).toEqual(low)
    expect(passGate({ ...dipped, winRate: 0.52, mayRise: true }, GATE_PRESETS.cosmetic)).toEqual(low)
  })

  it('requests no votes for a significant win rate that it refuses', () => {
    // 106 : 94 is significant after 880 more votes like these, and 53 % is too low by then
    const low = { votes: 200, winRate: 0.53, significantFor: null, moreToSignificance: 880 } as const
    expect(passGate(low, GATE_PRESETS.default)).toEqual({
      verdict: 'not_decided_yet',
      because: 'too_few_votes',
      moreVotes: 200,
    })
    expect(passGate({ ...low, winRate: 0.55 }, GATE_PRESETS.default).moreVotes).toBe(880)
  })

  it('requests no votes that cannot pass it', () => {
    const open = { ...evidence, significantFor: null, moreToSignificance: null }
    const low = { verdict: 'do_not_ship', because: 'win_rate_too_low', moreVotes: null }
    // 80 wins of 260 and 140 more are 55 % of 400; 79 wins are not
    expect(passGate({ ...open, votes: 260, winRate: 80 / 260 }, GATE_PRESETS.default)).toMatchObject({
      verdict: 'not_decided_yet',
      moreVotes: 140,
    })
    const outOfReach = { ...open, votes: 260, winRate: 79 / 260 }
    expect(passGate(outOfReach, GATE_PRESETS.default)).toEqual(low)
    expect(passGate({ ...outOfReach, mayRise: true }, GATE_PRESETS.default).verdict).toBe('not_decided_yet')
    const lost = { ...open, votes: 100, winRate: 0.3, significantFor: 'other' as const }
    expect(passGate(lost, GATE_PRESETS.default)).toMatchObject({ because: 'too_few_votes', moreVotes: 300 })
    expect(passGate({ ...lost, isSettled: true }, GATE_PRESETS.default)).toEqual({
      verdict: 'do_not_ship',
      because: 'lost',
      moreVotes: null,
    })
  })

  it('refuses a significantly lost comparison at any win rate', () => {
    const lost = { votes: 500, winRate: 0.42, significantFor: 'other', moreToSignificance: null } as const
    const lenient = { minWinRate: 0.4, minVotes: 1, alpha: 0.05 }
    expect(passGate(lost, lenient)).toMatchObject({ verdict: 'do_not_ship', because: 'lost' })
  })

  it('predicts the votes that 55 % needs', () => {
    // z = 0.1 √n / 2 · 2: 55 of 100 has z = 1, so it takes 1.96² times as many
    expect(moreVotesFor(0.31731050786, 0.05, 100)).toBe(285)
    expect(moreVotesFor(0.04, 0.05, 100)).toBe(0)
    expect(moreVotesFor(1, 0.05, 100)).toBeNull()
  })

  it('ships a contestant that is no better in at most about alpha/2 of runs', () => {
    const runs = 1000
    const gate = { minWinRate: 0.5, minVotes: 1, alpha: 0.05 }
    const shipped = Array.from({ length: runs }, (_, seed) => {
      const stream = new RandomStream(seed, 7)
      const score = Array.from({ length: 150 }, () => (stream.uniform() < 0.5 ? 1 : 0))
      const { votes, winRate, p } = headToHead(score, [...score.keys()])!
      const significantFor = p > gate.alpha ? null : winRate > 0.5 ? 'own' : 'other'
      return passGate({ votes, winRate, significantFor, moreToSignificance: null }, gate).verdict === 'ship'
    }).filter(Boolean).length
    expect(shipped / runs).toBeGreaterThan(0.01)
    expect(shipped / runs).toBeLessThan(0.045)
  })
})
