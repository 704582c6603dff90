import { equal, leading, spread } from '../strengths.ts'
import { rareLosses } from '../field/all-worlds.ts'
import type { Life } from './life.ts'

function life(
  group: string,
  name: string,
  strengths: number[],
  votesEach: number,
  rest: Partial<Life> = {},
): Life {
  return {
    group,
    name,
    strengths,
    ties: 0.3,
    by: 'vote',
    prompts: { count: 1, spread: 0 },
    voters: { votes: 10, spread: 0 },
    shown: null,
    quarantine: null,
    categories: null,
    votesEach,
    promised: true,
    lives: strengths.length === 2 ? 600 : strengths.length < 20 ? 100 : strengths.length < 50 ? 30 : 6,
    ...rest,
  }
}

const prompts = (count: number, likings = 0.5): Partial<Life> => ({
  by: 'prompt',
  prompts: { count, spread: likings },
})
const voters = (likings = 0.5): Partial<Life> => ({ by: 'voter', voters: { votes: 10, spread: likings } })
const throughout: [number, number] = [0, 1]
/** The first `always` contestants are always shown, the others as scheduled. */
const shown = (always: number, ...others: [number, number][]): Partial<Life> => ({
  shown: [...new Array<[number, number]>(always).fill(throughout), ...others],
})

const equals: Life[] = [
  life('equals', '2 equals', equal(2), 5000),
  ...[0, 0.3, 0.7].map((ties) =>
    life('equals', `5 equals, ${100 * ties} % ties`, equal(5), 5000, { ties, lives: 200 }),
  ),
  life('equals', '8 equals', equal(8), 3000, { lives: 200 }),
  life('equals', '5 equals, a long life', equal(5), 20_000, { lives: 60 }),
  life('equals', '20 equals', equal(20), 1000),
  life('equals', '50 equals', equal(50), 200),
  life('equals', '100 equals', equal(100), 100),
  life('equals', 'two tied for best, 0.3 ahead of 3', leading(5, 0.3, 2), 1000),
]

const units: Life[] = [
  life('units', '2 equals on 50 prompts, sd 0.5', equal(2), 1000, { ...prompts(50), lives: 300 }),
  life('units', '5 equals on 50 prompts, sd 0.5', equal(5), 1000, { ...prompts(50), lives: 200 }),
  life('units', '8 equals on 12 prompts, sd 0.5', equal(8), 500, prompts(12)),
  life('units', '20 equals on 100 prompts, sd 0.5', equal(20), 300, prompts(100)),
  life('units', '5 equals by passing voters of 10 votes, sd 0.5', equal(5), 3000, {
    ...voters(),
    lives: 200,
  }),
  life('units', '5 equals on 50 prompts by passing voters, sd 0.5', equal(5), 400, {
    ...prompts(50),
    ...voters(),
    by: 'both',
    lives: 30,
  }),
  ...[2, 5].map((contestants) =>
    life('units', `${contestants} equals on 60 prompts, one after another, sd 1`, equal(contestants), 1200, {
      by: 'prompt',
      prompts: { count: 60, spread: 1, oneAfterAnother: true },
      lives: contestants === 2 ? 300 : 200,
    }),
  ),
  ...[10, 25, 50].map((count) =>
    life(
      'units',
      `2 equals on ${count} prompts, one loses nearly always on a tenth of all prompts`,
      equal(2),
      1000,
      {
        ...prompts(count, 0),
        ties: 0,
        promptEffects: rareLosses(2),
        promised: count >= 50,
        lives: 300,
      },
    ),
  ),
  life('units', 'one category: 8 equals, 150 votes each on 8 prompts, sd 0.5', equal(8), 150, prompts(8)),
]

const changes: Life[] = [
  life(
    'changes',
    '8 equals, one joins at a third and one at two thirds',
    equal(8),
    600,
    shown(6, [1 / 3, 1], [2 / 3, 1]),
  ),
  life('changes', '8 equals, two retire at half', equal(8), 600, shown(6, [0, 0.5], [0, 0.5])),
  life('changes', '5 equals and one far stronger, hardly ever beaten', [...equal(5), 4], 500),
  life('changes', '5 equals by voters, a tenth of them in quarantine later, by chance', equal(5), 600, {
    ...voters(0),
    quarantine: { at: 0.6, who: 'any' },
  }),
  life(
    'changes',
    '5 equals by voters, the tenth that contradicts the board most in quarantine later',
    equal(5),
    600,
    {
      ...voters(0),
      quarantine: { at: 0.6, who: 'those who contradict the board' },
      promised: false,
    },
  ),
]

/** Six categories with about equally many votes, and all votes: seven boards that are watched together. */
const categories: Life[] = (['each alone', 'together'] as const).flatMap((held) => {
  const rest = { categories: { count: 6, held }, promised: held === 'together' }
  const six = (name: string, strengths: number[], votesEach: number, more: Partial<Life>) =>
    life('categories', `${name}, ${held}`, strengths, 6 * votesEach, { ...rest, ...more })
  return [
    six('2 equals, 6 categories', equal(2), 300, { lives: 200 }),
    six('5 equals, 6 categories', equal(5), 300, {}),
    six('5 equals, 6 categories of 10 prompts, sd 0.5', equal(5), 200, prompts(60)),
    six('5 equals, 6 categories by passing voters of 10 votes, sd 0.5', equal(5), 300, {
      ...voters(),
      prompts: { count: 60, spread: 0 },
      lives: 60,
    }),
    six('5 spread, 6 categories of 10 prompts, sd 0.5', spread(5), 200, { ...prompts(60), lives: 20 }),
  ]
})

/** What the promise for all looks costs if there are differences to find. */
const differences: Life[] = [
  life('differences', '2, one 0.2 ahead', [0.2, 0], 3000, { lives: 30 }),
  life('differences', '5 spread', spread(5), 1000, { lives: 30 }),
  life('differences', '8, one 0.3 ahead of equals', leading(8, 0.3), 2000, { lives: 20 }),
  life('differences', '20 spread', spread(20), 500, { lives: 10 }),
  life('differences', '5 spread on 50 prompts, sd 0.5', spread(5), 600, { ...prompts(50), lives: 30 }),
]

export const LIVES: Life[] = [...equals, ...units, ...changes, ...categories, ...differences]
