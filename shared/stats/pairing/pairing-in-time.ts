import { sigmoid } from '../fit/likelihood.ts'
import { RandomStream } from '../numbers/random.ts'
import { LEFT, RIGHT } from '../fit/tally.ts'

/** Votes with times: contestants by number, outcomes by code, times in any unit. */
export interface TimedVotes {
  left: Int32Array
  right: Int32Array
  outcome: Uint8Array
  time: Float64Array
}

const ROUNDS = 399
/** Pairing follows results if at most one round is as near: p ≤ 0.005. */
const ENOUGH = 2
/** With two contestants there is no choice of opponents. Above the upper limits a round takes too long. */
const [FEWEST, MOST, MOST_VOTES] = [3, 50, 50_000]
/** The information on a strength before its first vote, in logits: that of a standard deviation of 1. */
const BEFORE = 1

/**
 * Whether opponents were nearer, by what was known when they met, than if they had met in a random order. Strengths
 * are updated after each vote (a gradient step divided by the information so far); votes with the same time do not
 * know each other. Nearness is Σ |θ_i − θ_j| of the actual meetings, divided by its value if each contestant had
 * met its opponents in a random order. Rounds keep who met whom when, and draw the results again from the fit. So
 * any schedule that does not follow results is allowed: rings, newcomers, pair by pair, prompt by prompt. False if
 * it cannot be known: outside 3 to 50 contestants, or above 50,000 votes.
 * @param members  the contestants of the fit, by their number
 * @param theta  their strengths
 * @param ties  as in `RateOptions`
 */
export function followsResultsInTime(
  votes: TimedVotes,
  members: ArrayLike<number>,
  theta: Float64Array,
  ties: 'half' | 'drop',
  seed: number,
): boolean {
  const meetings = meetingsOf(votes, members, ties)
  if (members.length < FEWEST || members.length > MOST || meetings.votes > MOST_VOTES) return false
  const chance = meetings.left.map((i, vote) => sigmoid(theta[i] - theta[meetings.right[vote]]))
  const even = chance.reduce((sum, p) => sum + 4 * p * (1 - p), 0)
  const tied = meetings.score.reduce((sum, score) => sum + Number(score === 0.5), 0) / even
  const nearness = nearnessOf(meetings, members.length)
  const observed = nearness(meetings.score)
  const score = new Float64Array(meetings.votes)
  let reached = 0
  for (let round = 0; round < ROUNDS; round++) {
    const stream = new RandomStream(seed, round)
    for (let vote = 0; vote < score.length; vote++) {
      const p = chance[vote]
      const tie = 4 * Math.min(1, tied) * p * (1 - p)
      const drawn = stream.uniform()
      score[vote] = drawn < tie ? 0.5 : Number(drawn < tie / 2 + p)
    }
    if (nearness(score) <= observed && ++reached === ENOUGH) return false
  }
  return true
}

interface Meetings {
  votes: number
  /** The votes in the order of time, with the lower number on the left. */
  left: Float64Array
  right: Float64Array
  /** The score of the left: 1, ½ or 0. */
  score: Float64Array
  /**
   * For each vote the first vote with a later time. Votes with equal times have a fixed order that does not depend
   * on the file.
   */
  next: Int32Array
}

function meetingsOf(votes: TimedVotes, members: ArrayLike<number>, ties: 'half' | 'drop'): Meetings {
  const number = new Map(Array.from(members, (contestant, i) => [contestant, i]))
  const { left, right, outcome, time } = votes
  const rows: [time: number, left: number, right: number, score: number][] = []
  for (let vote = 0; vote < time.length; vote++) {
    const [i, j] = [number.get(left[vote]), number.get(right[vote])]
    const isTie = outcome[vote] !== LEFT && outcome[vote] !== RIGHT
    if (i === undefined || j === undefined || (isTie && ties === 'drop')) continue
    const score = isTie ? 0.5 : Number(outcome[vote] === LEFT)
    rows.push(i < j ? [time[vote], i, j, score] : [time[vote], j, i, 1 - score])
  }
  rows.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3])
  const column = (at: number) => Float64Array.from(rows, (row) => row[at])
  const next = new Int32Array(rows.length)
  for (let vote = rows.length - 1; vote >= 0; vote--)
    next[vote] = rows[vote + 1]?.[0] === rows[vote][0] ? next[vote + 1] : vote + 1
  return { votes: rows.length, left: column(1), right: column(2), score: column(3), next }
}

/**
 * Makes the function that measures how near opponents were when they met, from the scores of votes. 1 means as in a
 * random order.
 */
function nearnessOf({ votes, left, right, next }: Meetings, contestants: number) {
  const share = new Float64Array(contestants ** 2)
  const total = new Float64Array(contestants)
  for (let vote = 0; vote < votes; vote++) {
    for (const [i, j] of [
      [left[vote], right[vote]],
      [right[vote], left[vote]],
    ]) {
      share[i * contestants + j]++
      total[i]++
    }
  }
  share.forEach((count, cell) => (share[cell] = count / 2 / total[Math.floor(cell / contestants)] || 0))
  return (score: Float64Array): number => {
    const theta = new Float64Array(contestants)
    const information = new Float64Array(contestants).fill(BEFORE)
    let [apart, expected] = [0, 0]
    for (let begin = 0; begin < votes; begin = next[begin]) {
      for (let vote = begin; vote < next[begin]; vote++) {
        const [i, j] = [left[vote], right[vote]]
        apart += Math.abs(theta[i] - theta[j])
        for (let k = 0; k < contestants; k++)
          expected +=
            share[i * contestants + k] * Math.abs(theta[i] - theta[k]) +
            share[j * contestants + k] * Math.abs(theta[j] - theta[k])
      }
      for (let vote = begin; vote < next[begin]; vote++) {
        const [i, j] = [left[vote], right[vote]]
        const p = sigmoid(theta[i] - theta[j])
        information[i] += p * (1 - p)
        information[j] += p * (1 - p)
        theta[i] += (score[vote] - p) / information[i]
        theta[j] -= (score[vote] - p) / information[j]
      }
    }
    return expected > 0 ? apart / expected : 1
  }
}
