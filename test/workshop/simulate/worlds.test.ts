/** The worlds of studies: how their votes arise, and what their boards estimate. */
import { describe, expect, it } from 'vitest'
import { hasWords } from '../../../workshop/simulate/study.ts'
import {
  alike,
  byChance,
  drawVotes,
  even,
  expectedScore,
  scheduled,
  titleOf,
  truthOf,
  type World,
} from '../../../workshop/simulate/world.ts'
import { ALL_WORLDS, WORLDS } from '../../../workshop/simulate/worlds.ts'
import { LEFT, TIE } from '../../../shared/stats/fit/tally.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import { rated } from '../../../workshop/simulate/method.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'

describe('the lists', () => {
  it('have different names', () => {
    expect(new Set(ALL_WORLDS.map(({ name }) => name)).size).toBe(ALL_WORLDS.length)
  })

  it('are searched by all words of a choice, and by any of several choices', () => {
    const titlesWith = (words: string) => WORLDS.map(titleOf).filter((title) => hasWords(title, words))
    expect(titlesWith('people, schedule 20 votes, spread 25 judged 5')).toEqual([
      'schedule: 3 equals, 20 votes a pair',
      'schedule: 20 equals, 10 votes a pair',
      'schedule: two 2 ahead of 3, 20 votes a pair',
      'even prompts: 5 spread, judged on 25 prompts, sd 0.5',
    ])
  })

  it('promise nothing that is not judged', () => {
    for (const { by, promised } of ALL_WORLDS) expect(by).toEqual(expect.arrayContaining(promised))
  })
})

it('a schedule lets every pair meet once before any meets twice, and gives each its prompts in turn', () => {
  const meetings = [...even(3, 2), { first: 0, second: 3, times: 1 }]
  const { pair, prompt } = scheduled(meetings, 5)(new RandomStream(1, 0))
  expect(pair.slice(0, 4)).toEqual([
    [0, 1],
    [0, 2],
    [1, 2],
    [0, 3],
  ])
  expect(prompt).toEqual([0, 0, 0, 0, 1, 1, 1])
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
  draw: scheduled(even(2, VOTES), VOTES),
  by: ['prompt'],
  promised: [],
  ...rest,
})

describe('the expected score', () => {
  it('is the logistic function without deviations', () => {
    expect(expectedScore(0.8, 0)).toBeCloseTo(sigmoid(0.8), 12)
  })

  it('is one half between equals, and both sides add up to one', () => {
    expect(expectedScore(0, 1.7)).toBeCloseTo(0.5, 12)
    expect(expectedScore(1.1, 1.7) + expectedScore(-1.1, 1.7)).toBeCloseTo(1, 12)
  })

  it('follows the expansion for a small deviation, σ + s²σ″/2', () => {
    const p = sigmoid(0.8)
    const second = p * (1 - p) * (1 - 2 * p)
    expect(expectedScore(0.8, 0.01)).toBeCloseTo(p + (second * 0.01 ** 2) / 2, 9)
  })

  it.each<[string, Partial<World>, number]>([
    ['independent votes', {}, 0],
    ['ties', { ties: 0.3 }, 0],
    ['a prompt for every vote', { spread: { prompt: 1, voter: 0 } }, Math.SQRT2],
    [
      'prompts and voters',
      { spread: { prompt: 1, voter: 0.5 }, draw: byChance(VOTES, 2, alike(2000), alike(2000)) },
      Math.SQRT2 * Math.hypot(1, 0.5),
    ],
  ])('equals the mean of drawn votes: %s', (_, changes, deviation) => {
    const { outcome } = drawVotes(world(changes), new RandomStream(7, 0))
    const points = outcome.reduce((sum, code) => sum + (code === LEFT ? 1 : code === TIE ? 0.5 : 0), 0)
    // votes that share a prompt or a voter tell less
    const error = (deviation > 1.5 ? 2.5 : 1) * (0.5 / Math.sqrt(outcome.length))
    expect(Math.abs(points / outcome.length - expectedScore(0.8, deviation))).toBeLessThan(4 * error)
  })
})

describe('the truth of a world', () => {
  it('equals the given strengths if votes are independent', () => {
    expect([...truthOf(world({ ties: 0.3 }))]).toEqual([0.4, -0.4])
  })

  it('equals the fit on many prompts: closer together than the given strengths, in the same order', () => {
    const strengths = [0.9, 0.3, 0, -0.4, 1.2]
    const meetings = [...even(4, 4000), ...[0, 1, 2, 3].map((first) => ({ first, second: 4, times: 2000 }))]
    const one = world({ strengths, draw: scheduled(meetings, 4000), spread: { prompt: 1, voter: 0 } })
    const truth = truthOf({ ...one, meetings })
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
