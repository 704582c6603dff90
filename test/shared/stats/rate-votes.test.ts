import { expect, test } from 'vitest'
import { rateVotes, type NamedVote } from '../../../shared/stats/index.ts'
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
  const shown = board.contestants.map(({ name, rating, comparison, rankInterval, wins, losses, ties }) => ({
    name,
    rating,
    comparison,
    ranks: rankInterval,
    wins,
    losses,
    ties,
  }))
  expect(rated.contestants).toMatchObject(shown)
  expect(rated.winner).toBe(board.winner)
  expect(rated.deadHeatForFirst).toEqual(board.deadHeatForFirst)
})

test('the order of the votes changes nothing', () => {
  const votes = drawVotes(200)
  expect(rateVotes(votes.toReversed())).toEqual(rateVotes(votes))
})

test('an unbeaten contestant has no rating and may still be first', () => {
  const { contestants } = rateVotes([
    { left: 'a', right: 'b', winner: 'left' },
    { left: 'b', right: 'c', winner: 'left' },
    { left: 'c', right: 'b', winner: 'left' },
  ])
  expect(contestants.find(({ name }) => name === 'a')).toMatchObject({ status: 'provisional', rating: null })
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

const won: NamedVote = { left: 'A', right: 'B', winner: 'left' }
const lost: NamedVote = { left: 'A', right: 'B', winner: 'right' }
const NO_RATING = {
  status: 'provisional',
  reason: 'too_few_votes',
  rating: null,
  interval: null,
  comparison: null,
  ranks: null,
}

test.each([
  ['with rounds', {}],
  ['without rounds', { rounds: 0 }],
  ['for all looks', { looks: 'any' }],
  ['with one round', { rounds: 1 }],
] as const)('two votes are no rating, %s', (_, options) => {
  const rated = rateVotes([won, { ...won, winner: 'tie' }], options)
  expect(rated.contestants).toMatchObject([NO_RATING, NO_RATING])
  expect(rated.winner).toBeNull()
  const [onTwoPrompts] = rateVotes(
    [won, won, won, lost, won, lost].map((vote, i) => ({ ...vote, unit: `p${i % 2}` })),
    options,
  ).contestants
  expect(onTwoPrompts).toMatchObject(NO_RATING)
})

test('a known rating stands beside a comparison of which nothing is known', () => {
  const votes = [won, lost, won, lost, won, won]
  const [one] = rateVotes(votes).contestants
  const [any] = rateVotes(votes, { looks: 'any' }).contestants
  expect([one, any]).toMatchObject([
    { status: 'rated', ranks: [1, 2] },
    { status: 'rated', ranks: [1, 2], comparison: [null, null] },
  ])
  expect([any.rating, any.interval]).toEqual([one.rating, one.interval])
  expect(one.comparison!.every(Number.isFinite)).toBe(true)
})
