/** The worlds of studies: how their votes arise, and what their boards estimate. */
import { describe, expect, it } from 'vitest'
import { CELLS } from '../../../workshop/simulate/cells.ts'
import { hasWords } from '../../../workshop/simulate/study.ts'
import {
  alike,
  drawVotes,
  even,
  expectedScore,
  lopsided,
  scheduled,
  sparse,
  titleOf,
  truthOf,
  withNewcomers,
  type World,
} from '../../../workshop/simulate/world.ts'
import { ALL_WORLDS, WORLDS } from '../../../workshop/simulate/worlds.ts'
import { LEFT, TIE } from '../../../shared/stats/fit/tally.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import { rated } from '../../../workshop/simulate/method.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'

const cellsWith = (words: string) => CELLS.filter((one) => hasWords(titleOf(one), words))

const votesOf = (meetings: readonly { first: number; second: number; times: number }[], contestant: number) =>
  meetings
    .filter(({ first, second }) => first === contestant || second === contestant)
    .reduce((total, { times }) => total + times, 0)

describe('the lists', () => {
  it('have different titles, and no pair of a cell is listed twice', () => {
    expect(new Set(CELLS.map(titleOf)).size).toBe(CELLS.length)
    expect(new Set(ALL_WORLDS.map(({ name }) => name)).size).toBe(ALL_WORLDS.length)
    for (const { meetings, strengths } of CELLS) {
      expect(new Set(meetings!.map(({ first, second }) => first * strengths.length + second)).size).toBe(
        meetings!.length,
      )
      const isRight = meetings!.every(
        ({ first, second, times }) => first < second && second < strengths.length && times > 0,
      )
      expect(isRight).toBe(true)
    }
  })

  it('are searched by all words of a choice, and by any of several choices', () => {
    expect(cellsWith('independent M=5 lopsided, M=3 sparse ties').map(titleOf)).toEqual([
      'independent: M=3 equal sparse 30 votes a pair, ties',
      'independent: M=3 spread sparse 30 votes a pair, ties',
      'independent: M=5 equal lopsided 10 votes a pair',
      'independent: M=5 equal lopsided 10 votes a pair, ties',
      'independent: M=5 spread lopsided 10 votes a pair',
      'independent: M=5 spread lopsided 10 votes a pair, ties',
    ])
  })

  it('promise nothing that is not judged, and something in every world unless categories stand alone', () => {
    for (const { by, promised } of ALL_WORLDS) expect(by).toEqual(expect.arrayContaining(promised))
    const without = WORLDS.filter(({ promised }) => promised.length === 0)
    expect(without.every(({ categories }) => categories?.held === 'each alone')).toBe(true)
  })
})

describe('schedules', () => {
  it('give everyone the same number of votes, or few opponents, or very different numbers', () => {
    expect([...Array(20).keys()].map((i) => votesOf(even(20, 10), i))).toEqual(alike(20, 190))
    expect(sparse(20, 30).filter(({ first, second }) => first === 0 || second === 0)).toHaveLength(6)
    expect(votesOf(lopsided(20, 10), 19) / votesOf(lopsided(20, 10), 0)).toBeGreaterThan(5)
  })

  it('let newcomers meet the others, the first contestant last, and not one another', () => {
    const few = withNewcomers(even(5, 10), 5, 1, 4)
    expect(few.some(({ first, second }) => first === 0 && second === 5)).toBe(false)
    const meetings = withNewcomers(even(5, 10), 5, 3, 7)
    expect([5, 6, 7].map((i) => votesOf(meetings, i))).toEqual([7, 7, 7])
    expect(meetings.every(({ first }) => first < 5)).toBe(true)
  })

  it('make boards with their votes, on their units', () => {
    const [one] = cellsWith('M=10 one on 5 of 200 prompts')
    const { left, right, unit } = drawVotes(one, new RandomStream(1, 0))
    const newcomers = [...left.keys()].filter((vote) => left[vote] === 9 || right[vote] === 9)
    expect(left.length).toBe(36 * 200 + 45)
    expect(new Set(newcomers.map((vote) => unit[vote])).size).toBe(5)
  })
})

it('prompts that are rarely, but then very different, are drawn as often as their world says', () => {
  const rare = ALL_WORLDS.find(({ name }) => name.startsWith('2 equals on 100 prompts, one loses'))!
  const { unit, outcome } = drawVotes(rare, new RandomStream(1, 0))
  const won = Array.from({ length: 100 }, () => ({ first: 0, votes: 0 }))
  outcome.forEach((one, vote) => {
    won[unit[vote]].votes++
    if (one === LEFT) won[unit[vote]].first++
  })
  const lost = won.filter(({ first, votes }) => votes >= 5 && first <= 0.2 * votes)
  expect(lost.length).toBeGreaterThan(4)
  expect(lost.length).toBeLessThan(20)
  const share = outcome.filter((one) => one === LEFT).length / outcome.length
  expect(Math.abs(share - 0.5)).toBeLessThan(0.08)
})

const VOTES = 40_000
const world = (rest: Partial<World> = {}): World => ({
  group: 'test',
  name: 'one',
  boards: 1,
  strengths: [0.8, 0],
  ties: 0,
  spread: { prompt: 0, voter: 0 },
  meetings: even(2, VOTES),
  draw: scheduled(even(2, VOTES), VOTES),
  by: ['prompt'],
  promised: [],
  ...rest,
})

describe('the expected score', () => {
  it('is the logistic function without deviations', () => {
    expect(expectedScore(0.8, 0, null)).toBeCloseTo(sigmoid(0.8), 12)
  })

  it('is one half between equals, and both sides add up to one', () => {
    expect(expectedScore(0, 1.7, null)).toBeCloseTo(0.5, 12)
    expect(expectedScore(1.1, 1.7, null) + expectedScore(-1.1, 1.7, null)).toBeCloseTo(1, 12)
  })

  it('follows the expansion for a small deviation, σ + s²σ″/2', () => {
    const p = sigmoid(0.8)
    const second = p * (1 - p) * (1 - 2 * p)
    expect(expectedScore(0.8, 0.01, null)).toBeCloseTo(p + (second * 0.01 ** 2) / 2, 9)
  })

  it.each<[string, Partial<World>, number, number | null]>([
    ['independent votes', {}, 0, null],
    ['ties', { ties: 0.3 }, 0, null],
    ['a prompt for every vote', { spread: { prompt: 1, voter: 0 } }, Math.SQRT2, null],
    ['a judge in both orders', { spread: { prompt: 1, voter: 0 }, firstPosition: 1 }, Math.SQRT2, 1],
    [
      'prompts and voters',
      {
        spread: { prompt: 1, voter: 0.5 },
        draw: scheduled(even(2, VOTES), VOTES, 'in turn', VOTES),
      },
      Math.SQRT2 * Math.hypot(1, 0.5),
      null,
    ],
  ])('equals the mean of drawn votes: %s', (_, changes, deviation, firstPosition) => {
    const { outcome } = drawVotes(world(changes), new RandomStream(7, 0))
    const points = outcome.reduce((sum, code) => sum + (code === LEFT ? 1 : code === TIE ? 0.5 : 0), 0)
    const error = 0.5 / Math.sqrt(outcome.length)
    expect(Math.abs(points / outcome.length - expectedScore(0.8, deviation, firstPosition))).toBeLessThan(
      4 * error,
    )
  })
})

describe('the truth of a world', () => {
  it('equals the given strengths if votes are independent', () => {
    expect([...truthOf(world({ ties: 0.3 }))]).toEqual([0.4, -0.4])
  })

  it('equals the fit on many prompts: closer together than the given strengths, in the same order', () => {
    const strengths = [0.9, 0.3, 0, -0.4, 1.2]
    const meetings = withNewcomers(even(4, 4000), 4, 1, 8000)
    const one = world({
      strengths,
      meetings,
      draw: scheduled(meetings, 4000),
      spread: { prompt: 1, voter: 0 },
    })
    const truth = truthOf(one)
    const { crossed: _, ...votes } = drawVotes(one, new RandomStream(3, 0))
    const { standings } = rated(votes, { rounds: 200, seed: 1, by: 'unit' })
    standings.forEach(({ theta, standardError }, i) => {
      expect(Math.abs(theta! - truth[i])).toBeLessThan(4 * standardError!)
    })
    const order = [...strengths.keys()].sort((a, b) => strengths[a] - strengths[b])
    expect([...truth.keys()].sort((a, b) => truth[a] - truth[b])).toEqual(order)
    expect(Math.max(...truth) - Math.min(...truth)).toBeLessThan(1.6 * 0.8)
  })
})
