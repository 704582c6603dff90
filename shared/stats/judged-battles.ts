import { BOTH_BAD, LEFT, TIE } from './types.ts'
import type { VoteColumns } from './types.ts'
import { inOrderOf } from './tally.ts'
import type { Tally } from './tally.ts'
import { cellsOf } from './unit-cells.ts'

/**
 * What judges said of battles (a prompt and two contestants), by the pairs of a tally of people's votes: those of pair
 * p stand at start[p] … start[p + 1] − 1, ascending by unit. Plain data, since rounds may be done elsewhere.
 */
export interface JudgedBattles {
  /** Resampling units: those of people's votes first, as their tally numbers them, then prompts only judges saw. */
  units: number
  start: Int32Array
  unit: Int32Array
  /** f: mean score of the pair's first, 0 … 1, over the judges' votes on the battle; a tie is ½. */
  score: Float64Array
  /** How many votes of people there are on the battle. */
  labels: Float64Array
}

/** People's votes and judges', with contestants and units numbered alike; what has no prompt has a unit of its own. */
export interface TwoSets {
  people: VoteColumns
  judges: VoteColumns
}

/**
 * Gathers judges' votes into battles and counts people's votes on each. Of pairs that people never voted on nothing is
 * kept: they have nothing to be held against. Depends on no order of votes and on no sides.
 * @param tally  of people's votes, with the same `ties`
 */
export function judgedBattles(
  tally: Tally,
  { people, judges }: TwoSets,
  ties: 'half' | 'drop',
): JudgedBattles {
  const pairOf = pairFinder(tally)
  const outcomes = ties === 'drop' ? TIE : BOTH_BAD + 1
  const units = Math.max(people.units, judges.units)
  const counted = inOrderOf(judges.unit, units).filter(
    (vote) => judges.outcome[vote] < outcomes && pairOf(judges.left[vote], judges.right[vote]) >= 0,
  )
  const pairs = counted.map((vote) => pairOf(judges.left[vote], judges.right[vote]))
  const unitsOf = counted.map((vote) => judges.unit[vote])
  const { start, unit, count } = cellsOf(pairs, unitsOf, tally.first.length, units)
  const score = new Float64Array(unit.length)
  counted.forEach((vote, i) => {
    const winner = judges.outcome[vote] === LEFT ? judges.left[vote] : judges.right[vote]
    const points = judges.outcome[vote] >= TIE ? 0.5 : Number(winner === tally.first[pairs[i]])
    score[placeOf(unit, start[pairs[i]], start[pairs[i] + 1], unitsOf[i])] += points
  })
  const labels = new Float64Array(unit.length)
  for (let vote = 0; vote < people.outcome.length; vote++) {
    if (people.outcome[vote] >= outcomes) continue
    const pair = pairOf(people.left[vote], people.right[vote])
    const place = placeOf(unit, start[pair], start[pair + 1], people.unit[vote])
    if (place >= 0) labels[place]++
  }
  return { units, start, unit, score: score.map((sum, i) => sum / count[i]), labels }
}

/** How many battles judges judged, and how many of people's votes are on them. */
export function overlapOf({ labels }: JudgedBattles): { judged: number; labelled: number } {
  return { judged: labels.length, labelled: labels.reduce((sum, votes) => sum + votes, 0) }
}

/** Of a pair's battles j̄ = JA / N, the mean of f, and n^L / N, people's votes to a battle. */
export function meanAndRate({ start, score, labels }: JudgedBattles, pair: number): [number, number] {
  const battles = start[pair + 1] - start[pair]
  let [sum, votes] = [0, 0]
  for (let at = start[pair]; at < start[pair + 1]; at++) {
    sum += score[at]
    votes += labels[at]
  }
  return battles > 0 ? [sum / battles, votes / battles] : [0, 0]
}

/** The number of two contestants' pair in a tally, or −1. */
function pairFinder({ contestants, first, second }: Tally): (a: number, b: number) => number {
  const start = new Int32Array(contestants + 1)
  for (const low of first) start[low + 1]++
  for (let low = 0; low < contestants; low++) start[low + 1] += start[low]
  return (a, b) => {
    const low = Math.min(a, b)
    return placeOf(second, start[low], start[low + 1], Math.max(a, b))
  }
}

/** Where a value stands in an ascending stretch, or −1. */
function placeOf(values: Int32Array, from: number, to: number, wanted: number): number {
  const end = to
  while (from < to) {
    const middle = (from + to) >> 1
    if (values[middle] < wanted) from = middle + 1
    else to = middle
  }
  return from < end && values[from] === wanted ? from : -1
}
