/** Boards with attackers among their voters: how far they move it, and who is accused. */
import type { CastVotes } from '../../shared/stats/attacks/honest-model.ts'
import { findAttacks } from '../../shared/stats/attacks/find-attacks.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { toRating } from '../../shared/stats/fit/likelihood.ts'
import { rateBoard } from '../../shared/stats/board/rate-board.ts'
import { deadHeat, standings } from '../../shared/stats/board/standings.ts'
import { findBest, shownPairs } from './method.ts'
import { partText, study, total, type Played, type Turn } from './study.ts'
import { equal, anyPair, voteColumns, likings, drawOutcome, type DrawnRow } from './world.ts'
import { LEFT, RIGHT, type Votes } from '../../shared/stats/fit/votes.ts'

/** One vote. Voters are numbered, honest ones first. */
export interface DrawnVote extends DrawnRow {
  /** Days since the arena opened. */
  time: number
  voter: number
}

/** Honest voters of an arena and their votes. */
interface Crowd {
  votes: DrawnVote[]
  voters: number
  /** By voter; voters of one office share a network. */
  network: number[]
  /** Voters that always choose the left answer: careless, not dishonest. */
  sided: Set<number>
  /** The tastes of prompts for contestants. */
  promptTastes: Float64Array[]
  /** How an honest voter of average taste decides, a tie included. */
  decide: (stream: RandomStream, vote: Pick<DrawnVote, 'prompt' | 'left' | 'right'>) => number
}

interface CrowdSize {
  strengths: readonly number[]
  votes: number
  prompts: number
}

const DAYS = 30
const SECONDS_A_DAY = 86_400
/** Standard deviations of tastes in logits: of prompts, voters, a whole office, and fans. */
const PROMPT_TASTE = 0.5
const VOTER_TASTE = 0.5
const OFFICE_TASTE = 0.3
const FAN_TASTE = 1.5
const SIDE_HABIT = 0.3
/** Shares of voters: with strong tastes, voting at random, always for the left, and in an office of ten. */
const FANS = 0.03
const RANDOM = 0.03
const SIDED = 0.01
const IN_OFFICES = 0.2
const OFFICE_SIZE = 10
/** Votes of one voter: median and standard deviation of their logarithm. */
const USUAL_VOTES = 6
const VOTES_SPREAD = 1.25
const SESSION = 12
const TIES = 0.25

/** Draws voters until there is this number of votes. */
export function drawCrowd(
  { strengths, votes: targetVotes, prompts }: CrowdSize,
  stream: RandomStream,
): Crowd {
  const promptTastes = likings(prompts, strengths.length, PROMPT_TASTE, stream)
  const decideWith =
    (taste: ArrayLike<number>, side: number, ties: number) =>
    (voterStream: RandomStream, { prompt, left, right }: Pick<DrawnVote, 'prompt' | 'left' | 'right'>) => {
      const lead = (contestant: number) =>
        strengths[contestant] + promptTastes[prompt][contestant] + taste[contestant]
      return drawOutcome(lead(left) - lead(right) + side, { ties }, voterStream)
    }
  const votes: DrawnVote[] = []
  const network: number[] = []
  const sided = new Set<number>()
  let office: Float64Array | null = null
  let placesLeft = 0
  let officeNetwork = 0
  let networks = 0
  while (votes.length < targetVotes) {
    const voter = network.length
    if (placesLeft === 0 && stream.uniform() < IN_OFFICES / OFFICE_SIZE / (1 - IN_OFFICES)) {
      placesLeft = OFFICE_SIZE
      office = likings(1, strengths.length, OFFICE_TASTE, stream)[0]
      officeNetwork = networks++
    }
    const inOffice = placesLeft > 0 && stream.uniform() < 0.7
    if (inOffice) placesLeft--
    network.push(inOffice ? officeNetwork : networks++)
    const kind = stream.uniform()
    const spread = kind < FANS ? FAN_TASTE : VOTER_TASTE
    const isRandom = kind > 1 - RANDOM
    const isSided = !isRandom && kind > 1 - RANDOM - SIDED
    if (isSided) sided.add(voter)
    const tastes = likings(1, strengths.length, spread, stream)[0]
    const taste = tastes.map((value, i) => value + (inOffice ? office![i] : 0))
    const usual = decideWith(taste, 0.1 + SIDE_HABIT * stream.normal(), TIES * 2 * stream.uniform())
    const count = Math.min(
      targetVotes - votes.length,
      Math.ceil(USUAL_VOTES * Math.exp(VOTES_SPREAD * stream.normal())),
    )
    let time = DAYS * stream.uniform()
    for (let n = 0; n < count; n++) {
      if (n > 0 && n % SESSION === 0) time += 2 * stream.exponential()
      time += (20 * stream.exponential()) / SECONDS_A_DAY
      const [left, right] = eitherSide(anyPair(strengths.length, stream), stream)
      const vote = { prompt: Math.floor(prompts * stream.uniform()), left, right }
      const outcome = isSided ? LEFT : isRandom ? Math.floor(3 * stream.uniform()) : usual(stream, vote)
      votes.push({ ...vote, time, voter, outcome })
    }
  }
  const average = new Float64Array(strengths.length)
  return {
    votes,
    voters: network.length,
    network,
    sided,
    promptTastes,
    decide: decideWith(average, 0.1, TIES),
  }
}

/** Tosses for sides: `anyPair` sorts by index, so a habit of voters for one side would favour low indices. */
function eitherSide([i, j]: [number, number], stream: RandomStream): [number, number] {
  return stream.uniform() < 0.5 ? [i, j] : [j, i]
}

/**
 * `target only`: votes on pairs with the target, skips others (Min et al. 2025). `everywhere`: also votes against the
 * stronger one of all other pairs (their omnipresent rigging). `mimicry`: votes honestly on other pairs. `sleeper`: votes
 * honestly for half of its votes, then target only. `downvotes`: target only, against a rival.
 */
export const ATTACKS = ['target only', 'everywhere', 'mimicry', 'sleeper', 'downvotes'] as const
type AttackKind = (typeof ATTACKS)[number]

/** Where votes come from: how many a cookie casts, and whether cookies share a network. */
export const ORIGINS = {
  'one cookie': { each: Infinity, shared: true },
  'one network, 5 votes a cookie': { each: 5, shared: true },
  'many networks, 5 votes a cookie': { each: 5, shared: false },
  'many networks, 1 vote a cookie': { each: 1, shared: false },
} as const
export type Origin = keyof typeof ORIGINS

export interface Attack {
  kind: AttackKind
  origin: Origin
  /** Share of the honest votes; votes that hide the attack count too. */
  share: number
}

/** The shortest time for a vote, in seconds. */
const PACE = 15

/** The votes of the attackers, and the networks of their voters, which are numbered after the honest ones. */
export function drawAttack(
  { kind, origin, share }: Attack,
  crowd: Crowd,
  { strengths, target }: { strengths: readonly number[]; target: number },
  stream: RandomStream,
): { votes: DrawnVote[]; network: number[] } {
  const { each, shared } = ORIGINS[origin]
  const count = Math.round(share * crowd.votes.length)
  const cookies = Math.max(1, Math.ceil(count / each))
  const firstNetwork = Math.max(...crowd.network) + 1
  const network = Array.from({ length: cookies }, (_, cookie) => firstNetwork + (shared ? 0 : cookie))
  const begin = 0.8 * DAYS * stream.uniform()
  const begins = network.map(() => DAYS * stream.uniform())
  const cast = new Int32Array(cookies)
  const length = Math.ceil(count / cookies)
  const votes = Array.from({ length: count }, (_, n): DrawnVote => {
    const cookie = Math.floor(n / length)
    const place = cast[cookie]++
    const time = shared ? begin + (n * PACE) / SECONDS_A_DAY : begins[cookie] + (place * PACE) / SECONDS_A_DAY
    const isAwake = kind !== 'sleeper' || place >= Math.min(length, count - cookie * length) / 2
    const choosesTarget = kind === 'target only' || kind === 'downvotes' || (kind === 'sleeper' && isAwake)
    const pair = choosesTarget
      ? withTarget(strengths.length, target, stream)
      : anyPair(strengths.length, stream)
    const [left, right] = eitherSide(pair, stream)
    const vote = { prompt: Math.floor(crowd.promptTastes.length * stream.uniform()), left, right }
    const isOn = left === target || right === target
    const honest = !isAwake || (!isOn && kind !== 'everywhere')
    const outcome = honest
      ? crowd.decide(stream, vote)
      : isOn
        ? (left === target) === (kind !== 'downvotes')
          ? LEFT
          : RIGHT
        : strengths[left] < strengths[right]
          ? LEFT
          : RIGHT
    return { ...vote, time, voter: crowd.voters + cookie, outcome }
  })
  return { votes, network }
}

function withTarget(contestants: number, target: number, stream: RandomStream): [number, number] {
  for (;;) {
    const [left, right] = anyPair(contestants, stream)
    if (left === target || right === target) return [left, right]
  }
}

interface Arena {
  name: string
  strengths: number[]
  /** The contestant that an attack helps. `rival` is as strong; downvotes are against it. */
  target: number
  rival: number
}

const ARENAS: Arena[] = [
  {
    name: 'two equally best of 8',
    strengths: [0.3, 0.3, 0.1, 0, 0, -0.2, -0.2, -0.3],
    target: 1,
    rival: 0,
  },
  { name: '8 equals', strengths: equal(8), target: 1, rival: 0 },
]

/** One arena and one attack on it; null: all voters are honest. */
interface AttackWorld {
  name: string
  arena: Arena
  attack: Attack | null
}

/** The honest votes on each board, and their prompts. */
const SIZE = { votes: 4000, prompts: 50 }

/** The votes on a board: honest ones, all, and without the accused. */
const STATES = ['honest', 'attacked', 'defended'] as const
type State = (typeof STATES)[number]

/** What became of one board. */
interface AttackedBoard {
  byState: Record<State, Placed>
  /** A false declaration about the target, without an accused voter or an alarm. */
  isUnnoticed: boolean
  /** An alarm or an accused attacker; of honest boards, a false alarm. */
  isNoticed: boolean
  attackVotes: number
  caughtVotes: number
  honestVoters: number
  accusedVoters: number
}

/** Draws a board and rates it in each state. */
function play({ arena, attack }: AttackWorld, { n: board, seed, rounds }: Turn): AttackedBoard {
  const { strengths, target: helped } = arena
  const crowd = drawCrowd({ strengths, ...SIZE }, new RandomStream(seed, 2 * board))
  const target = attack?.kind === 'downvotes' ? arena.rival : helped
  const drawn = attack
    ? drawAttack(attack, crowd, { strengths, target }, new RandomStream(seed, 2 * board + 1))
    : { votes: [], network: [] }
  const all = [...crowd.votes, ...drawn.votes].sort((a, b) => a.time - b.time)
  const found = findAttacks(castVotes(all, [...crowd.network, ...drawn.network], strengths.length))
  const accused = new Set(found.accused.map(({ voter }) => voter))
  const alarms = found.alarms.length
  const remaining = accused.size === 0 ? all : all.filter(({ voter }) => !accused.has(voter))
  // equal lists have equal places: often nobody is accused
  const placeByVotes = new Map<DrawnVote[], Placed>()
  const placeOnce = (votes: DrawnVote[]) => {
    if (!placeByVotes.has(votes))
      placeByVotes.set(votes, place(votes, strengths, helped, target, { rounds, seed: board }))
    return placeByVotes.get(votes)!
  }
  const byState = {
    honest: placeOnce(crowd.votes),
    attacked: placeOnce(all),
    defended: placeOnce(remaining),
  }
  const judged = crowd.network.flatMap((_network, voter) => (crowd.sided.has(voter) ? [] : [voter]))
  const caught = drawn.votes.filter(({ voter }) => accused.has(voter))
  return {
    byState,
    isUnnoticed: byState.defended.falseOnTarget && accused.size === 0 && alarms === 0,
    isNoticed: alarms > 0 || caught.length > 0,
    attackVotes: drawn.votes.length,
    caughtVotes: caught.length,
    honestVoters: judged.length,
    accusedVoters: judged.filter((voter) => accused.has(voter)).length,
  }
}

/** Votes for the search for attacks, in the order of time. @param networks  the network of each voter */
export function castVotes(
  votes: readonly DrawnVote[],
  networks: readonly number[],
  contestants: number,
): CastVotes & Required<Pick<CastVotes, 'prompt' | 'network'>> {
  const inOrder = votes.toSorted((a, b) => a.time - b.time)
  return {
    contestants,
    ...voteColumns(inOrder),
    voter: Int32Array.from(inOrder, ({ voter }) => voter),
    voters: networks.length,
    network: Int32Array.from(networks),
    isInOrder: true,
  }
}

interface Placed {
  rating: number
  leadsFalsely: boolean
  falseOnTarget: boolean
}

/** The rating of the target, whether somebody leads falsely, and whether a false order favours the target. */
function place(
  votes: DrawnVote[],
  strengths: readonly number[],
  helped: number,
  target: number,
  drawn: { rounds: number; seed: number },
): Placed {
  const voters = new Map<number, number>()
  for (const { voter } of votes) if (!voters.has(voter)) voters.set(voter, voters.size)
  const numbered: Votes = {
    contestants: strengths.length,
    ...voteColumns(votes),
    person: Int32Array.from(votes, ({ voter }) => voters.get(voter)!),
  }
  const board = rateBoard(numbered, { ...drawn, looks: 'one' })
  const results = standings(numbered, board)
  const intervals = results.map(({ interval }) => interval)
  const wrong = shownPairs(intervals, strengths).filter(({ isFalse }) => isFalse)
  const theta = results.map((standing) => standing.theta ?? -Infinity)
  const first = deadHeat(board)
  return {
    rating: toRating(theta[target]),
    leadsFalsely: first.length === 1 && first[0] !== findBest(strengths),
    falseOnTarget: wrong.some(({ pair: [i, j] }) => (target === helped ? i === helped : j === target)),
  }
}

const SHARES = [0.001, 0.01, 0.05]

/** Every attack from every origin; a cookie with one vote can neither hide nor sleep. */
const PLANS: (Attack | null)[] = [
  null,
  ...ATTACKS.flatMap((kind) =>
    SHARES.flatMap((share) =>
      (Object.keys(ORIGINS) as Origin[])
        .filter((origin) => ORIGINS[origin].each > 1 || kind === 'target only' || kind === 'downvotes')
        .map((origin): Attack => ({ kind, share, origin })),
    ),
  ),
]

const worldName = (arena: string, attack: Attack | null): string =>
  `${arena}: ${attack ? `${attack.kind}, ${100 * attack.share} %, ${attack.origin}` : 'none'}`

type Results = Pick<Played<AttackWorld, AttackedBoard>, 'results'>

const percentWhere =
  (metric: (board: AttackedBoard) => boolean) =>
  ({ results }: Results) =>
    partText(results.filter(metric).length, results.length)
/** A number beside another, both over all boards. */
const shareAmong =
  (count: 'caughtVotes' | 'accusedVoters', all: 'attackVotes' | 'honestVoters') =>
  ({ results }: Results) =>
    partText(
      total(results, (board) => board[count]),
      total(results, (board) => board[all]),
    )
/** The points of its rating that the target gains over the honest votes. */
const movedIn =
  (state: State) =>
  ({ results }: Results) =>
    (total(results, ({ byState }) => byState[state].rating - byState.honest.rating) / results.length).toFixed(
      1,
    )

export const attacks = study({
  name: 'attacks',
  about: 'Boards with attackers among their voters: how far they move it, and who is accused.',
  worlds: ARENAS.flatMap((arena) =>
    PLANS.map((attack): AttackWorld => ({ name: worldName(arena.name, attack), arena, attack })),
  ),
  boards: 40,
  hasRounds: true,
  play,
  columns: [
    { head: 'arena', cell: ({ world }) => world.arena.name },
    { head: 'attack', cell: ({ world: { attack } }) => attack?.kind ?? 'none', isText: true },
    { head: 'votes', cell: ({ world: { attack } }) => (attack ? `${100 * attack.share} %` : '') },
    { head: 'from', cell: ({ world: { attack } }) => attack?.origin ?? '', isText: true },
    { head: 'moved', cell: movedIn('attacked') },
    { head: 'moved: defended', cell: movedIn('defended') },
    ...STATES.map((state) => ({
      head: `leads falsely: ${state}`,
      cell: percentWhere(({ byState }) => byState[state].leadsFalsely),
    })),
    { head: 'false on the target', cell: percentWhere(({ byState }) => byState.attacked.falseOnTarget) },
    {
      head: 'false on the target: defended',
      cell: percentWhere(({ byState }) => byState.defended.falseOnTarget),
    },
    { head: 'unnoticed', cell: percentWhere(({ isUnnoticed }) => isUnnoticed) },
    { head: 'noticed', cell: percentWhere(({ isNoticed }) => isNoticed) },
    { head: 'votes caught', cell: shareAmong('caughtVotes', 'attackVotes') },
    { head: 'honest accused', cell: shareAmong('accusedVoters', 'honestVoters') },
  ],
})
