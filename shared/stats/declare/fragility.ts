import { isStronglyConnected, pointsAmong, type Selection } from '../fit/points.ts'
import { information } from '../fit/information.ts'
import { sigmoid } from '../fit/likelihood.ts'
import { fit } from '../fit/bradley-terry.ts'
import type { Tally } from '../fit/tally.ts'

/** The number of rivals that are refitted: first those that need the fewest votes to first order, then the nearest. */
const REFITTED = 20
/** Strengths nearer than this are equal: a refit is not more exact. */
const TIED = 1e-9

/** The votes of one pair with one outcome. */
interface VoteCell {
  first: number
  second: number
  outcome: 'first' | 'second' | 'tie'
  votes: number
}

/** A few votes without which another contestant would be rated highest. */
interface Fragility {
  leader: number
  becomes: number
  /** How many votes. A refit confirmed the result. */
  votes: number
  /** Which votes, the most influential first. */
  removed: VoteCell[]
}

/** Cells in columns; i and j are the positions of the pair's contestants among the rated. */
interface Cells {
  pair: Int32Array
  i: Int32Array
  j: Int32Array
  outcome: VoteCell['outcome'][]
  votes: Float64Array
  /** Of one vote: its score for `first`, minus the expected score. */
  residual: Float64Array
}

/** A cell, and by how much one of its votes increases the leader's lead. */
interface Influence {
  pair: number
  outcome: VoteCell['outcome']
  votes: number
  lead: number
}

/**
 * How few votes keep the highest rated contestant first. For every rival the votes are ordered by their influence
 * on the lead over it, −H⁺g for each vote (the approximate maximum influence perturbation of Broderick, Giordano &
 * Meager 2020, as Huang, Shen, Wei & Broderick 2025 apply it to arenas). They are removed until a refit reverses
 * the lead, and the rival that needs the fewest is reported. The result is an upper bound on the smallest number,
 * and usually equal to it. Assumes nothing beyond the fit. Costs a solve and a sort for each rival, and a few
 * refits for the twenty nearest of them.
 * @param selection  of the rated, with their fit `theta`
 * @returns null for fewer than two rated, or if votes run out or a fit ceases to exist before the lead is reversed
 */
export function fragilityOf(tally: Tally, selection: Selection, theta: Float64Array): Fragility | null {
  const { members, points } = selection
  if (members.length < 2) return null
  const leader = theta.reduce((best, value, i) => (value > theta[best] ? i : best), 0)
  const fisher = information(points, theta)
  const cells = cellsOf(tally, selection, theta)
  const contrast = new Float64Array(members.length)
  const weight = new Float64Array(members.length)
  /** By how much one vote of each cell increases the lead over this rival. */
  const leadsOver = (rival: number): Float64Array => {
    contrast.fill(0)
    contrast[leader] = 1
    contrast[rival] = -1
    fisher.solve(contrast, weight)
    return cells.residual.map((residual, cell) => residual * (weight[cells.i[cell]] - weight[cells.j[cell]]))
  }
  const rivals = [...members.keys()].filter((i) => i !== leader)
  const plans = rivals.map((rival) => ({
    rival,
    expected: votesExpected(cells, leadsOver(rival), theta[leader] - theta[rival]),
  }))
  plans.sort(
    (a, b) => compare(a.expected, b.expected) || theta[b.rival] - theta[a.rival] || a.rival - b.rival,
  )
  let best: Fragility | null = null
  for (const { rival } of plans.slice(0, REFITTED)) {
    const influences = influencesAbove(0, cells, leadsOver(rival))
    const most = best ? best.votes - 1 : Infinity
    const votes = confirmed(tally, selection, theta, leader, rival, influences, most)
    if (votes === null) continue
    const removed = take(influences, votes).map(({ pair, outcome, votes: count }) => ({
      first: tally.first[pair],
      second: tally.second[pair],
      outcome,
      votes: count,
    }))
    best = { leader: members[leader], becomes: members[rival], votes, removed }
  }
  return best
}

/** Ascending; two infinite numbers are equal. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b
}

/** The cells of a selection that have votes, pair by pair. */
function cellsOf(tally: Tally, { points, pairOf }: Selection, theta: Float64Array): Cells {
  const rows: { pair: number; outcome: VoteCell['outcome']; votes: number; residual: number }[] = []
  pairOf.forEach((chosen, pair) => {
    if (chosen < 0) return
    const p = sigmoid(theta[points.first[chosen]] - theta[points.second[chosen]])
    const add = (outcome: VoteCell['outcome'], votes: number, y: number) => {
      if (votes > 0) rows.push({ pair, outcome, votes, residual: y - p })
    }
    add('first', tally.firstWins[pair], 1)
    add('second', tally.secondWins[pair], 0)
    add('tie', tally.ties[pair], 0.5)
  })
  return {
    pair: Int32Array.from(rows, ({ pair }) => pair),
    i: Int32Array.from(rows, ({ pair }) => points.first[pairOf[pair]]),
    j: Int32Array.from(rows, ({ pair }) => points.second[pairOf[pair]]),
    outcome: rows.map(({ outcome }) => outcome),
    votes: Float64Array.from(rows, ({ votes }) => votes),
    residual: Float64Array.from(rows, ({ residual }) => residual),
  }
}

/** The cells whose votes increase the lead by more than `least` each, the most influential first. */
function influencesAbove(least: number, { pair, outcome, votes }: Cells, leads: Float64Array): Influence[] {
  const influences: Influence[] = []
  for (let cell = 0; cell < leads.length; cell++)
    if (leads[cell] > least)
      influences.push({ pair: pair[cell], outcome: outcome[cell], votes: votes[cell], lead: leads[cell] })
  return influences.sort((a, b) => b.lead - a.lead || a.pair - b.pair)
}

/** A cell with a smaller share of the greatest lead is looked at together with all others. */
const SMALLEST_SHARE = 1e-3

/** `votesFor` of all cells. The most influential usually suffice, so most cells are never sorted. */
function votesExpected(cells: Cells, leads: Float64Array, gap: number): number {
  const greatest = leads.reduce((most, lead) => Math.max(most, lead), 0)
  for (let share = 0.5; share > SMALLEST_SHARE; share /= 2) {
    const votes = votesFor(influencesAbove(share * greatest, cells, leads), gap)
    if (Number.isFinite(votes)) return votes
  }
  return votesFor(influencesAbove(0, cells, leads), gap)
}

/** How many votes are needed to first order. */
function votesFor(cells: Influence[], gap: number): number {
  let remaining = gap
  let votes = 0
  for (const cell of cells) {
    const needed = Math.ceil(remaining / cell.lead)
    if (needed <= cell.votes) return votes + Math.max(1, needed)
    votes += cell.votes
    remaining -= cell.votes * cell.lead
  }
  return Infinity
}

/** The first `votes` votes of the cells. */
function take(cells: Influence[], votes: number): Influence[] {
  const taken: Influence[] = []
  for (let left = votes, i = 0; left > 0 && i < cells.length; left -= cells[i].votes, i++)
    taken.push({ ...cells[i], votes: Math.min(left, cells[i].votes) })
  return taken
}

/** The smallest number of the cells' votes, up to `most`, whose removal reverses the lead in a refit. */
function confirmed(
  tally: Tally,
  { members }: Selection,
  theta: Float64Array,
  leader: number,
  rival: number,
  cells: Influence[],
  most: number,
): number | null {
  const after = (votes: number): 'holds' | 'turned' | 'no fit' => {
    const { points } = pointsAmong(without(tally, take(cells, votes)), members)
    if (!isStronglyConnected(points)) return 'no fit'
    const refitted = fit(points, theta)
    if (!refitted.converged) return 'no fit'
    return refitted.theta[rival] - refitted.theta[leader] > TIED ? 'turned' : 'holds'
  }
  const all = cells.reduce((sum, { votes }) => sum + votes, 0)
  const limit = Math.min(all, most)
  const expected = votesFor(cells, theta[leader] - theta[rival])
  if (limit < 1) return null
  let low = 0
  let high = Math.min(limit, Number.isFinite(expected) ? expected : 1)
  while (high < limit && after(high) === 'holds') {
    low = high
    high = Math.min(limit, Math.ceil(high * 1.25))
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (after(middle) === 'holds') low = middle
    else high = middle
  }
  return after(high) === 'turned' ? high : null
}

function without(tally: Tally, removed: Influence[]): Tally {
  const remaining = {
    ...tally,
    firstWins: tally.firstWins.slice(),
    secondWins: tally.secondWins.slice(),
    ties: tally.ties.slice(),
  }
  const columns = { first: remaining.firstWins, second: remaining.secondWins, tie: remaining.ties }
  for (const { pair, outcome, votes } of removed) columns[outcome][pair] -= votes
  return remaining
}
