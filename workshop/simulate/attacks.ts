/** Boards with attackers among their voters: how far they move it, and who is accused. */
import { Option } from 'commander'
import { findAttacks } from '../../shared/stats/attacks/find-attacks.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { toRating } from '../../shared/stats/fit/likelihood.ts'
import { rate } from '../../shared/stats/declare/rate.ts'
import { bestOf, shownPairs } from './method.ts'
import { countOption, partOf, roundsOption, study } from './study.ts'
import { equal, anyPair, likings, normal, outcomeOf } from './world.ts'
import { LEFT, RIGHT } from '../../shared/stats/fit/votes.ts'

/** One vote. Voters are numbered, honest ones first. */
export interface DrawnVote {
  /** Days since the arena opened. */
  time: number
  voter: number
  prompt: number
  left: number
  right: number
  outcome: number
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
      return outcomeOf(lead(left) - lead(right) + side, { ties }, voterStream)
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
    const usual = decideWith(taste, 0.1 + SIDE_HABIT * normal(stream), TIES * 2 * stream.uniform())
    const count = Math.min(
      targetVotes - votes.length,
      Math.ceil(USUAL_VOTES * Math.exp(VOTES_SPREAD * normal(stream))),
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

interface ArenaWorld {
  name: string
  strengths: number[]
  /** The contestant that an attack helps. `rival` is as strong; downvotes are against it. */
  target: number
  rival: number
}

export const WORLDS: ArenaWorld[] = [
  {
    name: 'two equally best of 8',
    strengths: [0.3, 0.3, 0.1, 0, 0, -0.2, -0.2, -0.3],
    target: 1,
    rival: 0,
  },
  { name: '8 equals', strengths: equal(8), target: 1, rival: 0 },
]

interface AttackSetting {
  boards: number
  votes: number
  prompts: number
  rounds: number
  seed: number
  /** Under a cap, the first votes of each voter count, up to this share of all votes. */
  cap: number
}

/** One arena and one attack on it; null: all voters are honest. */
export interface AttackTask extends AttackSetting {
  world: string
  attack: Attack | null
}

/** The votes on a board: honest ones, all, without the accused, and the latter with a cap for each voter. */
const STATES = ['honest', 'attacked', 'defended', 'capped'] as const
type State = (typeof STATES)[number]

/** Sums over boards. */
interface AttackScore {
  boards: number
  /** Points of its rating that the target gains over the honest votes. */
  moved: Record<State, number>
  /** Boards with a false declaration, and with one about the target. */
  leadsFalsely: Record<State, number>
  falseOnTarget: Record<State, number>
  /** Boards with a false declaration about the target, without an accused voter or an alarm. */
  unnoticed: number
  /** Boards with an alarm or an accused attacker; of honest boards, with a false alarm. */
  alarmed: number
  attackVotes: number
  caughtVotes: number
  honestVoters: number
  accusedVoters: number
}

const none = () => ({ honest: 0, attacked: 0, defended: 0, capped: 0 })

/** Draws and rates this number of boards. Board n depends only on the world's name, the seed and n. */
export function scoreAttack({ world, attack, boards, seed, ...size }: AttackTask): AttackScore {
  const foundWorld = WORLDS.find(({ name }) => name === world)!
  const score: AttackScore = {
    boards,
    moved: none(),
    leadsFalsely: none(),
    falseOnTarget: none(),
    unnoticed: 0,
    alarmed: 0,
    attackVotes: 0,
    caughtVotes: 0,
    honestVoters: 0,
    accusedVoters: 0,
  }
  for (let board = 0; board < boards; board++) addBoard(score, foundWorld, attack, size, seed, board)
  return score
}

function addBoard(
  score: AttackScore,
  world: ArenaWorld,
  attack: Attack | null,
  { votes, prompts, rounds, cap }: Omit<AttackSetting, 'boards' | 'seed'>,
  seed: number,
  board: number,
): void {
  const { strengths } = world
  const crowd = drawCrowd({ strengths, votes, prompts }, new RandomStream(seed, 2 * board))
  const target = attack?.kind === 'downvotes' ? world.rival : world.target
  const helped = world.target
  const drawn = attack
    ? drawAttack(attack, crowd, { strengths, target }, new RandomStream(seed, 2 * board + 1))
    : { votes: [], network: [] }
  const all = [...crowd.votes, ...drawn.votes].sort((a, b) => a.time - b.time)
  const { accused, alarms } = foundIn(all, crowd, drawn.network, strengths.length)
  const remaining = accused.size === 0 ? all : all.filter(({ voter }) => !accused.has(voter))
  const boards: Record<State, DrawnVote[]> = {
    honest: crowd.votes,
    attacked: all,
    defended: remaining,
    capped: capped(remaining, cap),
  }
  // equal lists have equal places: often nobody is accused, and no voter has more than the cap
  const placeOf = new Map<DrawnVote[], Placed>()
  const places = {} as Record<State, Placed>
  for (const state of STATES) {
    const list = boards[state]
    const placed = placeOf.get(list) ?? place(list, strengths, helped, target, { rounds, seed: board })
    placeOf.set(list, placed)
    places[state] = placed
    score.moved[state] += placed.rating - places.honest.rating
    score.leadsFalsely[state] += Number(placed.leadsFalsely)
    score.falseOnTarget[state] += Number(placed.falseOnTarget)
  }
  if (places.defended.falseOnTarget && accused.size === 0 && alarms === 0) score.unnoticed++
  score.alarmed += Number(alarms > 0 || drawn.votes.some(({ voter }) => accused.has(voter)))
  score.attackVotes += drawn.votes.length
  score.caughtVotes += drawn.votes.filter(({ voter }) => accused.has(voter)).length
  for (let voter = 0; voter < crowd.voters; voter++) {
    if (crowd.sided.has(voter)) continue
    score.honestVoters++
    if (accused.has(voter)) score.accusedVoters++
  }
}

function foundIn(all: DrawnVote[], crowd: Crowd, networks: number[], contestants: number) {
  const network = Int32Array.from([...crowd.network, ...networks])
  const { accused, alarms } = findAttacks({
    contestants,
    left: Int32Array.from(all, ({ left }) => left),
    right: Int32Array.from(all, ({ right }) => right),
    outcome: Uint8Array.from(all, ({ outcome }) => outcome),
    voter: Int32Array.from(all, ({ voter }) => voter),
    voters: network.length,
    prompt: Int32Array.from(all, ({ prompt }) => prompt),
    network,
    isInOrder: true,
  })
  return { accused: new Set(accused.map(({ voter }) => voter)), alarms: alarms.length }
}

/** The first votes of each voter, at most this share of all. The same list if nobody has more. */
function capped(votes: DrawnVote[], cap: number): DrawnVote[] {
  const most = Math.max(1, Math.floor(cap * votes.length))
  const counts = new Map<number, number>()
  const first = votes.filter(({ voter }) => {
    const count = 1 + (counts.get(voter) ?? 0)
    counts.set(voter, count)
    return count <= most
  })
  return first.length < votes.length ? first : votes
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
  const board = rate(
    {
      contestants: strengths.length,
      left: Int32Array.from(votes, ({ left }) => left),
      right: Int32Array.from(votes, ({ right }) => right),
      outcome: Uint8Array.from(votes, ({ outcome }) => outcome),
      prompt: Int32Array.from(votes, ({ prompt }) => prompt),
      person: Int32Array.from(votes, ({ voter }) => voters.get(voter)!),
    },
    { ...drawn, ties: 'half', intervals: 'bootstrap', baseline: null },
  )
  const intervals = board.standings.map(({ interval }) => interval)
  const wrong = shownPairs(intervals, strengths).filter(({ isFalse }) => isFalse)
  const theta = board.standings.map((standing) => standing.theta ?? -Infinity)
  return {
    rating: toRating(theta[target]),
    leadsFalsely: board.deadHeat.length === 1 && board.deadHeat[0] !== bestOf(strengths),
    falseOnTarget: wrong.some(({ pair: [i, j] }) => (target === helped ? i === helped : j === target)),
  }
}

const SHARES = [0.001, 0.01, 0.05]
/** The honest votes on each board, their prompts, and the share of all votes that one voter may have under a cap. */
const SIZE = { votes: 4000, prompts: 50, cap: 0.01 }

/** Every attack from every origin; a cookie with one vote can neither hide nor sleep. */
function plans(): (Attack | null)[] {
  return [
    null,
    ...ATTACKS.flatMap((kind) =>
      SHARES.flatMap((share) =>
        (Object.keys(ORIGINS) as Origin[])
          .filter((origin) => ORIGINS[origin].each > 1 || kind === 'target only' || kind === 'downvotes')
          .map((origin) => ({ kind, share, origin })),
      ),
    ),
  ]
}

const nameOf = (attack: Attack | null) =>
  attack ? `${attack.kind} | ${100 * attack.share} % | ${attack.origin}` : 'none | | '

type Attacked = { score: AttackScore }

/** The keys of numbers that a table shows. */
type Sum = { [Key in keyof AttackScore]: AttackScore[Key] extends number ? Key : never }[keyof AttackScore]

const movedIn =
  (state: State) =>
  ({ score }: Attacked) =>
    (score.moved[state] / score.boards).toFixed(1)
/** Per cent of boards, unless `all` says of what. */
const shareOf =
  (count: Sum, all: Sum = 'boards') =>
  ({ score }: Attacked) =>
    partOf(score[count], score[all])
const falseOf =
  (counts: 'leadsFalsely' | 'falseOnTarget', state: State) =>
  ({ score }: Attacked) =>
    partOf(score[counts][state], score.boards)

type AttackOptions = Omit<AttackSetting, keyof typeof SIZE> & { attacks?: string }

export const attacks = study({
  name: 'attacks',
  about: 'Boards with attackers among their voters: how far they move it, and who is accused.',
  options: [
    new Option('--attacks <words>', 'only attacks whose row holds these words'),
    countOption('boards', 'boards of each kind', 40),
    roundsOption(0),
  ],
  worlds: ({ attacks: words = '' }: AttackOptions) =>
    WORLDS.flatMap(({ name }) => plans().map((attack) => ({ world: name, attack }))).filter(({ attack }) =>
      nameOf(attack).includes(words),
    ),
  titleOf: ({ world, attack }) => `${world}: ${nameOf(attack)}`,
  score: (
    { world, attack }: Pick<AttackTask, 'world' | 'attack'>,
    { attacks: _, ...setting }: AttackOptions,
  ) => scoreAttack({ ...setting, ...SIZE, world, attack }),
  columns: [
    { head: 'arena', of: ({ world }) => world.world },
    { head: 'attack', of: ({ world: { attack } }) => attack?.kind ?? 'none', isText: true },
    { head: 'votes', of: ({ world: { attack } }) => (attack ? `${100 * attack.share} %` : '') },
    { head: 'from', of: ({ world: { attack } }) => attack?.origin ?? '', isText: true },
    { head: 'moved', of: movedIn('attacked') },
    { head: 'moved: defended', of: movedIn('defended') },
    { head: 'moved: capped too', of: movedIn('capped') },
    ...STATES.map((state) => ({ head: `leads falsely: ${state}`, of: falseOf('leadsFalsely', state) })),
    { head: 'false on the target', of: falseOf('falseOnTarget', 'attacked') },
    { head: 'false on the target: defended', of: falseOf('falseOnTarget', 'defended') },
    { head: 'unnoticed', of: shareOf('unnoticed') },
    { head: 'noticed', of: shareOf('alarmed') },
    { head: 'votes caught', of: shareOf('caughtVotes', 'attackVotes') },
    { head: 'honest accused', of: shareOf('accusedVoters', 'honestVoters') },
  ],
})
