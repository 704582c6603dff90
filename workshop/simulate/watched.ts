/** Boards that are looked at while votes come in: who is ever falsely ahead, and who ever falsely wins. */
import { Option } from 'commander'
import { wholeNumber } from '../../scripts/cli/terminal/options.ts'
import { VOTES_A_CONTESTANT } from '../../shared/contracts/limits.ts'
import type { Votes } from '../../shared/stats/fit/votes.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { bestOf, isFalseLeader, METHODS, shownPairs } from './method.ts'
import { batchesOf, countOption, percentOf, shareOfLives, study, type Batch } from './study.ts'
import {
  alike,
  chooser,
  equal,
  firstVotes,
  leading,
  likings,
  normal,
  outcomeOf,
  seedOf,
  titleOf,
  zipf,
  type Named,
  type World,
} from './world.ts'
import { rareLosses } from './worlds.ts'

export interface Life extends Pick<World, 'group' | 'name' | 'strengths' | 'ties' | 'promptEffects'> {
  names: Named
  /** Votes get random prompts, or prompts come one after another. `spread` is the sd of what they like, in logits. */
  prompts: { count: number; spread: number; inTurn?: boolean }
  /** Five voters arrive at a time, cast `votes` votes each and leave; or voters vote in proportion to `weights`. */
  voters: { votes: number; spread: number; weights?: number[] }
  /** For each contestant, the part of the life in which it is shown. Without it, all are always shown. */
  shownSpans?: [from: number, until: number][]
  /** The votes on each contestant at the end, if all were always shown. */
  votesEach: number
  promised: boolean
  lives: number
}

const VOTERS_AT_A_TIME = 5

const votesOfLife = ({ strengths, votesEach }: Life): number => Math.round((strengths.length * votesEach) / 2)

/** The votes of one life in the order of their arrival. */
function drawLife(life: Life, stream: RandomStream): Votes {
  const { strengths, names, prompts, voters, shownSpans } = life
  const total = votesOfLife(life)
  const shift = VOTERS_AT_A_TIME * voters.votes
  const voterCount = voters.weights?.length ?? VOTERS_AT_A_TIME * Math.ceil(total / shift)
  const byPrompt =
    life.promptEffects?.(prompts.count, stream) ??
    likings(prompts.count, strengths.length, prompts.spread, stream)
  const byVoter = likings(voterCount, strengths.length, voters.spread, stream)
  const chooseVoter = voters.weights && chooser(voters.weights)
  const [left, right, prompt, person] = [0, 1, 2, 3].map(() => new Int32Array(total))
  const outcome = new Uint8Array(total)
  for (let vote = 0; vote < total; vote++) {
    const isShown = (i: number) =>
      !shownSpans || (shownSpans[i][0] <= vote / total && vote / total < shownSpans[i][1])
    const shownNow = strengths.flatMap((_, i) => (isShown(i) ? [i] : []))
    const i = shownNow.splice(Math.floor(stream.uniform() * shownNow.length), 1)[0]
    const j = shownNow[Math.floor(stream.uniform() * shownNow.length)]
    prompt[vote] = Math.floor((prompts.inTurn ? vote / total : stream.uniform()) * prompts.count)
    person[vote] = chooseVoter
      ? chooseVoter(stream)
      : VOTERS_AT_A_TIME * Math.floor(vote / shift) + Math.floor(stream.uniform() * VOTERS_AT_A_TIME)
    const lead = (k: number) => strengths[k] + byPrompt[prompt[vote]][k] + byVoter[person[vote]][k]
    left[vote] = i
    right[vote] = j
    outcome[vote] = outcomeOf(lead(i) - lead(j), life, stream)
  }
  return {
    contestants: strengths.length,
    left,
    right,
    outcome,
    prompt: names === 'prompts' || names === 'both' ? prompt : null,
    person: names === 'voters' || names === 'both' ? person : null,
  }
}

// The lives that are watched.

const life = (
  group: string,
  name: string,
  strengths: number[],
  votesEach: number,
  settings: Partial<Life> = {},
): Life => ({
  group,
  name,
  strengths,
  ties: 0.3,
  names: 'nothing',
  prompts: { count: 1, spread: 0 },
  voters: { votes: 10, spread: 0 },
  votesEach,
  promised: true,
  lives: strengths.length === 2 ? 400 : strengths.length < 20 ? 150 : 60,
  ...settings,
})

const prompts = (count: number, sd = 0.5): Partial<Life> => ({
  names: 'prompts',
  prompts: { count, spread: sd },
})
const crowd = (count: number, weights: number[], sd = 0.5): Partial<Life> => ({
  names: 'both',
  prompts: { count, spread: sd },
  voters: { votes: 1, spread: sd, weights },
})

/** Nobody is best, so whoever leads or wins does so falsely. */
const nobodyBest: Life[] = [
  life('nobody is best', '2 equals', equal(2), 1000),
  life('nobody is best', '2 equals, 60 prompts × 100 voters', equal(2), 1000, crowd(60, alike(100))),
  life('nobody is best', '2 equals, 50 prompts × 12 voters by Zipf', equal(2), 1000, crowd(50, zipf(12))),
  ...[3, 5, 8].map((contestants) =>
    life('nobody is best', `${contestants} equals`, equal(contestants), 1000),
  ),
  ...[3, 5, 20].map((contestants) =>
    life(
      'nobody is best',
      `two 1 ahead of ${contestants - 2}`,
      leading(contestants, 1, 2),
      contestants === 20 ? 300 : 1000,
    ),
  ),
  life('nobody is best', 'two 1 ahead of 3, 60 prompts × 100 voters', leading(5, 1, 2), 1000, {
    ...crowd(60, alike(100)),
  }),
  life('nobody is best', '5 equals on 60 prompts, one after another, sd 1', equal(5), 1000, {
    names: 'prompts',
    prompts: { count: 60, spread: 1, inTurn: true },
  }),
  life('nobody is best', '3 equals by passing voters of 10 votes, sd 0.5', equal(3), 1000, {
    names: 'voters',
    voters: { votes: 10, spread: 0.5 },
  }),
  life('nobody is best', '8 equals, one joins at a third and one at two thirds', equal(8), 600, {
    shownSpans: [...Array.from({ length: 6 }, (): [number, number] => [0, 1]), [1 / 3, 1], [2 / 3, 1]],
  }),
  ...[10, 50].map((count) =>
    life(
      'nobody is best',
      `2 equals on ${count} prompts, one loses nearly always on a tenth of all prompts`,
      equal(2),
      1000,
      { ...prompts(count, 0), ties: 0, promptEffects: rareLosses(2), promised: count >= 50 },
    ),
  ),
]

const somebodyBest: Life[] = [
  life('somebody is best', '5 equals and one far stronger, hardly ever beaten', [...equal(5), 4], 300),
  life('somebody is best', '5, one at 60 : 40', leading(5, Math.log(1.5)), 1000),
  life('somebody is best', '5, one at 60 : 40, on 100 prompts, sd 0.5', leading(5, Math.log(1.5)), 2000, {
    ...prompts(100),
    lives: 80,
  }),
]

export const LIVES: Life[] = [...nobodyBest, ...somebodyBest]

/** What a board said at any look of its life. */
interface Outcome {
  leadsFalsely: boolean
  winsFalsely: boolean
  anyFalse: boolean
  /** By the recipe of other arenas. */
  recipeFalsely: boolean
  /** The number of votes after which the single best was named: as leader, as winner. Null: never. */
  leadsAt: number | null
  winsAt: number | null
}

/** The votes on each contestant at the first look; the growth from look to look; every how many looks the recipe is asked too. */
const FIRST_EACH = 10
const GROWTH = 1.12
const RECIPE_EVERY = 4

/** The numbers of votes after which the board is looked at. */
export function looksOf(life: Life): number[] {
  const total = votesOfLife(life)
  const looks: number[] = []
  for (let at = Math.ceil((FIRST_EACH * life.strengths.length) / 2); at < total; at = Math.ceil(at * GROWTH))
    looks.push(at)
  return [...looks, total]
}

function watch(life: Life, votes: Votes, seed: number): Outcome {
  const best = bestOf(life.strengths)
  const outcome: Outcome = {
    leadsFalsely: false,
    winsFalsely: false,
    anyFalse: false,
    recipeFalsely: false,
    leadsAt: null,
    winsAt: null,
  }
  looksOf(life).forEach((at, look, all) => {
    const sofar = firstVotes(votes, at)
    const board = METHODS.deadheat(sofar, { rounds: 0, seed, looks: 'any' })
    const { leader, winner, intervals } = board
    outcome.leadsFalsely ||= isFalseLeader(board, leader, life.strengths)
    outcome.winsFalsely ||= isFalseLeader(board, winner, life.strengths)
    outcome.anyFalse ||= shownPairs(intervals, life.strengths).some(({ isFalse }) => isFalse)
    if (best !== null && leader === best) outcome.leadsAt ??= at
    if (best !== null && winner === best) outcome.winsAt ??= at
    if (outcome.recipeFalsely || (all.length - 1 - look) % RECIPE_EVERY > 0) return
    const recipe = METHODS.recipe(sofar, { rounds: 0, seed, looks: 'any' })
    outcome.recipeFalsely = isFalseLeader(recipe, recipe.leader, life.strengths)
  })
  return outcome
}

/** Draws and follows lives. Life n depends only on the name, the seed and n. */
export function scoreLives(life: Life, { seed }: { seed: number }, { from, to }: Batch): Outcome[] {
  return Array.from({ length: to - from }, (_, n) =>
    watch(life, drawLife(life, new RandomStream(seedOf(life, seed), from + n)), from + n),
  )
}

type Watched = { world: Life; score: readonly Outcome[] }

/** The median number of votes until the single best is named; empty if there is none. */
const votesUntil =
  (what: 'leadsAt' | 'winsAt') =>
  ({ world: { strengths }, score }: Watched): string | number => {
    if (bestOf(strengths) === null) return ''
    const sorted = score.map((outcome) => outcome[what] ?? Infinity).sort((a, b) => a - b)
    const half = sorted[Math.floor((sorted.length - 1) / 2)]
    return half === Infinity ? 'not by half' : half
  }

/** Lives of a task. */
const BATCH = 10

export const watched = study({
  name: 'watched',
  about: 'Boards that are looked at while votes come in: how often somebody ever leads or wins falsely.',
  options: [
    new Option('--lives <n>', 'lives of each board, in place of its own number').argParser(wholeNumber(1)),
  ],
  worlds: () => LIVES,
  titleOf,
  batches: (world, { lives = world.lives }: { lives?: number; seed: number }) => batchesOf(lives, BATCH),
  score: scoreLives,
  sum: (before, after) => before.concat(after),
  columns: [
    { head: 'life', of: ({ world }) => `${world.name}${world.promised ? '' : ' (not promised)'}` },
    { head: 'votes name', of: ({ world }) => world.names, isText: true },
    { head: 'lives', of: ({ score }) => score.length },
    { head: 'votes', of: ({ world }) => votesOfLife(world) },
    { head: 'looks', of: ({ world }) => looksOf(world).length },
    { head: 'wins falsely', of: shareOfLives(({ winsFalsely }) => winsFalsely) },
    { head: 'leads falsely', of: shareOfLives(({ leadsFalsely }) => leadsFalsely) },
    { head: 'any order false', of: shareOfLives(({ anyFalse }) => anyFalse) },
    { head: 'leads falsely: recipe', of: shareOfLives(({ recipeFalsely }) => recipeFalsely) },
    { head: 'votes until the best leads', of: votesUntil('leadsAt') },
    { head: 'votes until it wins', of: votesUntil('winsAt') },
  ],
})

// `npm run simulate -- sealed`: boards that decide on a day, and go on.

/** Lives without a best contestant, whose plan stays as it was sealed. */
export const SEALED: Life[] = nobodyBest.filter(
  ({ shownSpans, promised }) => shownSpans === undefined && promised,
)

interface Sealed {
  /** On the day that was planned. */
  onItsDay: boolean
  /** On the day, or at some look of a board that went on. */
  thenOrLater: boolean
}

/** Lives that decide after `VOTES_A_CONTESTANT` votes for each contestant, at one look, and go on for any look. */
export function scoreSealed(life: Life, { seed }: { seed: number }, { from, to }: Batch): Sealed[] {
  return Array.from({ length: to - from }, (_, n) => {
    const votes = drawLife(life, new RandomStream(seedOf(life, seed), from + n))
    const day = VOTES_A_CONTESTANT * life.strengths.length
    const winsFalsely = (at: number, looks: 'one' | 'any') => {
      const board = METHODS.deadheat(firstVotes(votes, at), { rounds: 0, seed: from + n, looks })
      return isFalseLeader(board, board.winner, life.strengths)
    }
    const onItsDay = winsFalsely(day, 'one')
    const later = looksOf(life).filter((at) => at > day)
    return { onItsDay, thenOrLater: onItsDay || later.some((at) => winsFalsely(at, 'any')) }
  })
}

export const sealed = study({
  name: 'sealed',
  about: 'Boards of equals with a decision day: how often a false winner is decided, then or later.',
  options: [countOption('lives', 'lives of each board', 400)],
  worlds: () => SEALED,
  titleOf,
  batches: (_, { lives }: { lives: number; seed: number }) => batchesOf(lives, BATCH),
  score: scoreSealed,
  sum: (before, after) => before.concat(after),
  columns: [
    { head: 'life', of: ({ world }) => world.name },
    { head: 'lives', of: ({ score }) => score.length },
    { head: 'decides after', of: ({ world }) => VOTES_A_CONTESTANT * world.strengths.length },
    { head: 'wins falsely on its day', of: shareOfLives(({ onItsDay }) => onItsDay) },
    { head: 'then or later', of: shareOfLives(({ thenOrLater }) => thenOrLater) },
  ],
})

// `npm run simulate -- watched --limit`: the boundary itself.

/** The numbers of votes on each contestant at which a life is evaluated. */
const HORIZONS = [300, 3000, 20_000, 100_000]
const FIRST_LOOK = 10
const EVERY_VOTE_UNTIL = 200
const WALK_GROWTH = 1.015
const TIES = 0.3
/** The constants of Robbins' boundary, as boards have them. */
const [ALPHA, TUNED_AT] = [0.05, 12.5]

/**
 * Lives with so many votes that strengths are normal and their errors known. Strengths of equals are then independent random
 * walks, so a life costs a few thousand additions.
 *
 * @returns for each horizon, how many lives ever name a winner among equals
 */
function crossings(contestants: number, lives: number, seed: number): number[] {
  const counts = HORIZONS.map(() => 0)
  for (let number = 0; number < lives; number++) {
    const stream = new RandomStream(seed * 1000 + contestants, number)
    const walks = new Float64Array(contestants)
    let [before, crossedAt] = [0, Infinity]
    for (
      let n = FIRST_LOOK;
      n <= HORIZONS.at(-1)! && crossedAt === Infinity;
      n = n < EVERY_VOTE_UNTIL ? n + 1 : n * WALK_GROWTH
    ) {
      const information = informationOf(n, contestants)
      const step = Math.sqrt((information - before) / 2)
      before = information
      for (let i = 0; i < contestants; i++) walks[i] += step * normal(stream)
      const [first, second] = walks.slice().sort().reverse()
      const r = information / TUNED_AT
      const needed = Math.sqrt((1 + 1 / r) * (Math.log1p(r) - 2 * Math.log(ALPHA)))
      if ((first - second) / Math.sqrt(information) > needed) crossedAt = n
    }
    HORIZONS.forEach((until, at) => (counts[at] += Number(crossedAt <= until)))
  }
  return counts
}

/** The information on a difference from `votes` on each contestant, spread evenly over all others; ties make less variance. */
const informationOf = (votes: number, contestants: number): number =>
  (votes / 8) * (contestants / (contestants - 1)) * (1 / (1 - TIES))

interface Crossings {
  boards: number
  counts: number[]
}

export const limit = study<{ boards: number; seed: number }, number, Crossings>({
  name: 'watched --limit',
  about: 'The boundary of winners itself, on random walks of equals, up to 100,000 votes on each.',
  options: [countOption('boards', 'lives of each kind', 2000)],
  worlds: () => [2, 3, 5],
  titleOf: (contestants) => `${contestants} contestants`,
  score: (contestants, { boards, seed }) => ({
    boards,
    counts: crossings(contestants, boards, seed),
  }),
  columns: [
    { head: 'contestants', of: ({ world }) => world },
    ...HORIZONS.map((votes, at) => ({
      head: `${votes} votes each`,
      of: ({ score }: { score: Crossings }) => percentOf(score.counts[at], score.boards),
    })),
  ],
})
