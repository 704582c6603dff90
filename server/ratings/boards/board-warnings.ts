import type { Rated } from '../../../shared/stats/index.ts'
import type { Cluster, Warning } from '../../../shared/contracts/index.ts'
import { msg, warning } from '../../../shared/messages/index.ts'

/** Below this many units the small-sample correction was not checked. */
const FEW_UNITS = 10
/** Below this many rounds the 95th percentile over them is mostly chance. */
const FEW_ROUNDS = 200
/** Up to this p-value a warning says that the model does not fit. */
const LACK_OF_FIT = 0.01

/** Whether the board was found to have pairs that results may have chosen, so that these were unknown. */
export const pairingWasUnknown = (warnings: readonly Warning[]): boolean =>
  warnings.some(({ code }) => code === 'adaptive_pairing' || code === 'uneven_pairs')

interface BoardFigures {
  rated: Rated
  votes: number
  units: number
  effectiveUnits: number
  /** The number of voters, if prompts and voters are resampled together. */
  crossedUnits: number | undefined
  cluster: Cluster
  rounds: number
  intervals: 'comparison' | 'classic'
  /** The requested anchor, if it could not be applied. */
  lostAnchor: string | null
}

/** Warnings that follow from the figures of the board. */
export function boardWarnings({
  rated,
  votes,
  units,
  effectiveUnits,
  crossedUnits,
  cluster,
  rounds,
  intervals,
  lostAnchor,
}: BoardFigures): Warning[] {
  if (votes === 0) return [warning(msg('no_votes'))]
  const warnings: Warning[] = []
  if (!rated.converged) warnings.push(warning(msg('not_converged', { iterations: rated.iterations })))
  if (lostAnchor !== null) warnings.push(warning(msg('anchor_not_rated', { name: lostAnchor })))
  if (rated.lackOfFit !== null && rated.lackOfFit <= LACK_OF_FIT) warnings.push(warning(msg('lack_of_fit')))
  if (rated.pairingFollowsResults) warnings.push(warning(msg('adaptive_pairing')))
  if (rated.pairingMayFollowResults) warnings.push(warning(msg('uneven_pairs')))
  if (rounds > 0 && rounds < FEW_ROUNDS)
    warnings.push(warning(msg('few_rounds', { rounds, fewest: FEW_ROUNDS })))
  if (rounds > 0) warnings.push(...fewUnits(units, cluster, crossedUnits, effectiveUnits))
  if (intervals === 'classic') warnings.push(warning(msg('classic_intervals')))
  return warnings
}

/**
 * The warning that intervals rest on few prompts or voters, if they do.
 * @param voters the number of voters, if prompts and voters are resampled together
 * @param effective the effective number of units
 */
export function fewUnits(
  units: number,
  cluster: Cluster,
  voters = units,
  effective = Math.min(units, voters),
): Warning[] {
  const fewer = Math.min(units, voters)
  if (cluster === 'vote' || effective >= FEW_UNITS) return []
  if (fewer >= FEW_UNITS) {
    const worth = Math.floor(effective)
    const finding = msg('uneven_units', {
      units: cluster === 'both' ? units : fewer,
      unit: cluster,
      worth,
      fewest: FEW_UNITS,
    })
    return [warning(finding, { kind: 'few_units', count: worth })]
  }
  const unit = cluster === 'both' ? (voters < units ? 'voter' : 'prompt') : cluster
  return [warning(msg('few_units', { units: fewer, unit, fewest: FEW_UNITS }), { count: fewer })]
}
