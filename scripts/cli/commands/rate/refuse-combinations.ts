/** The options of `rate` that cannot be combined. */
import { msg } from '../../../../shared/messages/index.ts'
import { POWERED } from '../../../../shared/votes/majority.ts'
import { MAJORITY } from '../../../../shared/votes/majority.ts'
import type { Method } from '../../../../server/ratings/compute-board.ts'
import type { BoardFormat } from '../../terminal/board.ts'
import { UsageError } from '../../terminal/errors.ts'
import { isReportAsked, needsOneKindOfUnit, type ReportFlags } from './report-options.ts'

export interface RateFlags extends ReportFlags {
  method: Method
  rounds: number
  seed: number
  threads: number
  voterCap?: number
  cluster?: 'both' | 'prompt' | 'voter' | 'vote'
  looks: 'one' | 'any'
  pairing?: 'fixed'
  together?: 'category'
  anchor?: { name: string; value: number }
  criterion?: string
  source?: string
  judge?: string
  category?: string
  ties: 'half' | 'drop'
  orders: 'merge' | 'separate'
  intervals: 'comparison' | 'classic'
  strict: boolean
  map?: string
  ignore?: string
  outcomes?: string
  format?: BoardFormat
  output: string
  plot?: string
  matrix?: string
  json: boolean
  fragility: boolean
}

/** @throws {UsageError} for options that contradict each other */
export function refuseCombinations(flags: RateFlags): void {
  refuseContradictions(flags)
  if (flags.source === POWERED) refuseBeside(flags)
  if (flags.source === MAJORITY) refuseBesideMajority(flags)
  if (flags.cluster === 'both') refuseBesideBoth(flags)
}

function refuseContradictions(flags: RateFlags): void {
  const { method, ties, intervals, baseline, fragility, together, pairing } = flags
  if (together && (method !== 'bradley-terry' || intervals === 'classic'))
    throw new UsageError(msg('together_needs_comparison'))
  if (pairing && (method !== 'bradley-terry' || intervals === 'classic'))
    throw new UsageError(msg('pairing_needs_comparison'))
  if (method === 'bradley-terry') return
  if (intervals === 'classic') throw new UsageError(msg('no_classic_intervals', { method }))
  if (fragility) throw new UsageError(msg('fragility_by_bradley_terry', { method }))
  if (baseline !== undefined) throw new UsageError(msg('no_win_rates', { method }))
  if (method === 'davidson' && ties === 'drop') throw new UsageError(msg('davidson_needs_ties'))
}

/** @throws {UsageError} for options that a powered board does not support */
function refuseBeside(flags: RateFlags): void {
  const { method, intervals, fragility, judge, baseline } = flags
  if (method !== 'bradley-terry') throw new UsageError(msg('powered_by_bradley_terry', { method }))
  if (intervals === 'classic') throw new UsageError(msg('powered_without_classic'))
  if (judge !== undefined) throw new UsageError(msg('powered_takes_all_judges'))
  if (fragility || baseline !== undefined || isReportAsked(flags))
    throw new UsageError(msg('no_reports_of_powered'))
}

/** @throws {UsageError} for options that need the votes of each judge */
function refuseBesideMajority(flags: RateFlags): void {
  const { method, fragility, judge, baseline, cluster } = flags
  const option =
    method !== 'bradley-terry'
      ? `--method ${method}`
      : judge !== undefined
        ? '--judge'
        : cluster === 'voter' || cluster === 'both'
          ? `--cluster ${cluster}`
          : fragility
            ? '--fragility'
            : baseline !== undefined
              ? '--baseline'
              : null
  if (option !== null) throw new UsageError(msg('majority_without', { option }))
  if (isReportAsked(flags)) throw new UsageError(msg('no_reports_of_majority'))
}

/** @throws {UsageError} for options that resample only one kind of unit */
function refuseBesideBoth(flags: RateFlags): void {
  const { method, source } = flags
  if (method !== 'bradley-terry') throw new UsageError(msg('method_takes_one_cluster', { method }))
  if (source === POWERED) throw new UsageError(msg('powered_takes_one_cluster'))
  if (needsOneKindOfUnit(flags)) throw new UsageError(msg('reports_take_one_cluster'))
}
