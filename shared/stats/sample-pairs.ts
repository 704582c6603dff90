import { LEFT, RIGHT } from './vote-columns.ts'

/** Votes with the samples of both answers, one column each. */
export interface SampledVotes {
  /** Contestants by number. */
  first: Int32Array
  second: Int32Array
  firstSample: Int32Array
  secondSample: Int32Array
  /** As in VoteColumns. */
  outcome: Uint8Array
  /** By number. −1: unknown; such votes do not count. */
  prompt: Int32Array
  /** By number. −1: unknown. Empty if no voter is known. */
  voter: Int32Array
}

/** How often two votes on one pair and prompt disagree: on different samples, and on the same ones. */
export interface Disagreement {
  prompt: number
  /** Votes of the pair on the prompt. 0 if another stratum of it counts them. */
  votes: number
  weight: number
  different: number
  equal: number
}

/** The number of pairs of votes, and how many of them agree. */
interface Agreeing {
  pairs: number
  agree: number
}

interface Vote {
  samples: string
  outcome: number
  voter: number
}

/**
 * The strata of `sampleEffect` with both kinds of pairs of votes. Pairs of votes are counted from the sizes of
 * groups, so it is linear in the votes.
 */
export function disagreementsOn(votes: SampledVotes): Disagreement[] {
  return [...cellsOf(votes).values()].flatMap(({ prompt, votes: cellVotes }) => {
    const among = [...Map.groupBy(cellVotes, ({ voter }) => voter)].filter(([voter]) => voter >= 0)
    const everyone = strata(cellVotes)
    const sameVoter = among.map(([, theirs]) => strata(theirs)).reduce((sum, one) => added(sum, one), NOTHING)
    const comparisons = [minus(everyone, sameVoter), sameVoter].flatMap(
      ({ different, equal }) => rated(prompt, cellVotes.length, different, equal) ?? [],
    )
    return comparisons.map((one, i) => ({ ...one, votes: i === 0 ? cellVotes.length : 0 }))
  })
}

interface Strata {
  different: Agreeing
  equal: Agreeing
}

const NONE: Agreeing = { pairs: 0, agree: 0 }
const NOTHING: Strata = { different: NONE, equal: NONE }

function rated(prompt: number, votes: number, different: Agreeing, equal: Agreeing): Disagreement | null {
  if (different.pairs === 0 || equal.pairs === 0) return null
  const weight = (different.pairs * equal.pairs) / (different.pairs + equal.pairs) / (votes - 1)
  return {
    prompt,
    votes,
    weight,
    different: 1 - different.agree / different.pairs,
    equal: 1 - equal.agree / equal.pairs,
  }
}

function strata(votes: readonly Vote[]): Strata {
  const all = agreeing(votes)
  const bySamples = [...Map.groupBy(votes, ({ samples }) => samples).values()].map(agreeing)
  const equal = bySamples.reduce((sum, one) => plus(sum, one), NONE)
  return { different: plus(all, equal, -1), equal }
}

function agreeing(votes: readonly Vote[]): Agreeing {
  const counts = new Float64Array(3)
  for (const { outcome } of votes) counts[outcome]++
  return { pairs: choose2(votes.length), agree: counts.reduce((sum, n) => sum + choose2(n), 0) }
}

const choose2 = (n: number) => (n * (n - 1)) / 2
const plus = (a: Agreeing, b: Agreeing, sign = 1): Agreeing => ({
  pairs: a.pairs + sign * b.pairs,
  agree: a.agree + sign * b.agree,
})
const added = (a: Strata, b: Strata): Strata => ({
  different: plus(a.different, b.different),
  equal: plus(a.equal, b.equal),
})
const minus = (a: Strata, b: Strata): Strata => ({
  different: plus(a.different, b.different, -1),
  equal: plus(a.equal, b.equal, -1),
})

/** The votes by pair and prompt, with the sides in a fixed order. */
function cellsOf({ first, second, firstSample, secondSample, outcome, prompt, voter }: SampledVotes) {
  const cells = new Map<string, { prompt: number; votes: Vote[] }>()
  for (let i = 0; i < outcome.length; i++) {
    if (prompt[i] < 0) continue
    const swapped = first[i] > second[i]
    const [low, high] = swapped ? [second[i], first[i]] : [first[i], second[i]]
    const samples = swapped ? [secondSample[i], firstSample[i]] : [firstSample[i], secondSample[i]]
    const decisive = outcome[i] === LEFT || outcome[i] === RIGHT
    const key = `${prompt[i]} ${low} ${high}`
    const cell = cells.get(key) ?? { prompt: prompt[i], votes: [] }
    cell.votes.push({
      samples: samples.join(' '),
      outcome: !decisive ? 2 : Number((outcome[i] === RIGHT) !== swapped),
      voter: voter.length > 0 ? voter[i] : -1,
    })
    cells.set(key, cell)
  }
  return cells
}
