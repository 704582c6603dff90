import type { JudgeChoice, Warning } from '../../shared/contracts/index.ts'
import type { GateFinding, GateVerdict, HeadToHead, UnitStopping } from '../../shared/stats/index.ts'
import type { Arena } from '../arenas/index.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Deps } from '../platform/deps.ts'
import { resolveView } from '../ratings/index.ts'
import { categoryRails } from './category-rails.ts'
import { checkRails } from './check-rails.ts'
import type { Named } from './contestant-named.ts'
import { boundsOf } from './gate.ts'
import type { NamedGate } from './gate.ts'
import type { GuardRail } from './guard-rails.ts'
import { selectFailed, selectMeetings } from './queries.ts'
import type { Pair } from './queries.ts'
import { criteriaToCompare } from './shared-votes.ts'
import { spendingRails } from './spending-rails.ts'
import type { SpendingBounds } from './spending-rails.ts'
import { judgeWarnings, warningsAbout } from './warnings-about.ts'
import { weighCriteria } from './weigh-criteria.ts'

export interface ComparisonRequest {
  own: Named
  other: Named
  /** `humans`, `judges`, `judge:NAME`, `all`, `simulated`; undefined: as the arena's board has it. */
  source?: string | undefined
  /** Empty: all under which the two share votes. */
  criteria: readonly string[]
  gate: NamedGate
  /** Null: as the arena's own gate has them. */
  bounds: SpendingBounds
  /** Significance by a confidence sequence: it holds however often one looks. */
  sequential?: boolean
}

/** Figures are those of the first contestant against the second. */
export interface CriterionFinding extends HeadToHead, GateFinding {
  criterion: string
  /** Of the ties: both answers were bad; the judge preferred another in each order. */
  bothBad: number
  inconsistent: number
  /** Judgements that failed for good: no votes. */
  failed: number
  /** With Holm's correction for the criteria compared. */
  pHolm: number
  /** Name of who it is significant for; null: nobody. */
  significantFor: string | null
  /** Prompt by prompt in order of recording, at alpha shared out evenly among the criteria; null: not asked for. */
  sequence: Sequence | null
}

export interface Sequence extends Omit<UnitStopping, 'decidedFor'> {
  /** Name of who it was decided for. */
  decidedFor: string | null
}

export interface Comparison {
  arena: string
  contestants: [string, string]
  pair: Pair
  source: string
  /** Which judges were counted, where not all were. */
  judges?: JudgeChoice
  /** Of all intervals. */
  level: number
  gate: NamedGate
  /** Whether significance is that of the confidence sequence. */
  sequential: boolean
  /** `ship` only where every criterion passes the gate and every guard rail holds. */
  verdict: GateVerdict
  /** Not decided yet: about how many more votes of the criterion that needs most; null where no number is known. */
  moreVotes: number | null
  criteria: CriterionFinding[]
  guardRails: GuardRail[]
  warnings: Warning[]
}

/** What is asked of intervals where the gate asks no significance. */
const USUAL_ALPHA = 0.05

/**
 * Compares two contestants on the standing votes that they share, one criterion at a time, and holds the first
 * against the gate. Votes count as they stand: both_bad and inconsistent are ties, failed judgements are none.
 * @throws {ProblemError} invalid_request for one contestant twice, an unknown criterion or judge, no shared votes, or a
 *   bound on what is not known
 */
export async function compareContestants(
  deps: Pick<Deps, 'db' | 'clock' | 'publishEvery'>,
  arena: Arena,
  request: ComparisonRequest,
): Promise<Comparison> {
  const { own, other, gate, sequential = false } = request
  if (own.id === other.id)
    throw new ProblemError(
      'invalid_request',
      `${own.name} cannot be compared with itself: name two contestants.`,
    )
  const pair = { own: own.id, other: other.id }
  const names: [string, string] = [own.name, other.name]
  const view = await resolveView(deps, arena, { source: request.source })
  const { source, judges } = view
  const shared = await selectMeetings(deps.db, arena.id, pair, { source, judges })
  const elsewhere = shared.length > 0 ? [] : await selectMeetings(deps.db, arena.id, pair, { source: null })
  const criteria = criteriaToCompare(arena, names, request.criteria, shared, { source, elsewhere })
  const meetings = shared.filter(({ criterion }) => criteria.includes(criterion))
  const alpha = gate.alpha ?? USUAL_ALPHA
  const failed = await failedOf(deps, arena, pair, source)
  const found = weighCriteria(meetings, criteria, { names, gate, alpha, failed, sequential })
  const guardRails = [
    ...categoryRails(meetings, alpha, sequential),
    ...(await checkRails(deps.db, arena, pair)),
    ...(await spendingRails(deps.db, arena, pair, boundsOf(request.bounds, arena.settings.gate))),
  ]
  return {
    arena: arena.slug,
    contestants: names,
    pair,
    source,
    ...(judges && { judges }),
    level: 1 - alpha,
    gate,
    sequential,
    ...together(found, guardRails),
    criteria: found,
    guardRails,
    warnings: [...judgeWarnings(view, meetings), ...warningsAbout(found, meetings, gate, arena.criteria)],
  }
}

/** Only judges fail. */
async function failedOf({ db }: Pick<Deps, 'db'>, arena: Arena, pair: Pair, source: string) {
  const judge = source.startsWith('judge:') ? source.slice('judge:'.length) : null
  const hasJudges = judge !== null || source === 'judges' || source === 'all'
  return hasJudges ? selectFailed(db, arena.id, pair, judge) : new Map<string, number>()
}

function together(found: readonly GateFinding[], guardRails: readonly GuardRail[]) {
  const no = found.some(({ verdict }) => verdict === 'do_not_ship') || guardRails.some(({ holds }) => !holds)
  if (no) return { verdict: 'do_not_ship' as const, moreVotes: null }
  const open = found.filter(({ verdict }) => verdict === 'not_decided_yet')
  if (open.length === 0) return { verdict: 'ship' as const, moreVotes: null }
  const isKnown = open.every(({ moreVotes }) => moreVotes !== null)
  return {
    verdict: 'not_decided_yet' as const,
    moreVotes: isKnown ? Math.max(...open.map(({ moreVotes }) => moreVotes!)) : null,
  }
}
