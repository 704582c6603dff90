import { TIE_POINTS, type PairCounts, type Pairs } from './votes.ts'

/** The input of a fit: W_ij and W_ji of every pair that met. */
export interface PairPoints extends Pairs {
  firstPoints: Float64Array
  secondPoints: Float64Array
}

/** The points of one side from its counts, or sums of weights: a tie is each vote without a winner. */
export const halfTiePoints = (wins: number, ties: number): number => wins + TIE_POINTS * ties

/** The share of points of one side, 0 … 1; null without a vote. */
export function computeWinRate(wins: number, ties: number, losses: number): number | null {
  const votes = wins + losses + ties
  return votes > 0 ? halfTiePoints(wins, ties) / votes : null
}

export const scorePairs = ({ firstWins, secondWins, ties, ...pairs }: PairCounts): PairPoints => ({
  ...pairs,
  firstPoints: firstWins.map((wins, pair) => halfTiePoints(wins, ties[pair])),
  secondPoints: secondWins.map((wins, pair) => halfTiePoints(wins, ties[pair])),
})

/** n_i = Σ_j n_ij for each contestant. */
export function votesPerContestant(points: PairPoints): Float64Array {
  const votes = new Float64Array(points.contestants)
  for (let pair = 0; pair < points.first.length; pair++) {
    const games = points.firstPoints[pair] + points.secondPoints[pair]
    votes[points.first[pair]] += games
    votes[points.second[pair]] += games
  }
  return votes
}

/** Whom each contestant has beaten, and by whom it was beaten. A tie is a win in both directions. */
function winLists({ contestants, first, second, firstPoints, secondPoints }: PairPoints) {
  const [beaten, beatenBy] = [0, 1].map(() => Array.from({ length: contestants }, (): number[] => []))
  const addWin = (winner: number, loser: number) => {
    beaten[winner].push(loser)
    beatenBy[loser].push(winner)
  }
  for (let pair = 0; pair < first.length; pair++) {
    if (firstPoints[pair] > 0) addWin(first[pair], second[pair])
    if (secondPoints[pair] > 0) addWin(second[pair], first[pair])
  }
  return { beaten, beatenBy }
}

/** Which contestants a chain of neighbours leads to. */
function reachedFrom(start: number, lists: readonly number[][]): Uint8Array {
  const isReached = new Uint8Array(lists.length)
  const open = [start]
  isReached[start] = 1
  while (open.length > 0)
    for (const next of lists[open.pop()!])
      if (!isReached[next]) {
        isReached[next] = 1
        open.push(next)
      }
  return isReached
}

/**
 * Strongly connected components of the win graph: those that chains of wins lead to and from. Returns the component number of
 * each contestant. The maximum of the Bradley-Terry likelihood exists and is unique exactly within one component (Ford 1957).
 */
function strongComponents(points: PairPoints): Int32Array {
  const { beaten, beatenBy } = winLists(points)
  const component = new Int32Array(points.contestants).fill(-1)
  let components = 0
  for (let root = 0; root < points.contestants; root++) {
    if (component[root] >= 0) continue
    const [below, above] = [reachedFrom(root, beaten), reachedFrom(root, beatenBy)]
    for (let i = 0; i < component.length; i++) if (below[i] && above[i]) component[i] = components
    components++
  }
  return component
}

/**
 * The contestants that can be rated together: the largest strongly connected component of at least two. Between
 * equally large ones, the one with more votes, then the one with the smallest index. Ascending.
 */
export function largestComponent(points: PairPoints): Int32Array {
  const component = strongComponents(points)
  const count = component.reduce((most, number) => Math.max(most, number + 1), 0)
  const sizes = new Int32Array(count)
  const votes = new Float64Array(count)
  const smallest = new Int32Array(count).fill(points.contestants)
  component.forEach((number, contestant) => {
    sizes[number]++
    smallest[number] = Math.min(smallest[number], contestant)
  })
  for (let pair = 0; pair < points.first.length; pair++) {
    const number = component[points.first[pair]]
    if (number === component[points.second[pair]])
      votes[number] += points.firstPoints[pair] + points.secondPoints[pair]
  }
  const [best] = [...sizes.keys()]
    .filter((number) => sizes[number] >= 2)
    .sort((a, b) => sizes[b] - sizes[a] || votes[b] - votes[a] || smallest[a] - smallest[b])
  return Int32Array.from([...component.keys()].filter((contestant) => component[contestant] === best))
}

/** Whether every contestant can be reached from every other by a chain of wins. */
export function isStronglyConnected(points: PairPoints): boolean {
  const { beaten, beatenBy } = winLists(points)
  return points.contestants === 0 || [beaten, beatenBy].every((lists) => !reachedFrom(0, lists).includes(0))
}
