import { LEFT, BOTH_BAD, groupByUnit, RIGHT, TIE } from '../fit/votes.ts'
import { information, invert } from '../fit/information.ts'
import { sigmoid } from '../fit/likelihood.ts'
import { fit } from '../fit/bradley-terry.ts'
import type { PairPoints } from '../fit/points.ts'
import { logGamma } from '../numbers/distributions.ts'

/** The grid of tastes, in logits. */
const STEP = 0.25
const MOST = 6
const TASTES = Float64Array.from({ length: 2 * (MOST / STEP) + 1 }, (_, i) => i * STEP - MOST)
/** The share of voters with strong tastes, and the least standard deviation of those, in logits. */
const STRONG_SHARE = 0.01
const STRONG_SPREAD = 1
/** The shifts by which an attack is recognised: its side wins 92 and 99 % against an equal. */
const ATTACK = [2.5, 5].map((shift) => Math.round((shift + MOST) / STEP))
const MIRROR = TASTES.length - 1

/** ln σ(x), exact at both ends. */
const logSigmoid = (x: number) => (x > 0 ? -Math.log1p(Math.exp(-x)) : x - Math.log1p(Math.exp(x)))

/** The ln chance of one decided vote with these ln odds, by taste, written into `chances`. */
function writeChances(odds: number, saidYes: boolean, chances: Float64Array): void {
  for (let taste = 0; taste < chances.length; taste++) {
    const x = odds + TASTES[taste]
    chances[taste] = logSigmoid(saidYes ? x : -x)
  }
}

function add(sums: Float64Array, chances: Float64Array): void {
  for (let taste = 0; taste < sums.length; taste++) sums[taste] += chances[taste]
}

/** Adds the chances of a vote for the other side of its pair: they are those for the opposite taste. */
function addMirrored(sums: Float64Array, chances: Float64Array): void {
  for (let taste = 0; taste < sums.length; taste++) sums[taste] += chances[MIRROR - taste]
}

/** ln weights of tastes with this standard deviation, a few of them strong. */
export function tasteWeights(spread: number): Float64Array {
  const usual = normalWeights(Math.max(spread, STEP))
  const strong = normalWeights(Math.max(2 * spread, STRONG_SPREAD))
  return usual.map((weight, taste) =>
    Math.log((1 - STRONG_SHARE) * weight + STRONG_SHARE * strong[taste] + Number.MIN_VALUE),
  )
}

/** ln weights of habits with this standard deviation, none of them strong. */
const habitWeights = (spread: number) =>
  normalWeights(spread).map((weight) => Math.log(weight + Number.MIN_VALUE))

function normalWeights(spread: number): Float64Array {
  const weights = TASTES.map((taste) => Math.exp(-((taste / spread) ** 2) / 2))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / total)
}

const buffer = new Float64Array(TASTES.length)

/** ln chance of the votes behind `sums` for a voter of unknown taste. */
export function honestChance(sums: Float64Array, weights: Float64Array): number {
  for (let taste = 0; taste < buffer.length; taste++) buffer[taste] = sums[taste] + weights[taste]
  return logSum(buffer)
}

/** ln chance of the same votes for an attack in this direction. */
function attackChance(sums: Float64Array, direction: 1 | -1): number {
  return logSum(ATTACK.map((taste) => sums[direction > 0 ? taste : MIRROR - taste])) - Math.log(ATTACK.length)
}

/** The shares of its votes after which a sleeper may begin to attack. */
const ONSETS = [0.25, 0.5, 0.75]
/** ln factor by which a tie of the target speaks against an attack. */
const TIE_FACTOR = Math.log(0.3)
/** How strongly honest voters agree with the average on votes about others: factors of the ln odds, and ln shares. */
const AGREEMENT = [-1, -0.5, 0, 0.5, 1, 1.5, 2]
const AGREEMENT_WEIGHTS = [0.003, 0.007, 0.03, 0.2, 0.51, 0.2, 0.05].map(Math.log)
/** An attack on all pairs lets the weaker contestant win at these ln odds. */
const CONTRARY = 2
/** Honest habits of choosing one side have this standard deviation, in logits. */
const SIDE_HABITS = habitWeights(0.5)

/** The habits of honest voters, estimated from the votes. */
export interface Honesty {
  model: HonestModel
  exposure: Exposure
  /** Standard deviation of tastes for one contestant, in logits. */
  taste: number
  /** How alike voters are in the contestants they meet: precision of a beta distribution. */
  precision: number
}

/**
 * Kinds of attack: on the target alone; on it, beside honest votes; on it, and against the stronger elsewhere; and honest
 * at first, then on the target alone.
 */
export const KINDS = 4

/** ln likelihood ratios of one voter. */
interface VoterEvidence {
  /** By aim, for each kind; aims at contestants it never voted on are missing. */
  aims: (Aim & { ratios: Float64Array })[]
  /** The same for an aim that is missing. */
  absent: Float64Array
  /** Ratios for always taking the left, and the right side. */
  sides: [left: number, right: number]
}

/** The evidence in the votes of one voter on one contestant. */
interface VotesOnOne {
  sums: Float64Array
  /** ln chances by `AGREEMENT`, of these votes alone, and how far they let the weaker win. */
  agreement: Float64Array
  contrary: number
  count: number
  won: number
  ties: number
}

const newVotesOnOne = (): VotesOnOne => ({
  sums: new Float64Array(TASTES.length),
  agreement: new Float64Array(AGREEMENT.length),
  contrary: 0,
  count: 0,
  won: 0,
  ties: 0,
})

const NOTHING = newVotesOnOne()

/** Used again for each voter, since an arena may have a hundred thousand of them. */
const pool: VotesOnOne[] = []
let taken = 0

function nothingOn(): VotesOnOne {
  const evidence = (pool[taken++] ??= newVotesOnOne())
  evidence.sums.fill(0)
  evidence.agreement.fill(0)
  return Object.assign(evidence, { contrary: 0, count: 0, won: 0, ties: 0 })
}

/** The votes of one voter, by contestant, and all of them together. */
interface ReadVotes {
  on: Map<number, VotesOnOne>
  /** With the sums of the left side. */
  all: VotesOnOne
}

const chances = new Float64Array(TASTES.length)
const agreement = new Float64Array(AGREEMENT.length)

/**
 * Reads the votes of one voter. The next call overwrites the result.
 * @param begins places among them from which they are read once more, each on its own
 * @returns all of them first, then those from each place on
 */
export function readVotes(
  votes: CastVotes,
  voterVotes: Int32Array,
  model: HonestModel,
  begins: readonly number[] = [],
): ReadVotes[] {
  taken = 0
  const reads = [0, ...begins].map((from) => ({ from, on: new Map<number, VotesOnOne>(), all: nothingOn() }))
  voterVotes.forEach((vote, place) => {
    const odds = model.leftOdds(vote)
    const leftWon = votes.outcome[vote] === LEFT
    const decided = isDecided(votes.outcome[vote])
    const contrary = logSigmoid(leftWon === odds < 0 ? CONTRARY : -CONTRARY)
    if (decided) {
      writeChances(odds, leftWon, chances)
      for (let i = 0; i < agreement.length; i++)
        agreement[i] = logSigmoid(AGREEMENT[i] * (leftWon ? odds : -odds))
    }
    for (const { from, on, all } of reads) {
      if (place < from) continue
      for (const isLeft of [true, false]) {
        const contestant = isLeft ? votes.left[vote] : votes.right[vote]
        const evidence = on.get(contestant) ?? nothingOn()
        on.set(contestant, evidence)
        evidence.count++
        if (!decided) evidence.ties++
        else {
          if (leftWon === isLeft) evidence.won++
          if (isLeft) add(evidence.sums, chances)
          else addMirrored(evidence.sums, chances)
          add(evidence.agreement, agreement)
          evidence.contrary += contrary
        }
      }
      if (decided) {
        add(all.sums, chances)
        add(all.agreement, agreement)
        all.contrary += contrary
      }
    }
  })
  return reads
}

/** The likelihood ratios of a voter's votes: an attack of each kind against an honest voter. */
export function voterEvidence(votes: CastVotes, voterVotes: Int32Array, honesty: Honesty): VoterEvidence {
  const begins = [...new Set(ONSETS.map((onset) => Math.floor(onset * voterVotes.length)))].filter(
    (from) => from > 0,
  )
  const [allVotes, ...late] = readVotes(votes, voterVotes, honesty.model, begins)
  const parts = late.map(({ on }, i) => ({ on, part: voterVotes.subarray(begins[i]) }))
  const aims = [...allVotes.on].flatMap(([contestant, onWhole]) => {
    const ratiosTowards = bothDirections(onWhole, voterVotes, contestant, honesty)
    const ofParts = parts.map(({ part, on }) => {
      const onPart = on.get(contestant)
      return onPart ? bothDirections(onPart, part, contestant, honesty) : null
    })
    const contrary = contraryRatio(allVotes.all, onWhole)
    return ([1, -1] as const).map((direction) => {
      const { favour, aimed } = ratiosTowards(direction)
      const sleeper = ofParts.map((ofPart) => ofPart?.(direction).aimed ?? NEVER)
      const ratios = Float64Array.of(
        aimed,
        favour,
        favour + contrary,
        sleeper.length > 0 ? logSum(sleeper) - Math.log(sleeper.length) : NEVER,
      )
      return { contestant, direction, ratios }
    })
  })
  const absent = Float64Array.of(NEVER, 0, contraryRatio(allVotes.all), NEVER)
  return { aims, absent, sides: sideRatios(allVotes) }
}

/** ln ratio of votes that this kind of attack never casts. */
const NEVER = -20

/**
 * Voting almost only on the target counts at most this number of times the favour in those votes. A voter who meets
 * nothing else and does not favour it is no attacker.
 */
const MAX_BY_CHOICE = 3

/** The ln ratios of votes on one contestant, by direction: of their outcomes alone, and of the choice to vote on it too. */
function bothDirections(
  aimed: VotesOnOne,
  part: Int32Array,
  contestant: number,
  { model, taste, exposure, precision }: Honesty,
): (direction: 1 | -1) => { favour: number; aimed: number } {
  const spread = Math.sqrt(taste ** 2 + model.variance[contestant])
  const honest = honestChance(aimed.sums, weightsFor(spread))
  const share = exposure.expectedShare(part, contestant)
  const choice =
    aimedExposure(aimed.count, part.length) - honestExposure(aimed.count, part.length, share, precision)
  return (direction) => {
    const favour = attackChance(aimed.sums, direction) - honest + aimed.ties * TIE_FACTOR
    return { favour, aimed: favour + Math.min(choice, MAX_BY_CHOICE * Math.max(0, favour)) }
  }
}

/** ln ratio of the votes that are not on the target. */
function contraryRatio(all: VotesOnOne, aimed: VotesOnOne = NOTHING): number {
  const honest = logSum(AGREEMENT_WEIGHTS.map((weight, i) => weight + all.agreement[i] - aimed.agreement[i]))
  return all.contrary - aimed.contrary - honest
}

function sideRatios({ on, all }: ReadVotes): [number, number] {
  if ([...on.values()].every(({ won }) => won === 0)) return [0, 0]
  const honest = honestChance(all.sums, SIDE_HABITS)
  return [attackChance(all.sums, 1) - honest, attackChance(all.sums, -1) - honest]
}

const weightsBySpread = new Map<number, Float64Array>()

/** Weights for a spread rounded up to a twentieth of a logit, each computed once. */
function weightsFor(spread: number): Float64Array {
  const rounded = Math.ceil(20 * spread) / 20
  const known = weightsBySpread.get(rounded) ?? tasteWeights(rounded)
  weightsBySpread.set(rounded, known)
  return known
}

/** Points added to each side of a pair that met, so that every strength is finite. */
const PRIOR = 0.1
/** Points added between neighbours by number, so that all contestants are linked. */
const LINK = 0.01
/** An effect of the side is fitted only if contestants are on both sides about equally often. */
const MAX_UNEVEN = 0.2

/** The expected outcome of each vote, by the decided votes of all other voters. */
interface HonestModel {
  /** ln odds that the left contestant of this vote wins, given a winner, by the votes of all others. */
  leftOdds(vote: number): number
  /** The error of a contestant's strength, as a variance in squared logits. */
  variance: Float64Array
}

const isDecided = (outcome: number) => outcome !== TIE && outcome !== BOTH_BAD

/**
 * A Bradley-Terry fit of decided votes, with an effect of the left side. Each voter is compared with a fit without
 * that voter's votes. One Newton step removes them.
 * @param trusted  voters whose votes count here
 */
export function honestModel(
  votes: CastVotes,
  byVoter: VotesByVoter,
  trusted: (voter: number) => boolean,
): HonestModel {
  const { contestants, left, right, outcome, voter } = votes
  const counts = (vote: number) => isDecided(outcome[vote]) && (voter[vote] < 0 || trusted(voter[vote]))
  const points = linkedPoints(votes, counts)
  const { theta } = fit(points)
  const inverse = invert(information(points, theta), contestants)
  const sides = sideCounts(votes, counts)
  const side = sideOdds(sides)
  const odds = Float64Array.from(left, (contestant, vote) => side + theta[contestant] - theta[right[vote]])
  for (let who = 0; who < byVoter.voters; who++) {
    if (!trusted(who)) continue
    const voterVotes = byVoter.of(who)
    const sideOfOthers = sideOdds(sides && without(sides, voterVotes, outcome))
    const slope = new Map<number, number>()
    for (const vote of voterVotes) {
      if (!isDecided(outcome[vote])) continue
      const residual = Number(outcome[vote] === LEFT) - sigmoid(odds[vote])
      slope.set(left[vote], (slope.get(left[vote]) ?? 0) + residual)
      slope.set(right[vote], (slope.get(right[vote]) ?? 0) - residual)
    }
    const step = new Map<number, number>()
    for (const vote of voterVotes)
      for (const contestant of [left[vote], right[vote]])
        if (!step.has(contestant)) {
          let sum = 0
          for (const [rival, value] of slope) sum += inverse[contestant * contestants + rival] * value
          step.set(contestant, sum)
        }
    for (const vote of voterVotes)
      odds[vote] += sideOfOthers - side - (step.get(left[vote])! - step.get(right[vote])!)
  }
  return {
    leftOdds: (vote) => odds[vote],
    variance: Float64Array.from({ length: contestants }, (_, i) => inverse[i * contestants + i]),
  }
}

function linkedPoints({ contestants, left, right, outcome }: CastVotes, counts: (vote: number) => boolean) {
  const pairs = new Map<number, [number, number]>()
  const pairWins = (i: number, j: number) => {
    const key = i * contestants + j
    const known = pairs.get(key)
    if (known) return known
    const wins: [number, number] = [0, 0]
    pairs.set(key, wins)
    return wins
  }
  for (let i = 1; i < contestants; i++) {
    const wins = pairWins(i - 1, i)
    wins[0] += LINK
    wins[1] += LINK
  }
  const votedPairs = new Set<number>()
  left.forEach((a, vote) => {
    if (!counts(vote)) return
    const [i, j] = a < right[vote] ? [a, right[vote]] : [right[vote], a]
    const wins = pairWins(i, j)
    if (!votedPairs.has(i * contestants + j)) {
      votedPairs.add(i * contestants + j)
      wins[0] += PRIOR
      wins[1] += PRIOR
    }
    wins[(outcome[vote] === LEFT) === (a === i) ? 0 : 1]++
  })
  const keys = [...pairs.keys()].sort((a, b) => a - b)
  const points: PairPoints = {
    contestants,
    first: Int32Array.from(keys, (key) => Math.floor(key / contestants)),
    second: Int32Array.from(keys, (key) => key % contestants),
    firstPoints: Float64Array.from(keys, (key) => pairs.get(key)![0]),
    secondPoints: Float64Array.from(keys, (key) => pairs.get(key)![1]),
  }
  return points
}

/** How often the left and the right answer won. */
type SideCounts = readonly [lefts: number, rights: number]

/** Null if some contestants are mostly on one side, since their strength would look like an effect of the side. */
function sideCounts(
  { contestants, left, right, outcome }: CastVotes,
  counts: (vote: number) => boolean,
): SideCounts | null {
  const balance = new Float64Array(contestants)
  let [lefts, rights] = [0, 0]
  left.forEach((contestant, vote) => {
    if (!counts(vote)) return
    balance[contestant]++
    balance[right[vote]]--
    if (outcome[vote] === LEFT) lefts++
    else if (outcome[vote] === RIGHT) rights++
  })
  const uneven = balance.reduce((sum, difference) => sum + Math.abs(difference), 0)
  return uneven > MAX_UNEVEN * 2 * (lefts + rights) ? null : [lefts, rights]
}

function without(
  [lefts, rights]: SideCounts,
  voterVotes: Int32Array,
  outcome: CastVotes['outcome'],
): SideCounts {
  const won = (side: number) => voterVotes.reduce((sum, vote) => sum + Number(outcome[vote] === side), 0)
  return [lefts - won(LEFT), rights - won(RIGHT)]
}

/** ln odds that the left of two equals wins. */
const sideOdds = (counts: SideCounts | null): number =>
  counts ? Math.log((counts[0] + 1) / (counts[1] + 1)) : 0

/** Votes in a block of time, and the fewest for each contestant. Draws within a block count as alike. */
const BLOCK = 500
const BLOCK_EACH = 20
/** A target-only attack votes on its target in this share of its votes. */
const AIMED = 0.97

/** How often voters meet a contestant, by consecutive blocks of votes. */
interface Exposure {
  /** The share of others' votes with the contestant, at the time of these votes. */
  expectedShare(voterVotes: ArrayLike<number>, contestant: number): number
}

export function contestantExposure({ contestants, left, right }: CastVotes): Exposure {
  const size = Math.max(BLOCK, BLOCK_EACH * contestants)
  const blocks = Math.max(1, Math.round(left.length / size))
  const blockNumber = (vote: number) => Math.min(blocks - 1, Math.floor((vote * blocks) / left.length))
  const appearances = new Int32Array(blocks * contestants)
  const votes = new Int32Array(blocks)
  left.forEach((contestant, vote) => {
    const block = blockNumber(vote)
    appearances[block * contestants + contestant]++
    appearances[block * contestants + right[vote]]++
    votes[block]++
  })
  return {
    expectedShare(voterVotes, contestant) {
      const counts = new Map<number, [with_: number, all: number]>()
      for (let i = 0; i < voterVotes.length; i++) {
        const vote = voterVotes[i]
        const count = counts.get(blockNumber(vote)) ?? [0, 0]
        counts.set(blockNumber(vote), count)
        count[0] += Number(left[vote] === contestant || right[vote] === contestant)
        count[1]++
      }
      let share = 0
      for (const [block, [onContestant, all]] of counts) {
        const byOthers = appearances[block * contestants + contestant] - onContestant
        const prior = 2 / contestants
        share += (all / voterVotes.length) * ((byOthers + prior) / (votes[block] - all + 1))
      }
      return Math.min(0.98, Math.max(0.002, share))
    },
  }
}

const logBeta = (a: number, b: number) => logGamma(a) + logGamma(b) - logGamma(a + b)

/**
 * ln chance that `onContestant` of `all` votes, in a given order, are on a contestant. The voter's share follows a beta
 * distribution with mean `share` and this precision.
 */
export const honestExposure = (onContestant: number, all: number, share: number, precision: number) =>
  logBeta(onContestant + share * precision, all - onContestant + (1 - share) * precision) -
  logBeta(share * precision, (1 - share) * precision)

/** The same for an attack that votes almost only on its target. */
const aimedExposure = (onTarget: number, all: number) =>
  onTarget * Math.log(AIMED) + (all - onTarget) * Math.log(1 - AIMED)

/** Votes for the search for attacks, in the order in which they were cast. */
export interface CastVotes {
  contestants: number
  left: Int32Array
  right: Int32Array
  /** Codes of `Votes.outcome`. */
  outcome: Uint8Array
  /** The voter of each vote, 0 … voters − 1; −1: not known. */
  voter: Int32Array
  voters: number
  /** The prompt of each vote; −1: not known. Absent: no prompt is known. */
  prompt?: Int32Array
  /** The network of each voter; −1: not known. Absent: no network is known. */
  network?: Int32Array
  /** The larger network around it, by the same rule. */
  site?: Int32Array
  /** Whether votes are in the order of time. Only then are bursts searched for. */
  isInOrder: boolean
}

/** The aim of an attack: direction 1 promotes the contestant, −1 demotes it. */
export interface Aim {
  contestant: number
  direction: 1 | -1
}

/** The votes of each voter, in the order of time. */
export interface VotesByVoter {
  voters: number
  /** How many votes a voter has cast. */
  count(voter: number): number
  /** Their numbers. */
  of(voter: number): Int32Array
}

export function votesByVoter({ voter, voters }: Pick<CastVotes, 'voter' | 'voters'>): VotesByVoter {
  const { order, start } = groupByUnit(voter, voters)
  return {
    voters,
    count: (who) => start[who + 1] - start[who],
    of: (who) => order.subarray(start[who], start[who + 1]),
  }
}

/** ln Σ exp(values), without overflow. */
export function logSum(values: ArrayLike<number>): number {
  let most = -Infinity
  for (let i = 0; i < values.length; i++) most = Math.max(most, values[i])
  if (most === -Infinity) return most
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += Math.exp(values[i] - most)
  return most + Math.log(sum)
}
