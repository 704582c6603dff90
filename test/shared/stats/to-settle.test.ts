import { describe, expect, it } from 'vitest'
import { LEFT, RIGHT, type VoteColumns } from '../../../shared/stats/fit/tally.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { rate } from '../../../shared/stats/declare/rate.ts'
import { toSettle, votesToSeparate, type SettleInput } from '../../../shared/stats/plan/to-settle.ts'
import { normal } from '../../../scripts/dev/simulate/field/world.ts'

/** Bars of 1.96 standard errors around two of six contestants, on units that share so much. */
function board({
  gap,
  error,
  kinds,
}: {
  gap: number
  error: number
  kinds: SettleInput['evidence']['kinds']
}) {
  const six = (value: number) => new Array<number>(6).fill(value)
  const errors = Float64Array.from(six(error))
  const from: SettleInput = {
    theta: Float64Array.of(gap / 2 + 0.4, -gap / 2 + 0.4, -0.2, -0.2, -0.2, -0.2),
    evidence: {
      votes: six(400),
      units: six(40),
      effective: six(40),
      unbiased: six(40),
      design: six(1),
      kinds,
    },
    intervals: {
      unbiasedErrors: errors,
      halfAfter: (_, { variance }) => 1.4 * error * Math.sqrt(variance),
    },
    votesWithEither: 800,
  }
  return from
}

const kind = (correlation: number, correlationError = 0) => ({
  units: new Array<number>(6).fill(40),
  effective: new Array<number>(6).fill(40),
  unbiased: new Array<number>(6).fill(40),
  together: new Array<number>(6).fill(10),
  correlation,
  correlationError,
})

describe('a dead heat', () => {
  it('is separated by the likely number of votes half of the time, if gaps are as assumed', () => {
    const [gap, error] = [0.2, 0.15]
    const from = board({ gap, error, kinds: [] })
    const { likely, low } = toSettle(0, 1, from)!.ways[0]!.votes
    // the second way: strengths as spread as the six and the four assumed ones, then votes as the growth brings them
    const squares = from.theta.reduce((sum, own) => sum + own ** 2, 0)
    const prior = (2 * (4 * 0.35 ** 2 + squares - 5 * error ** 2)) / 9
    const today = 2 * error ** 2
    for (const [votes, chance] of [
      [likely!, 0.5],
      [low!, 0.1],
    ]) {
      const growth = 1 + votes! / 800
      const stream = new RandomStream(1, 1)
      const mean = (gap * prior) / (prior + today)
      const spread = Math.sqrt((prior * today) / (prior + today))
      let separate = 0
      for (let draw = 0; draw < 40_000; draw++) {
        const truth = mean + spread * normal(stream)
        const later = truth + Math.sqrt(today / (growth - 1)) * normal(stream)
        const together = gap / growth + later * (1 - 1 / growth)
        if (Math.abs(together) > (2 * 1.4 * error) / Math.sqrt(growth)) separate++
      }
      expect(separate / 40_000).toBeCloseTo(chance!, 1.7)
    }
  })

  it('is separated by no number of votes on the same prompts if these prompts decide', () => {
    const from = board({ gap: 0.2, error: 0.15, kinds: [kind(0.9)] })
    const estimate = toSettle(0, 1, from)!
    const [votes, units] = estimate.ways
    expect(votes).toMatchObject({ by: 'votes', votes: { likely: null }, units: null })
    expect(votesToSeparate(estimate)).toBeNull()
    expect(units!.by).toBe('units')
    // a new prompt carries 20 votes with either of the two, as today's do
    expect(units!.votes.likely! / units!.units!.likely!).toBeCloseTo(800 / 40, 0)
  })

  it('needs as many votes on the same prompts as on new ones if prompts do not matter', () => {
    const [votes, units] = toSettle(0, 1, board({ gap: 0.2, error: 0.15, kinds: [kind(0)] }))!.ways
    expect(votes!.votes).toEqual(units!.votes)
  })

  it('needs both prompts and voters if both matter', () => {
    const { ways } = toSettle(0, 1, board({ gap: 0.2, error: 0.15, kinds: [kind(0.5), kind(0.05)] }))!
    const likely = Object.fromEntries(ways.map(({ by, votes }) => [by, votes.likely ?? Infinity]))
    expect(Object.keys(likely)).toEqual(['votes', 'units', 'crossed', 'both'])
    expect(likely.both).toBeLessThan(likely.units!)
    expect(likely.units).toBeLessThan(likely.votes!)
  })

  it('gets no number for the same prompts if no prompt has shown how far its votes agree', () => {
    const from = board({ gap: 0.2, error: 0.15, kinds: [kind(0, Infinity)] })
    expect(toSettle(0, 1, from)!.ways.map(({ by }) => by)).toEqual(['units'])
  })
})

/** So many wins of the first, then of the second, each on a prompt of its own. */
function votes(wins: number, losses: number): VoteColumns {
  const all = wins + losses
  return {
    contestants: 2,
    units: all,
    left: new Int32Array(all),
    right: new Int32Array(all).fill(1),
    outcome: Uint8Array.from({ length: all }, (_, vote) => (vote < wins ? LEFT : RIGHT)),
    unit: Int32Array.from({ length: all }, (_, vote) => vote),
  }
}

describe('the prediction of a board', () => {
  const rated = (columns: VoteColumns, looks: 'one' | 'any' = 'one') =>
    rate(columns, {
      rounds: 500,
      seed: 1,
      by: 'vote',
      ties: 'half',
      intervals: 'comparison',
      baseline: null,
      looks,
    })

  it('is null after 22 votes', () => {
    expect(rated(votes(12, 10))).toMatchObject({ winner: null, toSettle: null, votesToSeparate: null })
  })

  it('is null if there is a winner', () => {
    expect(rated(votes(130, 70))).toMatchObject({ winner: 0, toSettle: null, votesToSeparate: null })
  })

  it('is larger for a board that holds at all looks than for one look', () => {
    const likely = (looks: 'one' | 'any') => rated(votes(110, 90), looks).votesToSeparate!
    expect(likely('any')).toBeGreaterThan(1.5 * likely('one'))
  })

  it('names the higher rated first, and counts votes with either', () => {
    expect(rated(votes(90, 110)).toSettle).toMatchObject({ contestants: [1, 0], votes: 200, units: null })
  })
})
