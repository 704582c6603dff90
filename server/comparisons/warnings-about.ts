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
export function judgeWarnings(view: ArenaView, meetings: readonly SharedVote[]): Warning[] {
  const leftOut = view.trust.filter(({ judge }) => !countsJudge(view.judges, judge))
  const voted = meetings.map(({ source, judge }) => ({ source: source as string, name: judge }))
  return sourceWarnings(view, [...voted, ...leftOut.map(({ judge }) => ({ source: 'judge', name: judge }))])
}

/** Warnings about a comparison that its figures do not show. */
export function warningsAbout(
  found: readonly CriterionFinding[],
  meetings: readonly SharedVote[],
  { alpha }: NamedGate,
  criteria: readonly string[],
): Warning[] {
  const warnings: Warning[] = []
  if (alpha === null) warnings.push(warning(msg('no_significance_asked')))
  const kinds = new Set(meetings.map(({ source }) => source))
  if (kinds.has('simulated')) warnings.push(warning(msg('simulated')))
  const few = found.filter(({ effectiveUnits }) => effectiveUnits < FEW_UNITS)
  if (few.length > 0) {
    const criteria = few.map(({ criterion }) => criterion)
    warnings.push(warning(msg('few_units_under', { criteria, fewest: FEW_UNITS }), { kind: 'few_units' }))
  }
  const voters = Math.min(...found.flatMap((one) => one.voters ?? []))
  if (voters < FEWEST_VOTERS) warnings.push(warning(msg('speaks_for_few', { voters: Math.round(voters) })))
  const left = criteria.filter((name) => found.every(({ criterion }) => criterion !== name))
  if (left.length > 0) warnings.push(warning(msg('criteria_left_out', { criteria: left })))
  return warnings
}
