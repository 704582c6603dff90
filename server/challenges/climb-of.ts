import type { Climb, ClimbAttempt, ClimbCounts } from '../../shared/contracts/index.ts'
import { passChallenge } from '../../shared/stats/internal.ts'
import type { ChallengeGate } from '../../shared/stats/internal.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import { selectNames } from '../comparisons/index.ts'
import { selectAttempts, selectEpochs, selectLikeLatest, selectResults } from './climb-queries.ts'
import type { AttemptRow, ResultCounts } from './climb-queries.ts'
import { overfitOf, climbWarnings } from './climb-warnings.ts'
import { incumbentsAfter } from './incumbents.ts'
import { selectSteps } from './queries.ts'
import { msg } from '../../shared/messages/index.ts'

export interface ClimbView {
  /** The attempt whose results are listed by prompt. */
  attempt?: number | undefined
  /** Whether to include questions and judges' reasons. */
  withTexts: boolean
  /** Whether to list results on held-out prompts. Nobody who proposes challengers may see them. */
  withHeldOut: boolean
}

/**
 * The climb of an arena, from its log: epochs, attempts, the incumbent, and how likely it is that chance explains
 * it.
 * @throws {ProblemError} invalid_request for an attempt that does not exist
 */
export async function climbOf({ db }: Pick<Deps, 'db'>, arena: Arena, view: ClimbView): Promise<Climb> {
  const [steps, names, epochs, rows, like, likeHeldOut] = await Promise.all([
    selectSteps(db, arena.id),
    selectNames(db, arena.id),
    selectEpochs(db, arena.id),
    selectAttempts(db, arena.id),
    selectLikeLatest(db, arena.id, false),
    selectLikeLatest(db, arena.id, true),
  ])
  const { incumbentId, predecessorId } = incumbentsAfter(steps)
  const nameOf = (id: number | null) => names.find((one) => one.id === id)?.name ?? null
  const attempts = rows.map((row) => {
    const epoch = epochs[row.epoch - 1]
    return attemptOf(row, epoch.references, epoch.heldOut)
  })
  const among = (epochs: readonly number[]) => attempts.filter(({ epoch }) => epochs.includes(epoch))
  const overfit = overfitOf(among(like), among(likeHeldOut))
  const { attempt, withTexts, withHeldOut } = view
  if (attempt !== undefined && attempt > rows.length)
    throw new ProblemError('invalid_request', msg('attempts_are', { arena: arena.slug, count: rows.length }))
  const results = attempt === undefined ? undefined : await selectResults(db, arena.id, attempt, withHeldOut)
  return {
    arena: arena.slug,
    incumbent: nameOf(incumbentId),
    predecessor: nameOf(predecessorId),
    epochs: epochs.map((epoch) => ({ ...epoch, startedAt: epoch.startedAt.toISOString() })),
    attempts,
    overfit,
    warnings: climbWarnings(attempts, attempts[(attempt ?? attempts.length) - 1], overfit),
    ...(results && {
      results: withTexts ? results : results.map((one) => ({ ...one, reason: null, question: null })),
    }),
  }
}

function attemptOf(row: AttemptRow, references: number, heldOut: number): ClimbAttempt {
  const { counts, heldOut: heldOutCounts, startedAt, endedAt, gate, ...rest } = row
  return {
    ...rest,
    gate,
    ...countsWith(counts ?? NONE, gate, references),
    holdOut: heldOutCounts && countsWith(heldOutCounts, gate, heldOut),
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
  }
}

const NONE: ResultCounts = {
  wins: 0,
  losses: 0,
  ties: 0,
  inconsistent: 0,
  identical: 0,
  unanswered: 0,
  failed: 0,
}

function countsWith(counts: ResultCounts, gate: ChallengeGate, references: number): ClimbCounts {
  // jsonb returns keys in another order
  const { wins, losses, ties, inconsistent, identical, unanswered, failed } = counts
  const total = wins + losses + ties
  const { winRate, interval, pValue } = passChallenge(counts, gate)
  const missing = references - total - failed
  const aside = { inconsistent, identical, unanswered, failed, missing }
  return { winRate, interval, pValue, wins, losses, ties, total, ...aside }
}
