import { rateVotes, type NamedVote } from '../../../shared/stats/board/rate-votes.ts'
import { isStronglyConnected, scorePairs } from '../../../shared/stats/fit/points.ts'
import { countedVotes, countPairs, subsetVotes, TIE, type Votes } from '../../../shared/stats/fit/votes.ts'
import { deadHeat, predictWinRate } from '../../../shared/stats/board/standings.ts'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type Changes, duel, board, type ListedBoard, rateBy, pick, type Row, rowsOf } from './boards.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { ratedBoard } from '../../scripts/deadheat.ts'

const CONTESTANTS = 6
const UNITS = 5

/** Any board at all: unbeaten, winless, disconnected and unrated contestants among them. */
const anyBoard = fc
  .array(
    fc.tuple(
      fc.nat(CONTESTANTS - 1),
      fc.integer({ min: 1, max: CONTESTANTS - 1 }),
      fc.nat(3),
      fc.integer({ min: 1, max: 4 }),
      fc.nat(UNITS - 1),
    ),
    { maxLength: 40 },
  )
  .map((draws) => draws.map(([left, ahead, ...rest]): Row => [left, (left + ahead) % CONTESTANTS, ...rest]))
  .map((rows) => board(CONTESTANTS, rows))

/** The same with ten times as many votes, so that many contestants are rated. */
const anyLargeBoard = anyBoard.map((votes) =>
  pick(
    votes,
    [...votes.outcome.keys()].flatMap((vote) => new Array<number>(10).fill(vote)),
  ),
)

const anyOptions = fc.record({
  by: fc.constantFrom('unit' as const, 'vote' as const),
  ties: fc.constantFrom('half' as const, 'drop' as const),
  intervals: fc.constantFrom('bootstrap' as const, 'classic' as const),
})

const ROUNDS = 40

/** Strengths with the mean 0 over the rated: with few votes a contestant counts less in the mean of a board. */
function strengths(votes: Votes, changes: Changes): (number | null)[] {
  const all = rateBy(votes, changes).standings.map(({ theta }) => theta)
  const rated = all.filter((theta) => theta !== null)
  const mean = rated.reduce((sum, theta) => sum + theta / rated.length, 0)
  return all.map((theta) => theta && theta - mean)
}

/** The largest difference, relative where the numbers are large; infinite where one side has a number alone. */
function difference(actual: (number | null)[], expected: (number | null)[]): number {
  const differences = actual.map((value, i) => {
    const other = expected[i]
    if (value === null || other === null) return value === other ? 0 : Infinity
    return Math.abs(value - other) / Math.max(1, Math.abs(other))
  })
  return Math.max(0, ...differences)
}

const metIn = ({ left, right }: Votes): Int32Array => Int32Array.from(new Set([...left, ...right])).sort()

describe('any board', () => {
  it('is finite, its intervals in order, and the same to the last digit for votes in any order and with sides swapped', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyBoard, anyLargeBoard),
        anyOptions,
        fc.infiniteStream(fc.nat()),
        (votes, changes, keys) => {
          const order = [...votes.outcome.keys()].map((vote) => [vote, keys.next().value as number])
          const shuffled = pick(
            votes,
            order.sort((a, b) => a[1] - b[1]).map(([vote]) => vote),
          )
          const swapped = {
            ...votes,
            left: votes.right,
            right: votes.left,
            outcome: votes.outcome.map((outcome) => [1, 0, 2, 3][outcome]),
          }
          const rateOptions = { rounds: ROUNDS, ...changes }
          const rated = rateBy(votes, rateOptions)
          expectFinite(rated)
          for (const { interval, place } of rated.standings) {
            if (interval) expect(interval[0]).toBeLessThanOrEqual(interval[1])
            if (place) expect(place[0]).toBeLessThanOrEqual(place[1])
          }
          const withoutFunctions = ({ measured: _, strengths, intervals, ...rest }: ListedBoard) => ({
            ...rest,
            theta: strengths?.theta,
            marginal: intervals?.marginal,
          })
          for (const again of [shuffled, swapped])
            expect(withoutFunctions(rateBy(again, rateOptions))).toEqual(withoutFunctions(rated))
        },
      ),
      { numRuns: 100, seed: 2 },
    )
  })

  it('without ties is the board of the votes that name a winner, also if there are none', () => {
    const readings = (rated: ListedBoard) => ({
      state: rated.state,
      deadHeat: deadHeat(rated),
      standings: rated.standings.map(({ reason, theta, interval, place }) => ({
        reason,
        theta,
        interval,
        place,
      })),
    })
    fc.assert(
      fc.property(anyLargeBoard, fc.boolean(), (votes, areAllTies) => {
        const shown = areAllTies ? { ...votes, outcome: votes.outcome.map(() => TIE) } : votes
        const dropped = rateBy(shown, { rounds: ROUNDS, ties: 'drop' })
        expectFinite(dropped)
        expect(readings(dropped)).toEqual(readings(rateBy(countedVotes(shown, 'drop'), { rounds: ROUNDS })))
      }),
      { numRuns: 60, seed: 3 },
    )
  })

  it('has the same strengths if every vote is counted k times', () => {
    fc.assert(
      fc.property(anyLargeBoard, fc.integer({ min: 2, max: 5 }), (votes, times) => {
        const every = [...votes.outcome.keys()]
        const multiplied = pick(
          votes,
          every.flatMap((vote) => new Array<number>(times).fill(vote)),
        )
        // with ten votes or more each, everybody is rated before and after
        fc.pre(rateBy(votes).standings.every(({ reason }) => reason === null || reason === 'no_votes'))
        fc.pre(isStronglyConnected(scorePairs(countPairs(subsetVotes(votes, metIn(votes))))))
        expect(difference(strengths(multiplied, {}), strengths(votes, {}))).toBeLessThan(1e-7)
      }),
      { numRuns: 100, seed: 5 },
    )
  })
})

function expectFinite(value: unknown): void {
  if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true)
  else if (value !== null && typeof value === 'object') Object.values(value).forEach(expectFinite)
}

const NAMES = ['warm', 'plain', 'terse', 'steps']
const CELLS = { left: 'model_a', right: 'model_b', tie: 'tie', both_bad: 'both_bad' }

/** Votes on 30 prompts. Names that come earlier in the list win more. */
function drawVotes(count: number): NamedVote[] {
  const random = new RandomStream(7, 0)
  const draw = (n: number) => Math.floor(random.uniform() * n)
  return Array.from({ length: count }, () => {
    const left = draw(NAMES.length)
    const right = (left + 1 + draw(NAMES.length - 1)) % NAMES.length
    const isExpected = random.uniform() < 0.7
    const winner = random.uniform() < 0.2 ? 'tie' : left < right === isExpected ? 'left' : 'right'
    return { left: NAMES[left], right: NAMES[right], winner, unit: `p${draw(30)}` }
  })
}

test('named votes have the board of deadheat rate, to the last digit', async () => {
  const votes = drawVotes(400)
  const lines = votes.map((vote) =>
    [vote.left, vote.right, CELLS[vote.winner as keyof typeof CELLS], vote.unit].join(),
  )
  const board = await ratedBoard(`model_a,model_b,winner,question_id\n${lines.join('\n')}\n`)
  const rated = rateVotes(votes)
  const shown = board.contestants.map(({ name, rating, interval, place, wins, losses, ties }) => ({
    name,
    rating,
    interval,
    place,
    wins,
    losses,
    ties,
  }))
  expect(rated.contestants).toMatchObject(shown)
  const { state, leader, deadHeat } = board
  expect(rated).toMatchObject({ state, leader, deadHeat })
})

test.each<[string, NamedVote[]]>([
  ['Vote 0: winner is', [{ left: 'a', right: 'b', winner: 'c' }]],
  ['Vote 0: left and right', [{ left: 'a', right: 'a', winner: 'left' }]],
  [
    'Vote 1: give a unit for all',
    [
      { left: 'a', right: 'b', winner: 'left', unit: 'p' },
      { left: 'a', right: 'b', winner: 'left' },
    ],
  ],
])('%s …: wrong votes are refused with their place', (message, votes) => {
  expect(() => rateVotes(votes)).toThrow(message)
})

test.each([
  ['the name of a contestant', 'A', 'B', 'B', 'right'],
  ['a side, also where a contestant is called so', 'right', 'left', 'left', 'left'],
] as const)('a winner may be %s', (_, left, right, winner, side) => {
  const counts = (vote: NamedVote) => rateVotes([vote]).contestants.map(({ name, wins }) => [name, wins])
  expect(counts({ left, right, winner })).toEqual(counts({ left, right, winner: side }))
})

const won: NamedVote = { left: 'A', right: 'B', winner: 'left' }

test.each([
  ['with rounds', {}],
  ['without rounds', { rounds: 0 }],
  ['for all looks', { looks: 'any' }],
] as const)('nine votes are no rating and ten are, %s', (_, options) => {
  const nine = Array.from({ length: 9 }, (): NamedVote => won)
  const none = { reason: 'too_few_votes', rating: null, interval: null, place: null }
  const few = rateVotes(nine, options)
  expect(few.contestants).toMatchObject([none, none])
  expect(few).toMatchObject({ state: 'first_votes', leader: null, deadHeat: [] })
  const rated = { reason: null, rating: expect.any(Number) }
  expect(rateVotes([...nine, { ...won, winner: 'tie' }], options).contestants).toMatchObject([rated, rated])
})

describe('who is rated', () => {
  /** 0 beats 1 beats 2, and 0 beats 2; 3 and 4 met each other alone, 5 nobody. */
  const APART = rowsOf('0>1*60 0<1*30 1>2*60 1<2*30 0>2*70 0<2*20 3>4*5 4>3*5')

  it('nobody without a vote, or in a small group of its own, which takes no claim from the others', () => {
    const rated = rateBy(board(6, APART), { rounds: 300 })
    expect([rated.state, deadHeat(rated)]).toEqual(['wins', [0]])
    const none = { theta: null, interval: null, place: null }
    const apart = { ...none, reason: 'disconnected' }
    expect(rated.standings.slice(3)).toMatchObject([apart, apart, { ...none, reason: 'no_votes', votes: 0 }])
    for (const contestants of [0, 1, 3]) {
      const empty = rateBy(board(contestants, []), { by: 'unit' })
      expect(empty).toMatchObject({ strengths: null, state: 'first_votes', reading: null })
      expect(empty.standings).toHaveLength(contestants)
    }
  })
})

const CLASSIC = { intervals: 'classic' as const, rounds: 2000 }

describe('the usual recipe', () => {
  it('has percentiles of the binomial for two contestants', () => {
    const { standings } = rateBy(duel(60, 40), CLASSIC)
    const logit = (p: number) => Math.log(p / (1 - p)) / 2
    expect(Math.abs(standings[0].interval![0] - logit(0.505))).toBeLessThan(0.022)
    expect(Math.abs(standings[0].interval![1] - logit(0.695))).toBeLessThan(0.022)
  })

  it('resamples votes, even if there are units', () => {
    const rows = (unit: number) =>
      board(2, [
        [0, 1, 0, 60, unit],
        [0, 1, 1, 40, 0],
      ])
    expect(rateBy(rows(1), { ...CLASSIC, by: 'unit' }).standings[0].interval).toEqual(
      rateBy(rows(0), { ...CLASSIC, by: 'vote' }).standings[0].interval,
    )
  })

  it('leaves out the rounds in which someone is unbeaten', () => {
    const rated = rateBy(duel(8, 1), CLASSIC)
    const [lower, upper] = rated.standings[0].interval!
    expect(lower).toBeLessThan(rated.standings[0].theta!)
    expect(upper).toBeCloseTo(Math.log(8) / 2, 10)
    expect(predictWinRate(rated, 0, 1)!.interval![1]).toBeCloseTo(8 / 9, 10)
  })

  it('declares by the overlap of its own intervals', () => {
    const clear = rateBy(duel(80, 20), CLASSIC)
    expect([clear.state, deadHeat(clear)]).toEqual(['wins', [0]])
    const close = rateBy(duel(51, 49), CLASSIC)
    expect([close.state, deadHeat(close)]).toEqual(['dead_heat', [0, 1]])
  })
})
