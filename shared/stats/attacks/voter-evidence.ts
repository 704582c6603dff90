import { LEFT } from '../vote-columns.ts'
import { logSum } from './cast-votes.ts'
import type { Aim, CastVotes } from './cast-votes.ts'
import { aimedExposure, honestExposure } from './exposure.ts'
import type { Exposure } from './exposure.ts'
import { isDecided } from './honest-model.ts'
import type { HonestModel } from './honest-model.ts'
import {
  add,
  addMirrored,
  attackChance,
  chancesOf,
  habitWeights,
  honestChance,
  logSigmoid,
  TASTES,
  tasteWeights,
} from './taste.ts'

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
export interface VoterEvidence {
  /** By aim, for each kind; aims at contestants it never voted on are missing. */
  aims: (Aim & { ratios: Float64Array })[]
  /** The same for an aim that is missing. */
  absent: Float64Array
  /** Ratios for always taking the left, and the right side. */
  sides: [left: number, right: number]
}

/** The evidence in the votes of one voter on one contestant. */
export interface VotesOnOne {
  sums: Float64Array
  /** ln chances by `AGREEMENT`, of these votes alone, and how far they let the weaker win. */
  agreement: Float64Array
  contrary: number
  met: number
  won: number
  ties: number
}

const newVotesOnOne = (): VotesOnOne => ({
  sums: new Float64Array(TASTES.length),
  agreement: new Float64Array(AGREEMENT.length),
  contrary: 0,
  met: 0,
  won: 0,
  ties: 0,
})

const NOTHING = newVotesOnOne()

/** Used again for each voter, since an arena may have a hundred thousand of them. */
const pool: VotesOnOne[] = []
let taken = 0

function nothingOn(): VotesOnOne {
  const one = (pool[taken++] ??= newVotesOnOne())
  one.sums.fill(0)
  one.agreement.fill(0)
  return Object.assign(one, { contrary: 0, met: 0, won: 0, ties: 0 })
}

/** The votes of one voter, by contestant, and all of them together. */
export interface ReadVotes {
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
  own: Int32Array,
  model: HonestModel,
  begins: readonly number[] = [],
): ReadVotes[] {
  taken = 0
  const reads = [0, ...begins].map((from) => ({ from, on: new Map<number, VotesOnOne>(), all: nothingOn() }))
  own.forEach((vote, place) => {
    const odds = model.leftOdds(vote)
    const leftWon = votes.outcome[vote] === LEFT
    const decided = isDecided(votes.outcome[vote])
    const contrary = logSigmoid(leftWon === odds < 0 ? CONTRARY : -CONTRARY)
    if (decided) {
      chancesOf(odds, leftWon, chances)
      for (let i = 0; i < agreement.length; i++)
        agreement[i] = logSigmoid(AGREEMENT[i] * (leftWon ? odds : -odds))
    }
    for (const { from, on, all } of reads) {
      if (place < from) continue
      for (const isLeft of [true, false]) {
        const contestant = isLeft ? votes.left[vote] : votes.right[vote]
        const one = on.get(contestant) ?? nothingOn()
        on.set(contestant, one)
        one.met++
        if (!decided) one.ties++
        else {
          if (leftWon === isLeft) one.won++
          if (isLeft) add(one.sums, chances)
          else addMirrored(one.sums, chances)
          add(one.agreement, agreement)
          one.contrary += contrary
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
export function voterEvidence(votes: CastVotes, own: Int32Array, honesty: Honesty): VoterEvidence {
  const begins = [...new Set(ONSETS.map((onset) => Math.floor(onset * own.length)))].filter(
    (from) => from > 0,
  )
  const [whole, ...late] = readVotes(votes, own, honesty.model, begins)
  const parts = late.map(({ on }, i) => ({ on, part: own.subarray(begins[i]) }))
  const aims = [...whole.on].flatMap(([contestant, one]) => {
    const ratiosOf = bothDirections(one, own, contestant, honesty)
    const ofParts = parts.map(({ part, on }) => {
      const onPart = on.get(contestant)
      return onPart ? bothDirections(onPart, part, contestant, honesty) : null
    })
    const contrary = contraryRatio(whole.all, one)
    return ([1, -1] as const).map((direction) => {
      const { favour, aimed } = ratiosOf(direction)
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
  const absent = Float64Array.of(NEVER, 0, contraryRatio(whole.all), NEVER)
  return { aims, absent, sides: sideRatios(whole) }
}

/** ln ratio of votes that this kind of attack never casts. */
const NEVER = -20

/**
 * Voting almost only on the target counts at most this number of times the favour in those votes. A voter who meets
 * nothing else and does not favour it is no attacker.
 */
const MOST_BY_CHOICE = 3

/** The ln ratios of votes on one contestant, by direction: of their outcomes alone, and of the choice to vote on it too. */
function bothDirections(
  one: VotesOnOne,
  part: Int32Array,
  contestant: number,
  { model, taste, exposure, precision }: Honesty,
): (direction: 1 | -1) => { favour: number; aimed: number } {
  const spread = Math.sqrt(taste ** 2 + model.variance[contestant])
  const honest = honestChance(one.sums, weightsFor(spread))
  const share = exposure.shareOf(part, contestant)
  const choice = aimedExposure(one.met, part.length) - honestExposure(one.met, part.length, share, precision)
  return (direction) => {
    const favour = attackChance(one.sums, direction) - honest + one.ties * TIE_FACTOR
    return { favour, aimed: favour + Math.min(choice, MOST_BY_CHOICE * Math.max(0, favour)) }
  }
}

/** ln ratio of the votes that are not on the target. */
function contraryRatio(all: VotesOnOne, one: VotesOnOne = NOTHING): number {
  const honest = logSum(AGREEMENT_WEIGHTS.map((weight, i) => weight + all.agreement[i] - one.agreement[i]))
  return all.contrary - one.contrary - honest
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
