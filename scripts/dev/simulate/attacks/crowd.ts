import { LEFT, RIGHT, TIE } from '../../../../shared/stats/fit/tally.ts'
import { sigmoid } from '../../../../shared/stats/fit/likelihood.ts'
import type { RandomStream } from '../../../../shared/stats/numbers/random.ts'
import { anyPair, likings, normal } from '../field/world.ts'

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
export interface Crowd {
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

export interface CrowdSize {
  strengths: readonly number[]
  votes: number
  prompts: number
}

export const DAYS = 30
export const SECONDS_A_DAY = 86_400
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
    (own: RandomStream, { prompt, left, right }: Pick<DrawnVote, 'prompt' | 'left' | 'right'>) => {
      const lead = (one: number) => strengths[one] + promptTastes[prompt][one] + taste[one]
      const chance = sigmoid(lead(left) - lead(right) + side)
      const tie = 4 * ties * chance * (1 - chance)
      const drawn = own.uniform()
      return drawn < tie ? TIE : drawn < tie / 2 + chance ? LEFT : RIGHT
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
    const own = likings(1, strengths.length, spread, stream)[0]
    const taste = own.map((value, i) => value + (inOffice ? office![i] : 0))
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
export function eitherSide([i, j]: [number, number], stream: RandomStream): [number, number] {
  return stream.uniform() < 0.5 ? [i, j] : [j, i]
}
