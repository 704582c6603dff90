import type { RandomStream } from '../numbers/random.ts'

/** How often a voter's votes are tested. Each test has the level alpha divided by this number. */
const LOOKS = 5
/** Bisections in the search for the sharpest bound. Any point of the bracket gives a valid bound. */
const STEPS = 16

/** Votes of one voter, in the order in which they count. */
interface VoterVotes {
  /** The pair of each vote, 0 … pairs − 1. */
  pair: ArrayLike<number>
  /** The outcome of each vote, 0 … outcomes − 1, from the view of a fixed contestant of the pair. */
  outcome: ArrayLike<number>
}

/** How far a voter's votes differ from what the others say about the same pairs. */
interface Oddness {
  /** Votes on pairs that somebody else has voted on too. */
  votes: number
  /** The probability that a voter like the others looks this odd at one of the looks, corrected for their number. */
  p: number
}

/** The possible outcomes of a vote and their oddness: shares of the votes, and −2 ln p of each. */
interface Choice {
  share: number[]
  surprise: number[]
}

/**
 * Whether a voter votes unlike the others (Chiang et al. 2024, "Chatbot Arena", section 5). Each vote gets p = (1 +
 * #{h ≥ H}) / (n + 1), with H its strangeness and h that of n other votes: those of others on the same pair, and
 * its own earlier ones. A vote is the stranger, the fewer of all n + 1 have its outcome. Strangeness replaces the
 * paper's outcome, so that sides and names do not matter, and voting against the others is found in either
 * direction. Fisher's −2 Σ ln p is tested after all votes and at four random points before; each test has alpha /
 * 5. If the voter is like the others, its vote is a draw from those n + 1, independent of earlier ones. So the
 * probability of such a sum is bounded by Chernoff's bound over these draws, or by χ², which holds for every valid
 * p but is far from it if there are few kinds of votes. Both are bounds, so the smaller one is used.
 * Assumes that voters see random pairs and prompts. A voter with a different taste stands out like one that cheats.
 * Costs O(votes) for each step of a one-dimensional search.
 * @param othersCounts  the others' outcomes by pair: counts[pair · outcomes + outcome]
 * @param stream  draws the points of the tests
 */
export function testVoter(
  { pair, outcome }: VoterVotes,
  othersCounts: ArrayLike<number>,
  outcomes: number,
  stream: RandomStream,
): Oddness {
  const ownVotes = new Map<number, Float64Array>()
  const choices: Choice[] = []
  const surprises: number[] = []
  for (let vote = 0; vote < pair.length; vote++) {
    const bag = ownVotes.get(pair[vote]) ?? countsOf(othersCounts, pair[vote], outcomes)
    ownVotes.set(pair[vote], bag)
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
  for (const rows of looks)
    least = Math.min(least, chanceOf(choices.slice(0, rows), surprises.slice(0, rows)))
  return { votes, p: Math.min(1, LOOKS * least) }
}

/** The others' votes on a pair. All zero if there are none. */
function countsOf(othersCounts: ArrayLike<number>, pair: number, outcomes: number): Float64Array {
  return Float64Array.from({ length: outcomes }, (_, outcome) => othersCounts[pair * outcomes + outcome])
}

function choiceOf(bag: Float64Array): Choice {
  const size = bag.reduce((sum, count) => sum + count, 0)
  const share = Array.from(bag, (count) => count / size)
  const surprise = share.map(
    (observed) => -2 * Math.log(share.reduce((sum, value) => sum + (value <= observed ? value : 0), 0)),
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

/** The minimum of exp(Σ ln E exp(t X) − t x) over t ≥ 0, which is convex in t, by bisection of its slope. */
function chernoff(choices: readonly Choice[], sum: number): number {
  const boundAt = (t: number) => {
    let log = -t * sum
    let slope = -sum
    for (const { share, surprise } of choices) {
      let total = 0
      let first = 0
      for (let i = 0; i < share.length; i++) {
        const part = share[i] * Math.exp(t * surprise[i])
        total += part
        first += part * surprise[i]
      }
      log += Math.log(total)
      slope += first / total
    }
    return { log, slope }
  }
  if (boundAt(0).slope >= 0) return 1
  let [low, high] = [0, 1]
  while (boundAt(high).slope < 0 && high < 64) [low, high] = [high, 2 * high]
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2
    if (boundAt(middle).slope < 0) low = middle
    else high = middle
  }
  return Math.min(1, Math.exp(boundAt(low).log))
}
