import type { RandomStream } from './random.ts'

/** How often a voter's votes are looked at together; each look is at alpha over so many. */
const LOOKS = 5
/** Halvings of the bracket in which the sharpest bound is looked for; any point of it gives a bound. */
const STEPS = 16

/** Votes of one voter and of the others, in the order in which they count. */
export interface VoterVotes {
  /** Pair of each vote, 0 … pairs − 1. */
  pair: ArrayLike<number>
  /** What each vote said of its pair, 0 … outcomes − 1, as seen from the same contestant of the pair. */
  outcome: ArrayLike<number>
}

/** How far a voter's votes are from what the others say of the same pairs. */
export interface Oddness {
  /** Votes on pairs on which somebody else has voted too. */
  votes: number
  /** The chance that a voter like the others looks so odd at one of the looks; corrected for their number. */
  p: number
}

/** What a vote can be and how odd that would be: shares of a bag, and −2 ln p of each. */
interface Choice {
  share: number[]
  surprise: number[]
}

/**
 * Whether a voter votes unlike the others (Chiang et al. 2024, "Chatbot Arena", section 5). Each vote gets
 * p = (1 + #{h ≥ H}) / (n + 1), H its strangeness and h that of the n votes on the same pair by others, and of its own
 * earlier ones: the fewer of all n + 1 that said the same, the stranger. Strangeness in place of the paper's outcome
 * makes sides and names no matter, and finds those who vote against the others either way. Fisher's
 * −2 Σ ln p is looked at after all votes and at four random points before; each look has alpha / 5.
 * Where the voter is like the others, its vote is a draw from that bag of n + 1, independently of those before. So the
 * chance of such a sum is bounded by Chernoff over these very draws, or by χ² (which holds for every valid p, and is
 * far from it where votes are of few kinds): the smaller, both being bounds.
 * Assumes that voters see pairs and prompts by chance. A voter that differs by taste stands out like one that cheats.
 * Costs O(votes) a step of a one-dimensional search.
 * @param others  by pair how often others said what: counts[pair · outcomes + outcome]
 * @param stream  draws the points of the looks
 */
export function oddnessOf(
  { pair, outcome }: VoterVotes,
  others: ArrayLike<number>,
  outcomes: number,
  stream: RandomStream,
): Oddness {
  const own = new Map<number, Float64Array>()
  const choices: Choice[] = []
  const surprises: number[] = []
  for (let vote = 0; vote < pair.length; vote++) {
    const bag = own.get(pair[vote]) ?? countsOf(others, pair[vote], outcomes)
    own.set(pair[vote], bag)
    if (bag.every((count) => count === 0)) continue
    bag[outcome[vote]]++
    const choice = choiceOf(bag)
    choices.push(choice)
    surprises.push(choice.surprise[outcome[vote]])
  }
  const votes = choices.length
  if (votes === 0) return { votes, p: 1 }
  const looks = new Set([votes])
  for (let look = 1; look < LOOKS; look++) looks.add(1 + Math.floor(votes * stream.uniform()))
  let least = 1
  for (const look of looks)
    least = Math.min(least, chanceOf(choices.slice(0, look), surprises.slice(0, look)))
  return { votes, p: Math.min(1, LOOKS * least) }
}

/** The others' votes on a pair; where there are none, all nought, whatever the voter itself will say. */
function countsOf(others: ArrayLike<number>, pair: number, outcomes: number): Float64Array {
  return Float64Array.from({ length: outcomes }, (_, outcome) => others[pair * outcomes + outcome])
}

function choiceOf(bag: Float64Array): Choice {
  const size = bag.reduce((sum, count) => sum + count, 0)
  const share = Array.from(bag, (count) => count / size)
  const surprise = share.map(
    (own) => -2 * Math.log(share.reduce((sum, other) => sum + (other <= own ? other : 0), 0)),
  )
  return { share, surprise: surprise.map((value, i) => (share[i] > 0 ? value : 0)) }
}

/** An upper bound of the chance that −2 Σ ln p is at least what it is. */
function chanceOf(choices: readonly Choice[], surprises: readonly number[]): number {
  const sum = surprises.reduce((total, value) => total + value, 0)
  return Math.min(fisherTail(sum, surprises.length), chernoff(choices, sum))
}

/** P(χ² with 2k degrees of freedom ≥ x), Fisher's combination of k independent p-values. */
export function fisherTail(x: number, k: number): number {
  const half = x / 2
  let term = Math.exp(-half)
  let sum = term
  for (let i = 1; i < k; i++) sum += term *= half / i
  return Math.min(1, term === 0 && half > 700 ? (k > half ? 1 : 0) : sum)
}

/** The least exp(Σ ln E exp(t X) − t x) over t ≥ 0, which is convex in t, by bisection of its slope. */
function chernoff(choices: readonly Choice[], sum: number): number {
  const at = (t: number) => {
    let log = -t * sum
    let slope = -sum
    for (const { share, surprise } of choices) {
      let whole = 0
      let first = 0
      for (let i = 0; i < share.length; i++) {
        const part = share[i] * Math.exp(t * surprise[i])
        whole += part
        first += part * surprise[i]
      }
      log += Math.log(whole)
      slope += first / whole
    }
    return { log, slope }
  }
  if (at(0).slope >= 0) return 1
  let [low, high] = [0, 1]
  while (at(high).slope < 0 && high < 64) [low, high] = [high, 2 * high]
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2
    if (at(middle).slope < 0) low = middle
    else high = middle
  }
  return Math.min(1, Math.exp(at(low).log))
}
