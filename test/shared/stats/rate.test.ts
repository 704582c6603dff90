import { rateVotes, type NamedVote } from '../../../shared/stats/board/rate-votes.ts'
import { deadHeat, predictWinRate } from '../../../shared/stats/board/standings.ts'
import { describe, expect, it, test } from 'vitest'
import { duel, board, rateBy, rowsOf } from './boards.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { ratedBoard } from '../../scripts/deadheat.ts'

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
