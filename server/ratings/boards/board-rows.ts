import { asShown } from '../../../shared/stats/declare/rate.ts'
import { toRating } from '../../../shared/stats/fit/likelihood.ts'
import type { ShownStanding, Standing } from '../../../shared/stats/declare/declare.ts'
import type { BoardContestant, CheckSummary } from '../../../shared/contracts/index.ts'
import { byCodeUnits } from './canonical-order.ts'

/** Facts about a contestant other than its votes. */
export interface KnownContestant {
  name: string
  slug?: string
  retired?: boolean
  averageLength?: number | null
  averageWords?: number | null
  costUsd?: number | null
  latencyMs?: number | null
  checks?: CheckSummary[] | undefined
}

const STATUS_ORDER = { rated: 0, provisional: 1, unrated: 2 }

/**
 * The rows of the board: rated ones by rating, then provisional, then unrated ones, each by name.
 * @param shift  rating points by which all shown ratings are moved
 */
export function boardRows(
  standings: readonly Standing[],
  names: readonly string[],
  known: readonly KnownContestant[],
  shift: number,
): BoardContestant[] {
  const byName = new Map(known.map((contestant) => [contestant.name, contestant]))
  return asShown(standings)
    .map((standing, i) => boardRow(standing, byName.get(names[i]) ?? { name: names[i] }, shift))
    .sort(byStanding)
}

/** Rated before provisional before unrated; then the higher rating; then the name. */
export function byStanding(a: BoardContestant, b: BoardContestant): number {
  return (
    STATUS_ORDER[a.status] - STATUS_ORDER[b.status] ||
    (b.rating ?? 0) - (a.rating ?? 0) ||
    byCodeUnits(a.name, b.name)
  )
}

function boardRow(standing: ShownStanding, contestant: KnownContestant, shift: number): BoardContestant {
  const { status, reason, theta, standardError, marginal, comparison, units, rank, rankInterval } = standing
  const { wins, losses, ties, bothBad, votes, againstBaseline } = standing
  const shown = (strength: number) => toRating(strength) + shift
  const shownOrOpen = (strength: number | null) => (strength === null ? null : shown(strength))
  const {
    name,
    slug,
    retired,
    averageLength = null,
    averageWords = null,
    costUsd = null,
    latencyMs = null,
    checks,
  } = contestant
  return {
    name,
    ...(slug !== undefined && { slug }),
    ...(retired !== undefined && { retired }),
    status,
    reason,
    rating: shownOrOpen(theta),
    theta,
    standardError,
    marginal: marginal && [shown(marginal[0]), shown(marginal[1])],
    comparison: comparison && [shownOrOpen(comparison[0]), shownOrOpen(comparison[1])],
    units,
    rank,
    rankInterval,
    wins,
    losses,
    ties,
    bothBad,
    votes,
    averageLength,
    averageWords,
    costUsd,
    ...(latencyMs !== null && { latencyMs }),
    ...(checks && checks.length > 0 && { checks }),
    ...(againstBaseline && { againstBaseline }),
  }
}
