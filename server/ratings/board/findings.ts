import type { Rated } from '../../../shared/stats/index.ts'
import type { Cluster, Warning } from '../../../shared/contracts/index.ts'

/** Below this many units the small-sample correction was not checked. */
const FEW_UNITS = 10
/** Below this many rounds the 95th percentile over them is mostly chance. */
const FEW_ROUNDS = 200
/** Up to this p the model is said not to fit. */
const LACK_OF_FIT = 0.01

interface Computed {
  rated: Rated
  votes: number
  units: number
  cluster: Cluster
  rounds: number
  intervals: 'comparison' | 'classic'
  /** The anchor asked for, when it could not be applied. */
  lostAnchor: string | null
}

/** What the numbers themselves give reason to warn of. */
export function findings({
  rated,
  votes,
  units,
  cluster,
  rounds,
  intervals,
  lostAnchor,
}: Computed): Warning[] {
  if (votes === 0)
    return [{ code: 'no_votes', message: 'There is no vote in this view, so nobody is rated.' }]
  const warnings: Warning[] = []
  if (!rated.converged)
    warnings.push({
      code: 'not_converged',
      message: `The fit stopped after ${rated.iterations} iterations without reaching its tolerance; do not rely on these ratings.`,
    })
  if (lostAnchor !== null)
    warnings.push({
      code: 'anchor_not_rated',
      message: `${lostAnchor} has no rating to anchor the scale at, so it stays centred on 1000.`,
    })
  if (rated.lackOfFit !== null && rated.lackOfFit <= LACK_OF_FIT)
    warnings.push({
      code: 'lack_of_fit',
      message:
        'The votes do not fit one strength for each contestant: some pairs went otherwise than everyone’s other votes predict, more than chance does. Read ratings as averages (rate --fit names the pairs).',
    })
  if (rounds > 0 && rounds < FEW_ROUNDS)
    warnings.push({
      code: 'few_rounds',
      message: `${rounds} bootstrap rounds are too few for steady intervals; use ${FEW_ROUNDS} or more, 1000 as a rule.`,
    })
  if (rounds > 0) warnings.push(...fewUnits(units, cluster))
  if (intervals === 'classic')
    warnings.push({
      code: 'classic_intervals',
      message:
        'Classic intervals are for comparison with other boards only: on contestants of equal strength they declare false differences far more often than 5 % of the time.',
    })
  return warnings
}

/** The warning that intervals rest on few prompts or voters, where they do. */
export function fewUnits(units: number, cluster: Cluster): Warning[] {
  if (cluster === 'vote' || units >= FEW_UNITS) return []
  return [
    {
      code: 'few_units',
      message: `Only ${units} ${cluster}${units === 1 ? '' : 's'} to resample: intervals from fewer than ${FEW_UNITS} may be too narrow.`,
      count: units,
    },
  ]
}
