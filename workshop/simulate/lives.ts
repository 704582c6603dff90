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
  /** When, as a share of the life, the tenth of the voters that contradicts the board most is quarantined with all its votes. */
  quarantine?: number
  /** Each category has a board of its own besides the board of all votes; all are watched. */
  categories?: World['categories']
  /** The votes on each contestant at the end, if all were always shown. */
  votesEach: number
  promised: boolean
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
    if (quarantine !== undefined && vote < quarantine * total) {
      against[voter[vote]] -= gain * Math.sign(points[i] - points[j])
      points[i] += gain
      points[j] -= gain
    }
  }
  const order = [...against.keys()].sort((a, b) => against[b] - against[a])
  const out = new Set(quarantine === undefined ? [] : order.slice(0, Math.round(voterCount / 10)))
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
  const isLate = quarantine !== undefined && count >= quarantine * votes.left.length
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
  lives: strengths.length === 2 ? 300 : 70,
  ...rest,
})

const prompts = (count: number, sd = 0.5): Partial<Life> => ({
  by: 'prompt',
  prompts: { count, spread: sd },
})
const voters = (sd = 0.5): Partial<Life> => ({ by: 'voter', voters: { votes: 10, spread: sd } })

const equals: Life[] = [
  life('equals', '2 equals', equal(2), 5000),
  life('equals', '5 equals, 70 % ties', equal(5), 2000, { ties: 0.7 }),
  life('equals', '20 equals', equal(20), 300),
  life('equals', '5 equals on 50 prompts, sd 0.5', equal(5), 1000, prompts(50)),
  life('equals', '8 equals on 12 prompts, sd 0.5', equal(8), 500, prompts(12)),
  life('equals', '5 equals on 60 prompts, one after another, sd 1', equal(5), 1200, {
    by: 'prompt',
    prompts: { count: 60, spread: 1, oneAfterAnother: true },
  }),
  life('equals', '5 equals by passing voters of 10 votes, sd 0.5', equal(5), 1200, voters()),
  life('equals', '5 equals on 50 prompts by passing voters, sd 0.5', equal(5), 400, {
    ...prompts(50),
    ...voters(),
    by: 'both',
  }),
  ...[10, 50].map((count) =>
    life(
      'equals',
      `2 equals on ${count} prompts, one loses nearly always on a tenth of all prompts`,
      equal(2),
      1000,
      { ...prompts(count, 0), ties: 0, promptEffects: rareLosses(2), promised: count >= 50 },
    ),
  ),
]

const changes: Life[] = [
  life('changes', '8 equals, one joins at a third and one at two thirds', equal(8), 600, {
    shown: [...Array.from({ length: 6 }, (): [number, number] => [0, 1]), [1 / 3, 1], [2 / 3, 1]],
  }),
  life(
    'changes',
    '5 equals by voters, the tenth that contradicts the board most in quarantine later',
    equal(5),
    600,
    { ...voters(0), quarantine: 0.6, promised: false },
  ),
]

/** What the promise for all looks costs if there are differences to find. */
const differences: Life[] = [
  life('differences', '5 equals and one far stronger, hardly ever beaten', [...equal(5), 4], 500),
  life('differences', '5, one at 60 : 40, on 100 prompts, sd 0.5', leading(5, Math.log(1.5)), 3200, {
    ...prompts(100),
    ties: 0.2,
  }),
]

/** Six categories with about equally many votes, and all votes: seven boards that are watched together. */
const six = (
  held: 'each alone' | 'together',
  name: string,
  contestants: number,
  votesEach: number,
  rest: Partial<Life> = {},
) =>
  life('categories', `${name}, ${held}`, equal(contestants), 6 * votesEach, {
    categories: { count: 6, held },
    promised: held === 'together',
    ...rest,
  })

const categories: Life[] = [
  six('each alone', '2 equals, 6 categories', 2, 300),
  six('together', '2 equals, 6 categories', 2, 300),
  six('together', '5 equals, 6 categories of 10 prompts, sd 0.5', 5, 100, prompts(60)),
]

export const LIVES: Life[] = [...equals, ...changes, ...differences, ...categories]
