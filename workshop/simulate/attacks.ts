/** Voters with tastes, and attackers among them, for tests of the search for attacks. */
import type { CastVotes } from '../../shared/stats/attacks/honest-model.ts'
import type { RandomStream } from '../../shared/stats/numbers/random.ts'
import { anyPair, drawOutcome, likings } from './world.ts'
import { LEFT, RIGHT } from '../../shared/stats/fit/votes.ts'

/** One vote. Voters are numbered, honest ones first. */
interface DrawnVote {
  prompt: number
  left: number
  right: number
  outcome: number
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
type AttackKind = 'target only' | 'everywhere' | 'mimicry' | 'sleeper' | 'downvotes'

/** Where votes come from: how many a cookie casts, and whether cookies share a network. */
export const ORIGINS = {
  'one cookie': { each: Infinity, shared: true },
  'one network, 5 votes a cookie': { each: 5, shared: true },
  'many networks, 5 votes a cookie': { each: 5, shared: false },
  'many networks, 1 vote a cookie': { each: 1, shared: false },
} as const
type Origin = keyof typeof ORIGINS

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

/** Votes for the search for attacks, in the order of time. @param networks  the network of each voter */
export function castVotes(
  votes: readonly DrawnVote[],
  networks: readonly number[],
  contestants: number,
): CastVotes & Required<Pick<CastVotes, 'prompt' | 'network'>> {
  const inOrder = votes.toSorted((a, b) => a.time - b.time)
  return {
    contestants,
    left: Int32Array.from(inOrder, ({ left }) => left),
    right: Int32Array.from(inOrder, ({ right }) => right),
    outcome: Uint8Array.from(inOrder, ({ outcome }) => outcome),
    prompt: Int32Array.from(inOrder, ({ prompt }) => prompt),
    voter: Int32Array.from(inOrder, ({ voter }) => voter),
    voters: networks.length,
    network: Int32Array.from(networks),
    isInOrder: true,
  }
}
