/** Boards that are looked at while votes come in: who is ever falsely ahead, and who ever falsely wins or is decided for. */
import { VOTES_A_CONTESTANT } from '../../shared/contracts/limits.ts'
import type { Votes } from '../../shared/stats/fit/votes.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { findBest, isFalseLeader, METHODS, shownPairs } from './method.ts'
import { medianVotes, shareOfBoards, study, type Played, type Turn } from './study.ts'
import {
  alike,
  anyPair,
  byChance,
  drawVotes,
  equal,
  firstVotes,
  inTurn,
  leading,
  namedVotes,
  worldSeed,
  zipf,
  type World,
} from './world.ts'
import { by, rareLosses, makeWorlds, type Row, type Voting } from './worlds.ts'

// The lives that are watched: worlds, each vote after the other.

/** @param votesEach  on each contestant at the end */
function life(
  name: string,
  strengths: number[],
  votesEach: number,
  voting: (votes: number) => Voting,
  more: Partial<Row> = {},
): World[] {
  const boards = strengths.length === 2 ? 4000 : strengths.length < 20 ? 150 : 60
  const group = findBest(strengths) === null ? 'nobody is best' : 'somebody is best'
  return makeWorlds(group, {
    [name]: {
      contestants: strengths,
      votes: voting(Math.round((strengths.length * votesEach) / 2)),
      boards,
      ...more,
    },
  })
}

const single = (votes: number) => by(votes)
const crowd =
  (prompts: number, voters?: number[]) =>
  (votes: number): Voting =>
    by(votes, alike(prompts), voters)

const CROSSED: Partial<Row> = { sd: [0.5, 0.5] }

/** Prompts come one after another, each with its share of the votes. */
const oneByOne =
  (prompts: number) =>
  (votes: number): Voting => ({
    draw: (contestants) => inTurn(byChance(votes, contestants, [1]), votes / prompts),
    names: 'prompts',
  })

/** Five voters arrive at a time, cast so many votes each, and leave. */
const passing =
  (votesEach: number) =>
  (votes: number): Voting => ({
    draw: (contestants) => (stream) => {
      const drawn = byChance(votes, contestants, [1])(stream)
      const shift = (vote: number) => Math.floor(vote / (5 * votesEach))
      return {
        ...drawn,
        voter: drawn.voter.map((_voter, vote) => 5 * shift(vote) + Math.floor(5 * stream.uniform())),
      }
    },
    names: 'voters',
  })

/** The last contestants join after these shares of the votes. */
const joinedAfter =
  (...shares: number[]) =>
  (votes: number): Voting => ({
    draw: (contestants) => (stream) => ({
      prompt: alike(votes, 0),
      voter: alike(votes, 0),
      pair: Array.from({ length: votes }, (_pair, vote) =>
        anyPair(contestants - shares.filter((share) => vote < share * votes).length, stream),
      ),
    }),
    names: 'nothing',
  })

const LIVES: readonly World[] = [
  life('2 equals', equal(2), 1000, single),
  life('2 equals, 60 prompts × 100 voters', equal(2), 1000, crowd(60, alike(100)), CROSSED),
  life('2 equals, 50 prompts × 12 voters by Zipf', equal(2), 1000, crowd(50, zipf(12)), CROSSED),
  ...[3, 5, 8].map((contestants) => life(`${contestants} equals`, equal(contestants), 1000, single)),
  life('two 1 ahead of 1', leading(3, 1, 2), 1000, single),
  life('two 1 ahead of 3', leading(5, 1, 2), 1000, single),
  life('two 1 ahead of 18', leading(20, 1, 2), 300, single),
  life('two 1 ahead of 3, 60 prompts × 100 voters', leading(5, 1, 2), 1000, crowd(60, alike(100)), CROSSED),
  life('5 equals on 60 prompts, one after another, sd 1', equal(5), 1000, oneByOne(60), { sd: [1] }),
  life('3 equals by passing voters of 10 votes, sd 0.5', equal(3), 1000, passing(10), { sd: [0, 0.5] }),
  life('8 equals, one joins at a third and one at two thirds', equal(8), 600, joinedAfter(1 / 3, 2 / 3)),
  // on 10 prompts nothing is promised
  ...[10, 50].map((prompts) =>
    life(
      `2 equals on ${prompts} prompts, one loses nearly always on a tenth of all prompts`,
      equal(2),
      1000,
      crowd(prompts),
      { ties: 0, promptEffects: rareLosses(2) },
    ),
  ),
  life('5 equals and one far stronger, hardly ever beaten', [...equal(5), 4], 300, single),
  life('5, one at 60 : 40', leading(5, Math.log(1.5)), 1000, single),
  life('5, one at 60 : 40, on 100 prompts, sd 0.5', leading(5, Math.log(1.5)), 2000, crowd(100), {
    sd: [0.5],
    boards: 80,
  }),
].flat()

/** What a board said at any look of its life. */
interface LifeOutcome {
  votes: number
  looks: number
  leadsFalsely: boolean
  winsFalsely: boolean
  anyFalse: boolean
  /** By the recipe of other arenas. */
  recipeFalsely: boolean
  /** On the day after `VOTES_A_CONTESTANT` votes for each, had that been its one look. */
  decidedFalsely: boolean
  /** The number of votes after which the single best was named: as leader, as winner. Null: never. */
  leadsAt: number | null
  winsAt: number | null
}

/** The votes on each contestant at the first look; the growth from look to look; every how many looks the recipe is asked too. */
const FIRST_EACH = 10
const GROWTH = 1.12
const RECIPE_EVERY = 4

/** The numbers of votes after which a board is looked at. */
function lookTimes(votes: number, contestants: number): number[] {
  const looks: number[] = []
  for (let at = Math.ceil((FIRST_EACH * contestants) / 2); at < votes; at = Math.ceil(at * GROWTH))
    looks.push(at)
  return [...looks, votes]
}

function play(lived: World, { n, seed }: Turn): LifeOutcome {
  const { strengths } = lived
  const best = findBest(strengths)
  const votes = namedVotes(drawVotes(lived, new RandomStream(worldSeed(lived, seed), n)), lived.names)
  const all = votes.outcome.length
  const looks = lookTimes(all, strengths.length)
  const outcome: LifeOutcome = {
    votes: all,
    looks: looks.length,
    leadsFalsely: false,
    winsFalsely: false,
    anyFalse: false,
    recipeFalsely: false,
    decidedFalsely: decidesFalsely(votes, strengths, n),
    leadsAt: null,
    winsAt: null,
  }
  looks.forEach((at, i) => {
    const sofar = firstVotes(votes, at)
    const board = METHODS.deadheat(sofar, { rounds: 0, seed: n, looks: 'any' })
    const { leader, winner, intervals } = board
    outcome.leadsFalsely ||= isFalseLeader(board, leader, strengths)
    outcome.winsFalsely ||= isFalseLeader(board, winner, strengths)
    outcome.anyFalse ||= shownPairs(intervals, strengths).some(({ isFalse }) => isFalse)
    if (best !== null && leader === best) outcome.leadsAt ??= at
    if (best !== null && winner === best) outcome.winsAt ??= at
    if (outcome.recipeFalsely || (looks.length - 1 - i) % RECIPE_EVERY > 0) return
    const recipe = METHODS.recipe(sofar, { rounds: 0, seed: n, looks: 'any' })
    outcome.recipeFalsely = isFalseLeader(recipe, recipe.leader, strengths)
  })
  return outcome
}

function decidesFalsely(votes: Votes, strengths: number[], seed: number): boolean {
  const day = firstVotes(votes, VOTES_A_CONTESTANT * strengths.length)
  const board = METHODS.deadheat(day, { rounds: 0, seed, looks: 'one' })
  return isFalseLeader(board, board.winner, strengths)
}

/** The median number of votes until the single best is named; empty if there is none. */
const votesUntil =
  (what: 'leadsAt' | 'winsAt') =>
  ({ world: { strengths }, results }: Played<World, LifeOutcome>): string | number => {
    if (findBest(strengths) === null) return ''
    const median = medianVotes(results.map((outcome) => outcome[what]))
    return median === Infinity ? 'not by half' : median
  }

export const watched = study({
  name: 'watched',
  about:
    'Boards that are looked at while votes come in: how often somebody ever leads or wins falsely, or is decided for.',
  worlds: LIVES,
  boards: 150,
  play,
  columns: [
    { head: 'life', cell: ({ world: { name } }) => name },
    { head: 'votes name', cell: ({ world: { names } }) => names, isText: true },
    { head: 'lives', cell: ({ results }) => results.length },
    { head: 'votes', cell: ({ results: [first] }) => first.votes },
    { head: 'looks', cell: ({ results: [first] }) => first.looks },
    { head: 'wins falsely', cell: shareOfBoards(({ winsFalsely }) => winsFalsely) },
    { head: 'decided falsely on its day', cell: shareOfBoards(({ decidedFalsely }) => decidedFalsely) },
    { head: 'leads falsely', cell: shareOfBoards(({ leadsFalsely }) => leadsFalsely) },
    { head: 'any order false', cell: shareOfBoards(({ anyFalse }) => anyFalse) },
    { head: 'leads falsely: recipe', cell: shareOfBoards(({ recipeFalsely }) => recipeFalsely) },
    { head: 'votes until the best leads', cell: votesUntil('leadsAt') },
    { head: 'votes until it wins', cell: votesUntil('winsAt') },
  ],
})
