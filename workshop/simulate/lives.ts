/** Boards that are looked at while their votes come in. */
import { LEFT, TIE, type VoteColumns } from '../../shared/stats/fit/tally.ts'
import type { RandomStream } from '../../shared/stats/numbers/random.ts'
import {
  equal,
  leading,
  likings,
  ofCategory,
  outcomeOf,
  resampledBy,
  someVotes,
  spread,
  type By,
  type World,
} from './world.ts'
import { rareLosses } from './worlds.ts'

export interface Life extends Pick<World, 'group' | 'name' | 'strengths' | 'ties' | 'promptEffects'> {
  by: By
  /**
   * Votes get random prompts, or prompts come one after another with equally many votes. `spread` is the standard
   * deviation of a prompt's preferences, in logits.
   */
  prompts: { count: number; spread: number; oneAfterAnother?: boolean }
  /** Five voters arrive at a time, cast `votes` votes each, and leave. */
  voters: { votes: number; spread: number }
  /** For each contestant, the part of the life in which it is shown. Without it, all are always shown. */
  shown?: [from: number, until: number][]
  /** When, as a share of the life, a tenth of the voters is quarantined with all their votes, and which voters. */
  quarantine?: { at: number; who: 'any' | 'those who contradict the board' }
  /** Each category has a board of its own besides the board of all votes; all are watched. */
  categories?: World['categories']
  /** The votes on each contestant at the end, if all were always shown. */
  votesEach: number
  promised: boolean
  /** The default number of lives. */
  lives: number
}

/** The votes of one life in the order of their arrival, and which of them are quarantined later. */
export interface LifeVotes {
  votes: VoteColumns & { crossed: { unit: Int32Array; units: number } }
  takenOut: Uint8Array
}

const VOTERS_AT_A_TIME = 5

export const votesOfLife = ({ strengths, votesEach }: Life): number =>
  Math.round((strengths.length * votesEach) / 2)

/** Draws a whole life. */
export function drawLife(life: Life, stream: RandomStream): LifeVotes {
  const { strengths, prompts, voters, shown, quarantine } = life
  const total = votesOfLife(life)
  const perShift = VOTERS_AT_A_TIME * voters.votes
  const voterCount = VOTERS_AT_A_TIME * Math.ceil(total / perShift)
  const byPrompt =
    life.promptEffects?.(prompts.count, stream) ??
    likings(prompts.count, strengths.length, prompts.spread, stream)
  const byVoter = likings(voterCount, strengths.length, voters.spread, stream)
  const [left, right, unit, voter] = [0, 1, 2, 3].map(() => new Int32Array(total))
  const outcome = new Uint8Array(total)
  const against = new Float64Array(voterCount)
  const points = new Float64Array(strengths.length)
  for (let vote = 0; vote < total; vote++) {
    const isShown = (i: number) => !shown || (shown[i][0] <= vote / total && vote / total < shown[i][1])
    const shownNow = strengths.flatMap((_, i) => (isShown(i) ? [i] : []))
    const i = shownNow.splice(Math.floor(stream.uniform() * shownNow.length), 1)[0]
    const j = shownNow[Math.floor(stream.uniform() * shownNow.length)]
    const promptPlace = prompts.oneAfterAnother ? vote / total : stream.uniform()
    unit[vote] = Math.floor(promptPlace * prompts.count)
    voter[vote] =
      VOTERS_AT_A_TIME * Math.floor(vote / perShift) + Math.floor(stream.uniform() * VOTERS_AT_A_TIME)
    const lead = (one: number) => strengths[one] + byPrompt[unit[vote]][one] + byVoter[voter[vote]][one]
    left[vote] = i
    right[vote] = j
    outcome[vote] = outcomeOf(lead(i) - lead(j), life, stream)
    const gain = outcome[vote] === TIE ? 0 : outcome[vote] === LEFT ? 1 : -1
    if (quarantine && vote < quarantine.at * total) {
      against[voter[vote]] -= gain * Math.sign(points[i] - points[j])
      points[i] += gain
      points[j] -= gain
    }
  }
  const order = Array.from(against.keys())
  if (quarantine?.who === 'any') order.sort((a, b) => ((a * 7919) % 1009) - ((b * 7919) % 1009))
  else order.sort((a, b) => against[b] - against[a])
  const out = new Set(quarantine ? order.slice(0, Math.round(voterCount / 10)) : [])
  return {
    votes: {
      contestants: strengths.length,
      units: life.by === 'vote' ? total : prompts.count,
      left,
      right,
      outcome,
      unit: life.by === 'vote' ? Int32Array.from(left.keys()) : unit,
      crossed: { unit: voter, units: voterCount },
    },
    takenOut: Uint8Array.from(voter, (one) => (out.has(one) ? 1 : 0)),
  }
}

/** The life of each board that is watched: of all votes, then of each category. */
export function boardsOf(life: Life, lifeVotes: LifeVotes): { life: Life; lifeVotes: LifeVotes }[] {
  const count = life.categories?.count ?? 0
  const { votes, takenOut } = lifeVotes
  const ofCategories = Array.from({ length: count }, (_, category) => {
    const own = ofCategory(votes, category, count) as LifeVotes['votes']
    const isOut = takenOut.filter((_out, vote) => votes.unit[vote] % count === category)
    const votesEach = (2 * own.left.length) / life.strengths.length
    return { life: { ...life, votesEach }, lifeVotes: { votes: own, takenOut: isOut } }
  })
  return [{ life, lifeVotes }, ...ofCategories]
}

/** The votes that count after the first `count` votes, by the units of the life. */
export function countedVotes(
  { by, quarantine }: Life,
  { votes, takenOut }: LifeVotes,
  count: number,
): VoteColumns {
  const first = someVotes(votes, count)
  const isLate = quarantine !== undefined && count >= quarantine.at * votes.left.length
  return resampledBy(isLate ? someVotes(first, (vote) => !takenOut[vote]) : first, by)
}

// The lives that are watched.

const life = (
  group: string,
  name: string,
  strengths: number[],
  votesEach: number,
  rest: Partial<Life> = {},
): Life => ({
  group,
  name,
  strengths,
  ties: 0.3,
  by: 'vote',
  prompts: { count: 1, spread: 0 },
  voters: { votes: 10, spread: 0 },
  votesEach,
  promised: true,
  lives: strengths.length === 2 ? 600 : strengths.length < 20 ? 100 : strengths.length < 50 ? 30 : 6,
  ...rest,
})

const prompts = (count: number, sd = 0.5): Partial<Life> => ({
  by: 'prompt',
  prompts: { count, spread: sd },
})
const voters = (sd = 0.5): Partial<Life> => ({ by: 'voter', voters: { votes: 10, spread: sd } })
/** The first `always` contestants are always shown, the others as scheduled. */
const shown = (always: number, ...others: [number, number][]): Partial<Life> => ({
  shown: [...Array.from({ length: always }, (): [number, number] => [0, 1]), ...others],
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
      { ...prompts(count, 0), ties: 0, promptEffects: rareLosses(2), promised: count >= 50, lives: 300 },
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
    { ...voters(0), quarantine: { at: 0.6, who: 'those who contradict the board' }, promised: false },
  ),
]

/** Six categories with about equally many votes, and all votes: seven boards that are watched together. */
const categories: Life[] = (['each alone', 'together'] as const).flatMap((held) => {
  const six = (name: string, strengths: number[], votesEach: number, rest: Partial<Life> = {}) =>
    life('categories', `${name}, ${held}`, strengths, 6 * votesEach, {
      categories: { count: 6, held },
      promised: held === 'together',
      ...rest,
    })
  return [
    six('2 equals, 6 categories', equal(2), 300, { lives: 200 }),
    six('5 equals, 6 categories', equal(5), 300),
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
  life('differences', '5, one at 60 : 40, on 100 prompts, sd 0.5', leading(5, Math.log(1.5)), 3200, {
    ...prompts(100),
    ties: 0.2,
    lives: 60,
  }),
  life('differences', '5 spread on 50 prompts, sd 0.5', spread(5), 600, { ...prompts(50), lives: 30 }),
]

export const LIVES: Life[] = [...equals, ...units, ...changes, ...categories, ...differences]
