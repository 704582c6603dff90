import type { CriterionFinding, Warning } from '../../shared/contracts/index.ts'
import { msg, warning } from '../../shared/messages/index.ts'
import { countsJudge } from '../../shared/votes/judges-counted.ts'
import { sourceWarnings } from '../ratings/index.ts'
import type { ArenaView } from '../ratings/index.ts'
import { FEWEST_VOTERS } from './clusters-of.ts'
import type { NamedGate } from './gate.ts'
import type { SharedVote } from './queries.ts'

/** With fewer clusters, the normal approximation is rough, even with its correction for few clusters. */
const FEW_UNITS = 10

/**
 * The warnings that a board of the same votes would give about its sources: which judges are calibrated, and which
 * are not counted.
 */
export function judgeWarnings(view: ArenaView, votes: readonly SharedVote[]): Warning[] {
  const notCounted = view.trust.filter(({ judge }) => !countsJudge(view.judges, judge))
  const voted = votes.map(({ source, judge }) => ({ source: source as string, name: judge }))
  return sourceWarnings(view, [
    ...voted,
    ...notCounted.map(({ judge }) => ({ source: 'judge', name: judge })),
  ])
}

/** Warnings about a comparison that its figures do not show. */
export function warningsAbout(
  results: readonly CriterionFinding[],
  votes: readonly SharedVote[],
  { alpha }: NamedGate,
  criteria: readonly string[],
): Warning[] {
  const warnings: Warning[] = []
  if (alpha === null) warnings.push(warning(msg('no_significance_asked')))
  const kinds = new Set(votes.map(({ source }) => source))
  if (kinds.has('simulated')) warnings.push(warning(msg('simulated')))
  const withFewUnits = results.filter(({ effectiveUnits }) => effectiveUnits < FEW_UNITS)
  if (withFewUnits.length > 0) {
    const criteria = withFewUnits.map(({ criterion }) => criterion)
    warnings.push(warning(msg('few_units_under', { criteria, fewest: FEW_UNITS }), { kind: 'few_units' }))
  }
  const voters = Math.min(...results.flatMap((one) => one.voters ?? []))
  if (voters < FEWEST_VOTERS) warnings.push(warning(msg('speaks_for_few', { voters: Math.round(voters) })))
  const criteriaWithoutVotes = criteria.filter((name) => results.every(({ criterion }) => criterion !== name))
  if (criteriaWithoutVotes.length > 0)
    warnings.push(warning(msg('criteria_left_out', { criteria: criteriaWithoutVotes })))
  return warnings
}
