import { judgeIn } from '../../shared/contracts/index.ts'
import type { Comparison, GuardRail } from '../../shared/contracts/index.ts'
import type { GateFinding } from '../../shared/stats/internal.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { categoryGuardrails } from './category-guardrails.ts'
import { checkGuardrails } from './check-guardrails.ts'
import { inDrawnOrder } from './drawn-order.ts'
import type { Drawing } from './drawn-order.ts'
import { boundsOf } from './gate.ts'
import type { NamedGate } from './gate.ts'
import { skippedPairWarnings } from './skipped-pair-warnings.ts'
import { sharedVotes } from './shared-votes.ts'
import type { VotesRequest } from './shared-votes.ts'
import { selectFailed } from './queries.ts'
import { reachOf } from './reach-of.ts'
import type { Pair } from './queries.ts'
import { spendingGuardrails } from './spending-guardrails.ts'
import type { SpendingBounds } from './spending-guardrails.ts'
import { judgeWarnings, warningsAbout } from './warnings-about.ts'
import { assessCriteria } from './assess-criteria.ts'

export interface ComparisonRequest extends VotesRequest {
  gate: NamedGate
  /** A null bound means the one of the arena's gate. */
  bounds: SpendingBounds
  /** Decides significance by a confidence sequence, which holds at any number of looks. */
  sequential?: boolean
  /**
   * The order in which judging drew the prompts, which the sequence then follows. Without it, the sequence follows
   * the order in which votes were recorded.
   */
  drawing?: Drawing
}

/** The error level of intervals if the gate requires no significance. */
const USUAL_ALPHA = 0.05

/**
 * Compares two contestants on the counted votes that they share, one criterion at a time, and applies the gate.
 * both_bad and inconsistent votes are ties; failed judgements are no votes. If an answer failed a gating check, it
 * lost to one that passed.
 * @throws {ProblemError} invalid_request for a contestant compared with itself, or an unknown criterion or judge;
 *   also without shared votes, or for a bound on an unknown cost or latency
 */
export async function compareContestants(
  deps: Pick<Deps, 'db' | 'clock'>,
  arena: Arena,
  request: ComparisonRequest,
): Promise<Comparison> {
  const { challenger, incumbent, gate, sequential = false, drawing } = request
  const { names, pair, view, criteria, votes } = await sharedVotes(deps, arena, request)
  const { source, judges } = view
  const alpha = gate.alpha ?? USUAL_ALPHA
  const failed = await failedOf(deps, arena, pair, source)
  const watched = !sequential
    ? null
    : { votes: drawing ? inDrawnOrder(votes, drawing) : votes, isDrawn: drawing !== undefined }
  const isOver = drawing?.open.length === 0
  const reachUnder = await reachOf(deps.db, arena, pair, view)
  const terms = { names, gate, alpha, failed, watched, isOver, reachUnder }
  const criteriaResults = assessCriteria(votes, criteria, terms)
  const guardRails = [
    ...categoryGuardrails(votes, alpha, watched),
    ...(await checkGuardrails(deps.db, arena, pair)),
    ...(await spendingGuardrails(deps.db, arena, pair, boundsOf(request.bounds, arena.settings.gate))),
  ]
  return {
    arena: arena.slug,
    contestants: names,
    slugs: [challenger.slug, incumbent.slug],
    source,
    ...(judges && { judges }),
    level: 1 - alpha,
    gate: {
      preset: gate.preset,
      minWinRate: gate.minWinRate,
      minVotes: Math.max(...criteriaResults.map(({ minVotes }) => minVotes)),
      alpha: gate.alpha,
    },
    sequential,
    ...overallVerdict(criteriaResults, guardRails),
    criteria: criteriaResults,
    guardRails,
    warnings: [
      ...judgeWarnings(view, votes),
      ...(await skippedPairWarnings(deps.db, arena, pair, names, votes)),
      ...warningsAbout(criteriaResults, votes, gate, arena.criteria),
    ],
  }
}

/** Failed judgements by criterion, if the source includes judges. */
async function failedOf({ db }: Pick<Deps, 'db'>, arena: Arena, pair: Pair, source: string) {
  const judge = judgeIn(source)
  const hasJudges = judge !== null || source === 'judges' || source === 'all'
  return hasJudges ? selectFailed(db, arena.id, pair, judge) : new Map<string, number>()
}

function overallVerdict(criteriaResults: readonly GateFinding[], guardRails: readonly GuardRail[]) {
  const no =
    criteriaResults.some(({ verdict }) => verdict === 'do_not_ship') || guardRails.some(({ holds }) => !holds)
  if (no) return { verdict: 'do_not_ship' as const, moreVotes: null }
  const open = criteriaResults.filter(({ verdict }) => verdict === 'not_decided_yet')
  if (open.length === 0) return { verdict: 'ship' as const, moreVotes: null }
  const isKnown = open.every(({ moreVotes }) => moreVotes !== null)
  return {
    verdict: 'not_decided_yet' as const,
    moreVotes: isKnown ? Math.max(...open.map(({ moreVotes }) => moreVotes!)) : null,
  }
}
