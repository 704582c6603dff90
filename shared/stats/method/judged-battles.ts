import { cellsOf, inOrderOf, LEFT, TIE, type Tally, type VoteColumns } from '../fit/tally.ts'

type Pairs = Pick<Tally, 'contestants' | 'first' | 'second'>

/**
 * The judges' scores of battles (a prompt and two contestants), by judge. The scores of judge j on pair p of people's votes are at
 * start[s] … start[s + 1] − 1 with s = p · judges + j, ascending by prompt.
 */
export interface JudgedBattles {
  judges: number
  start: Int32Array
  /** The prompt. */
  unit: Int32Array
  /** f: the mean score of the pair's first contestant, 0 … 1, over the judge's votes on the battle. A tie is ½. */
  score: Float64Array
  /** The number of people's votes on the battle. */
  labels: Float64Array
  /**
   * For each s the judge's share of the pair's correction, 0 … 1. The shares of a pair sum to 1, or are 0 if no
   * judge judged more than people.
   */
  share: Float64Array
  /** Battles that any judge judged, people's votes on them, and the number of prompts of these votes. */
  overlap: Overlap
}

interface Overlap {
  judged: number
  labelled: number
  prompts: number
}

/** Votes of people and of judges, with contestants and prompts (`unit`) numbered alike. A vote without a prompt has one of its own. */
export interface PeopleAndJudges {
  people: Pick<VoteColumns, 'left' | 'right' | 'unit'>
  judges: Pick<VoteColumns, 'left' | 'right' | 'outcome' | 'unit'>
  /** For each vote of `judges` the number of its judge, from 0. Without this, all are one judge's. */
  judge?: Int32Array
}

/**
 * Groups judges' votes into battles and counts people's votes on each. Ties count too, since whether a person could
 * decide a battle does not depend on chance. Pairs that people never voted on are left out, since nothing can be
 * compared there. The result does not depend on the order of votes or on sides.
 * @param met  the pairs of people's votes
 */
export function judgedBattles(met: Pairs, { people, judges, judge }: PeopleAndJudges): JudgedBattles {
  const pairOf = pairFinder(met)
  const units = judges.unit.reduce((most, own) => Math.max(most, own), -1) + 1
  const panel = judge ? judge.reduce((most, own) => Math.max(most, own + 1), 1) : 1
  const counted = inOrderOf(judges.unit, units).filter(
    (vote) => pairOf(judges.left[vote], judges.right[vote]) >= 0,
  )
  const pairs = counted.map((vote) => pairOf(judges.left[vote], judges.right[vote]))
  const unitsOf = counted.map((vote) => judges.unit[vote])
  const cellOfVote = counted.map((vote, i) => panel * pairs[i] + (judge ? judge[vote] : 0))
  const { start, unit, count } = cellsOf(cellOfVote, unitsOf, panel * met.first.length, units)
  const score = new Float64Array(unit.length)
  counted.forEach((vote, i) => {
    const winner = judges.outcome[vote] === LEFT ? judges.left[vote] : judges.right[vote]
    const points = judges.outcome[vote] >= TIE ? 0.5 : Number(winner === met.first[pairs[i]])
    score[placeOf(unit, start[cellOfVote[i]], start[cellOfVote[i] + 1], unitsOf[i])] += points
  })
  const labels = new Float64Array(unit.length)
  const shared = new Set<number>()
  let labelled = 0
  for (let vote = 0; vote < people.unit.length; vote++) {
    const pair = pairOf(people.left[vote], people.right[vote])
    if (pair < 0) continue
    let isJudged = false
    for (let pairJudge = panel * pair; pairJudge < panel * (pair + 1); pairJudge++) {
      const place = placeOf(unit, start[pairJudge], start[pairJudge + 1], people.unit[vote])
      if (place < 0) continue
      labels[place]++
      isJudged = true
    }
    if (!isJudged) continue
    labelled++
    shared.add(people.unit[vote])
  }
  return {
    judges: panel,
    start,
    unit,
    score: score.map((sum, i) => sum / count[i]),
    labels,
    share: sharesOf(start, labels, panel),
    overlap: {
      judged: cellsOf(pairs, unitsOf, met.first.length, units).unit.length,
      labelled,
      prompts: shared.size,
    },
  }
}

/** The weight of each judge of a pair: its battles without people's votes, which are what it adds. */
function sharesOf(start: Int32Array, labels: Float64Array, panel: number): Float64Array {
  const share = new Float64Array(start.length - 1)
  for (let from = 0; from < share.length; from += panel) {
    let total = 0
    for (let pairJudge = from; pairJudge < from + panel; pairJudge++) {
      for (let at = start[pairJudge]; at < start[pairJudge + 1]; at++)
        if (labels[at] === 0) share[pairJudge]++
      total += share[pairJudge]
    }
    if (total > 0) for (let pairJudge = from; pairJudge < from + panel; pairJudge++) share[pairJudge] /= total
  }
  return share
}

/** The number of the pair of two contestants among those that met, or −1. */
function pairFinder({ contestants, first, second }: Pairs): (a: number, b: number) => number {
  const start = new Int32Array(contestants + 1)
  for (const low of first) start[low + 1]++
  for (let low = 0; low < contestants; low++) start[low + 1] += start[low]
  return (a, b) => {
    const low = Math.min(a, b)
    return placeOf(second, start[low], start[low + 1], Math.max(a, b))
  }
}

/** The position of a value in an ascending part of an array, or −1. */
export function placeOf(values: Int32Array, from: number, to: number, value: number): number {
  const end = to
  while (from < to) {
    const middle = (from + to) >> 1
    if (values[middle] < value) from = middle + 1
    else to = middle
  }
  return from < end && values[from] === value ? from : -1
}
