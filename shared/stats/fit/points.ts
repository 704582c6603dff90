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

/** Who has beaten whom, as neighbour lists. A tie is a win in both directions. */
interface Wins {
  start: Int32Array
  beaten: Int32Array
}

function groupWins(points: PairPoints): Wins {
  const { contestants, first, second, firstPoints, secondPoints } = points
  const start = new Int32Array(contestants + 1)
  for (let pair = 0; pair < first.length; pair++) {
    if (firstPoints[pair] > 0) start[first[pair] + 1]++
    if (secondPoints[pair] > 0) start[second[pair] + 1]++
  }
  for (let node = 0; node < contestants; node++) start[node + 1] += start[node]
  const next = start.slice()
  const beaten = new Int32Array(start[contestants])
  for (let pair = 0; pair < first.length; pair++) {
    if (firstPoints[pair] > 0) beaten[next[first[pair]]++] = second[pair]
    if (secondPoints[pair] > 0) beaten[next[second[pair]]++] = first[pair]
  }
  return { start, beaten }
}

/**
 * Strongly connected components of the win graph (Tarjan 1972, without recursion).
 * Returns the component number of each contestant. The maximum of the Bradley-Terry likelihood
 * exists and is unique exactly within one component (Ford 1957).
 */
export function strongComponents(points: PairPoints): Int32Array {
  const { start, beaten } = groupWins(points)
  const size = points.contestants
  const component = new Int32Array(size).fill(-1)
  const foundAt = new Int32Array(size).fill(-1)
  const lowest = new Int32Array(size)
  const cursor = start.slice(0, size)
  const open: number[] = []
  const path: number[] = []
  let discovered = 0
  let components = 0
  for (let root = 0; root < size; root++) {
    if (foundAt[root] >= 0) continue
    path.push(root)
    while (path.length > 0) {
      const node = path[path.length - 1]
      if (foundAt[node] < 0) {
        foundAt[node] = lowest[node] = discovered++
        open.push(node)
      }
      if (cursor[node] < start[node + 1]) {
        const loser = beaten[cursor[node]++]
        if (foundAt[loser] < 0) path.push(loser)
        else if (component[loser] < 0) lowest[node] = Math.min(lowest[node], foundAt[loser])
        continue
      }
      path.pop()
      if (path.length > 0) {
        const parent = path[path.length - 1]
        lowest[parent] = Math.min(lowest[parent], lowest[node])
      }
      if (lowest[node] === foundAt[node]) {
        let member: number
        do {
          member = open.pop()!
          component[member] = components
        } while (member !== node)
        components++
      }
    }
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
  return strongComponents(points).every((number) => number === 0)
}
