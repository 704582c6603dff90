import { robbinsBoundary } from '../board/ranking.ts'
import { logStudentTail, normalQuantile, studentQuantile } from '../numbers/distributions.ts'
import { headToHead, type HeadToHead } from './head-to-head.ts'

interface Terms {
  /** The level at which a lead is shown, two-sided. */
  alpha: number
  looks: 'one' | 'any'
}

/** How many votes a set of tasks asks for at least, if each task has one vote and none is a tie. */
export interface LeastWins {
  tasks: number
  /** The fewest wins that show a lead. Null: not even all. */
  wins: number | null
}

/** The fewest wins of so many tasks that show a lead, as `headToHead` decides. O(tasks · log tasks). */
export function minimumWins(tasks: number, terms: Terms): LeastWins {
  if (tasks === 0 || !isShown(tasks, tasks, terms)) return { tasks, wins: null }
  let [few, enough] = [Math.floor(tasks / 2), tasks]
  while (enough - few > 1) {
    const middle = Math.floor((few + enough) / 2)
    if (isShown(middle, tasks, terms)) enough = middle
    else few = middle
  }
  return { tasks, wins: enough }
}

function isShown(wins: number, tasks: number, { alpha, looks }: Terms): boolean {
  const score = Uint8Array.from({ length: tasks }, (_, task) => Number(task < wins))
  return headToHead(score, Int32Array.from(score.keys()), { alpha, looks })!.p <= alpha
}

interface Ahead extends Terms {
  /** The votes so far, and those that are planned in all; more than those so far. */
  votes: number
  planned: number
  /** The win rate that the gate requires, 0 … 1. */
  minWinRate: number
}

/**
 * The chance that the first contestant passes a gate once all planned votes are there, by what the votes so far say. The lead at
 * the end is normal around today's, with the part of today's variance that the missing votes have (a flat prior; Spiegelhalter,
 * Freedman & Blackburn 1986); Student's tail allows for few units. A stop by it is not binding: it can only miss a lead, never
 * make one.
 */
export function predictivePower(
  {
    interval,
    standardError,
    effectiveUnits,
  }: Pick<HeadToHead, 'interval' | 'standardError' | 'effectiveUnits'>,
  { votes, planned, minWinRate, alpha, looks }: Ahead,
): number {
  const lead = (logit(interval[0]) + logit(interval[1])) / 2
  const share = 1 / (1 + Math.exp(-lead))
  const variance = (standardError / (share * (1 - share))) ** 2
  const done = votes / planned
  const final = variance * done
  // at equality: at the fit, an almost unbeaten contestant has no information
  const information = 1 / (final * 4 * share * (1 - share))
  const deviate = looks === 'one' ? normalQuantile(alpha / 2) : robbinsBoundary(information, alpha)
  const critical = studentQuantile(deviate, Math.max(1, effectiveUnits / done - 1))
  const needed = Math.max(critical * Math.sqrt(final), minWinRate < 1 ? logit(minWinRate) : Infinity)
  const t = (needed - lead) / Math.sqrt((1 - done) * variance)
  const tail = Math.exp(logStudentTail(Math.abs(t), Math.max(1, effectiveUnits - 1)))
  const atEnd = t > 0 ? tail : 1 - tail
  // by reflection, a path passes a line on its way at most twice as often as at its end
  return looks === 'one' ? atEnd : Math.min(1, 2 * atEnd)
}

const logit = (share: number): number => Math.log(share / (1 - share))
