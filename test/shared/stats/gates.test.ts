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
  minimumChallengeWins,
  levelSpent,
  passChallenge,
  type ChallengeGate,
} from '../../../shared/stats/compare/gates.ts'
import { headToHead } from '../../../shared/stats/compare/head-to-head.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { minimumWins } from '../../../shared/stats/compare/power.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'

const evidence = {
  votes: 400,
  winRate: 0.55,
  answer: 'better',
  interval: [0.505, 0.595],
  moreToShow: null,
  isOutOfReach: false,
} as const

describe('the ship gate', () => {
  const passes = (wins: number, votes: number, gate: Gate) => {
    const scores = Array.from({ length: votes }, (_, i) => (i < wins ? 1 : 0))
    const comparison = headToHead(scores, [...scores.keys()])!
    const answer = comparison.p > 0.05 ? 'not_shown' : comparison.winRate > 0.5 ? 'better' : 'worse'
    return passGate({ ...comparison, answer, moreToShow: null, isOutOfReach: false }, gate).passes
  }

  it('ships a true 55 % in half of all runs, and other win rates as the documents say', () => {
    const gate = GATE_PRESETS.default
    expect([219, 220, 221].map((wins) => passes(wins, 400, gate))).toEqual([false, true, true])
    const shipped = [0.5, 0.525, 0.55, 0.575, 0.6].map((rate) => binomialTail(220, 400, rate))
    expect(shipped.map((share) => Number(share.toPrecision(2)))).toEqual([0.026, 0.17, 0.52, 0.86, 0.98])
    const easier = { ...gate, minWinRate: 0.53, minVotes: 800 }
    const least = [...Array(801).keys()].find((wins) => passes(wins, 800, easier))!
    expect(binomialTail(least, 800, 0.55)).toBeGreaterThan(0.79)
    expect([20, 21].map((wins) => passes(wins, 30, { ...gate, minVotes: 30 }))).toEqual([false, true])
  })

  it('has the presets of the design', () => {
    expect(GATE_PRESETS).toEqual({
      cosmetic: { minWinRate: 0.53, minVotes: 200, alpha: null },
      default: { minWinRate: 0.55, minVotes: 400, alpha: 0.05 },
      critical: { minWinRate: 0.6, minVotes: 800, alpha: 0.05 },
    })
  })

  it('passes exactly from its thresholds on', () => {
    const gate = GATE_PRESETS.default
    expect(passGate(evidence, gate)).toEqual({ passes: true, because: 'passed', moreVotes: null })
    expect(passGate({ ...evidence, votes: 399 }, gate)).toEqual({
      passes: false,
      because: 'too_few_votes',
      moreVotes: 1,
    })
    expect(passGate({ ...evidence, winRate: 0.5499 }, gate)).toMatchObject({
      passes: false,
      because: 'win_rate_too_low',
    })
  })

  it('says why nothing is shown: out of reach, practically equal, or votes are missing', () => {
    const open = { ...evidence, answer: 'not_shown', interval: [0.42, 0.67], moreToShow: 120 } as const
    const why = (more: object, gate: Gate = GATE_PRESETS.default) => passGate({ ...open, ...more }, gate)
    expect(why({})).toEqual({ passes: false, because: 'more_votes', moreVotes: 120 })
    // the gate asks for 400 votes anyway
    expect(why({ votes: 100 })).toMatchObject({ because: 'more_votes', moreVotes: 300 })
    // more votes like these would show a win rate that does not pass
    expect(why({ winRate: 0.53 })).toEqual({ passes: false, because: 'more_votes', moreVotes: null })
    expect(why({ moreToShow: null })).toMatchObject({ because: 'more_votes', moreVotes: null })
    expect(why({ isOutOfReach: true })).toEqual({ passes: false, because: 'could_not_show', moreVotes: null })
    expect(why({ interval: [0.46, 0.54] })).toMatchObject({ because: 'practically_equal', moreVotes: null })
    expect(why({ interval: [0.46, 0.55] })).toMatchObject({ because: 'more_votes' })
  })

  it('passes what is not shown only where no significance is asked for', () => {
    const open = { ...evidence, answer: 'not_shown', interval: [0.45, 0.65], moreToShow: 100 } as const
    expect(passGate(open, GATE_PRESETS.cosmetic)).toMatchObject({ passes: true, because: 'passed' })
    expect(passGate({ ...open, votes: 150 }, GATE_PRESETS.cosmetic)).toMatchObject({
      because: 'too_few_votes',
      moreVotes: 50,
    })
    expect(passGate({ ...open, winRate: 0.52 }, GATE_PRESETS.cosmetic).because).toBe('win_rate_too_low')
  })

  it('never passes who is shown to be worse, at any win rate and number of votes', () => {
    const worse = { ...evidence, votes: 3, winRate: 0.62, answer: 'worse' } as const
    for (const gate of [{ minWinRate: 0.4, minVotes: 1, alpha: 0.05 }, GATE_PRESETS.cosmetic])
      expect(passGate(worse, gate)).toEqual({ passes: false, because: 'worse', moreVotes: null })
  })
})

describe('what so many tasks can show', () => {
  it('is the fewest wins that are significant, and none on fewer than twelve tasks', () => {
    const least = (looks: 'one' | 'any') =>
      [5, 11, 12, 20, 40, 100].map((tasks) => minimumWins(tasks, { alpha: 0.05, looks }).wins)
    expect(least('one')).toEqual([null, null, 12, 16, 27, 61])
    expect(least('any')).toEqual([null, null, 12, 20, 40, 68])
    expect(minimumWins(0, { alpha: 0.05, looks: 'one' })).toEqual({ tasks: 0, wins: null })
  })

  it('agrees with the comparison of those votes, one win more or less', () => {
    for (const looks of ['one', 'any'] as const)
      for (const tasks of [12, 33, 70]) {
        const wins = minimumWins(tasks, { alpha: 0.05, looks }).wins!
        const pOf = (count: number) =>
          headToHead(
            Array.from({ length: tasks }, (_, task) => Number(task < count)),
            [...Array(tasks).keys()],
            { looks },
          )!.p
        expect(pOf(wins)).toBeLessThanOrEqual(0.05)
        expect(pOf(wins - 1)).toBeGreaterThan(0.05)
      }
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

test('of 22 references, attempt 1 needs 16 wins and attempt 10 needs 20; none of three can pass', () => {
  const needed = (attempt: number, results = 22) =>
    minimumChallengeWins(results, { minWinRate: 0.5, alpha: levelOfAttempt(attempt) })
  expect([needed(1), needed(10), needed(1, 3)]).toEqual([16, 20, null])
})

test('a challenger is better, worse or neither at the level of its attempt', () => {
  const answer = (wins: number, losses: number, gate: ChallengeGate = CHALLENGE_GATE) =>
    passChallenge({ wins, losses, ties: 3 }, gate).answer
  expect([answer(15, 5), answer(14, 6), answer(5, 15)]).toEqual(['better', 'not_shown', 'worse'])
  // a plain majority promotes, and shows nothing
  expect(passChallenge({ wins: 11, losses: 9, ties: 0 }, MAJORITY)).toMatchObject({
    passes: true,
    answer: 'not_shown',
  })
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
  expect([passes(11, 9), passes(10, 10)]).toEqual([true, false])
  expect([passes(0, 0, 5), passes(1, 0, 5)]).toEqual([false, true])
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

/** How often the votes that a comparison asks for make it significant, on new prompts and on the same ones. */
const [PROMPTS, VOTES_EACH, ALPHA] = [30, 5, 0.05]

/** Share of comparisons without significance that have it after the votes they ask for. */
function significantThen(likes: number, where: 'new prompts' | 'the same prompts'): number {
  let [open, then] = [0, 0]
  for (let run = 0; run < 1500; run++) {
    const stream = new RandomStream(11, run)
    const gap = 0.5 * stream.normal()
    const [score, unit, liked]: number[][] = [[], [], []]
    const add = (prompt: number) => {
      liked[prompt] ??= likes * Math.SQRT2 * stream.normal()
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
