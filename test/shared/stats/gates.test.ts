import { describe, expect, it, test } from 'vitest'
import { binomialTail } from '../../../shared/stats/numbers/distributions.ts'
import {
  GATE_PRESETS,
  passGate,
  type Gate,
  CHALLENGE_GATE,
  EPOCH_ALPHA,
  chanceOfAny,
  chanceOfPassing,
  levelOfAttempt,
  levelSpent,
  passChallenge,
  type ChallengeGate,
} from '../../../shared/stats/compare/gates.ts'
import { headToHead } from '../../../shared/stats/compare/head-to-head.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { simulateClimbs } from '../../../workshop/simulate/climbs.ts'
import { normal } from '../../../workshop/simulate/world.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'

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
    expect([219, 220, 221].map((wins) => verdictOf(wins, 400, gate))).toEqual(['do_not_ship', 'ship', 'ship'])
    const shipped = [0.5, 0.525, 0.55, 0.575, 0.6].map((rate) => binomialTail(220, 400, rate))
    expect(shipped.map((share) => Number(share.toPrecision(2)))).toEqual([0.026, 0.17, 0.52, 0.86, 0.98])
    const easier = { ...gate, minWinRate: 0.53, minVotes: 800 }
    const least = [...Array(801).keys()].find((wins) => verdictOf(wins, 800, easier) === 'ship')!
    expect(binomialTail(least, 800, 0.55)).toBeGreaterThan(0.79)
    expect([20, 21].map((wins) => verdictOf(wins, 30, { ...gate, minVotes: 30 }))).toEqual([
      'not_decided_yet',
      'ship',
    ])
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
    expect(passGate({ ...lost, mayRise: false }, GATE_PRESETS.default)).toEqual({
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
})

const MAJORITY: ChallengeGate = { minWinRate: 0.5, alpha: 1 }

test('15 of 20 pass and 14 do not, by the tail of a fair coin in whole numbers', () => {
  // Σ_{k≥15} C(20, k) = 21 700 and Σ_{k≥14} C(20, k) = 60 460, of 2^20
  const at = (wins: number) => passChallenge({ wins, losses: 20 - wins, ties: 0 }, CHALLENGE_GATE)
  expect(at(15).pValue).toBeCloseTo(21_700 / 2 ** 20, 14)
  expect(at(14).pValue).toBeCloseTo(60_460 / 2 ** 20, 14)
  expect([at(15).passes, at(14).passes]).toEqual([true, false])
})

test('ties count in the win rate, but not in the test', () => {
  const result = passChallenge({ wins: 15, losses: 5, ties: 20 }, CHALLENGE_GATE)
  expect(result).toMatchObject({ winRate: 25 / 40, passes: true })
  expect(result.pValue).toBeCloseTo(21_700 / 2 ** 20, 14)
  expect(passChallenge({ wins: 15, losses: 5, ties: 20 }, { minWinRate: 0.65, alpha: 0.05 }).passes).toBe(
    false,
  )
})

test('with alpha 1 more than half of the results are needed, and half is not enough', () => {
  const passes = (wins: number, losses: number, ties = 0) =>
    passChallenge({ wins, losses, ties }, MAJORITY).passes
  expect([passes(11, 9), passes(10, 10), passes(0, 0, 5), passes(1, 0, 5)]).toEqual([
    true,
    false,
    false,
    true,
  ])
})

test('the interval of the win rate is Wilson’s if all results are equal', () => {
  expect(passChallenge({ wins: 12, losses: 0, ties: 0 }, MAJORITY).interval![0]).toBeCloseTo(0.7575, 4)
  expect(passChallenge({ wins: 0, losses: 0, ties: 12 }, MAJORITY).interval).toBeNull()
  // symmetric, as a normal interval is
  const [low, high] = passChallenge({ wins: 30, losses: 10, ties: 0 }, MAJORITY).interval!
  expect((low + high) / 2).toBeCloseTo(0.75, 12)
  expect(passChallenge({ wins: 0, losses: 0, ties: 0 }, MAJORITY)).toMatchObject({ winRate: null, pValue: 1 })
})

test('the chance that an equal challenger passes is that of all sequences of a fair coin', () => {
  for (const gate of [CHALLENGE_GATE, MAJORITY, { minWinRate: 0.6, alpha: 0.2 }])
    for (const [decisive, ties] of [
      [12, 0],
      [9, 3],
      [4, 0],
    ] as const) {
      let passing = 0
      for (let coins = 0; coins < 2 ** decisive; coins++) {
        const wins = coins.toString(2).replaceAll('0', '').length
        if (passChallenge({ wins, losses: decisive - wins, ties }, gate).passes) passing++
      }
      const counts = { wins: 0, losses: decisive, ties }
      expect(chanceOfPassing(counts, gate)).toBeCloseTo(passing / 2 ** decisive, 12)
    }
})

test('the chance that any of several challengers passes grows with their number', () => {
  expect(chanceOfAny([])).toBe(0)
  expect(chanceOfAny(Array(14).fill(0.05) as number[])).toBeCloseTo(1 - 0.95 ** 14, 12)
  expect(chanceOfAny([0.3, 1])).toBe(1)
})

test.each([
  [1, 0.0304, 0.0304],
  [2, 0.0076, 0.038],
  [4, 0.0019, 0.0433],
  [10, 0.000304, 0.0471],
  [50, 0.0000122, 0.0494],
])('attempt %i of an epoch is tested at %d, and %d are spent', (n, level, spent) => {
  expect(levelOfAttempt(n) / level).toBeCloseTo(1, 2)
  expect(levelSpent(n)).toBeCloseTo(spent, 4)
  expect(levelSpent(10_000)).toBeLessThan(EPOCH_ALPHA)
  expect(levelSpent(10_000)).toBeGreaterThan(0.99 * EPOCH_ALPHA)
})

test('fifty equals are falsely promoted in at most 5 % of climbs, and a better one is still found', () => {
  const climbs = 400
  const { falsely, found } = simulateClimbs({ prompts: 100, winRate: 0.65 }, climbs, 1)
  expect(falsely['share of 5 %'] / climbs).toBeLessThan(0.05 + 2 * Math.sqrt((0.05 * 0.95) / climbs))
  expect(falsely['5 % each'] / climbs).toBeGreaterThan(0.4)
  expect(found['share of 5 %'][0]! / climbs).toBeGreaterThan(0.8)
})

/** How often the votes that a comparison asks for make it significant, on new prompts and on the same ones. */
const [PROMPTS, VOTES_EACH, ALPHA] = [30, 5, 0.05]

/** Share of comparisons without significance that have it after the votes they ask for. */
function significantThen(likes: number, where: 'new prompts' | 'the same prompts'): number {
  let [open, then] = [0, 0]
  for (let run = 0; run < 1500; run++) {
    const stream = new RandomStream(11, run)
    const gap = 0.5 * normal(stream)
    const [score, unit, liked]: number[][] = [[], [], []]
    const add = (prompt: number) => {
      liked[prompt] ??= likes * Math.SQRT2 * normal(stream)
      score.push(Number(stream.uniform() < sigmoid(gap + liked[prompt])))
      unit.push(prompt)
    }
    for (let vote = 0; vote < PROMPTS * VOTES_EACH; vote++) add(Math.floor(vote / VOTES_EACH))
    const { moreVotes: more } = headToHead(score, unit)!
    if (more === null) continue
    open++
    for (let vote = 0; vote < more; vote++)
      add(where === 'new prompts' ? PROMPTS + Math.floor(vote / VOTES_EACH) : vote % PROMPTS)
    if (headToHead(score, unit)!.p <= ALPHA) then++
  }
  expect(open).toBeGreaterThan(500)
  return then / open
}

it.each([0, 0.5, 1])(
  'the predicted votes on new prompts suffice in about half of the cases, with prompt preferences of sd %s',
  (likes) => {
    const share = significantThen(likes, 'new prompts')
    expect(share).toBeGreaterThan(0.38)
    expect(share).toBeLessThan(0.56)
  },
)

it('votes on the same prompts seldom suffice if prompts matter', () => {
  expect(significantThen(0.5, 'the same prompts')).toBeLessThan(0.3)
  expect(significantThen(1, 'the same prompts')).toBeLessThan(0.15)
})
