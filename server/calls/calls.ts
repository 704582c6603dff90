/** Calls as they are recorded: why they fail, how often and when a failed call is tried again, and their counts. */
import { englishText, msg, type AnyMessage, type CodedMessage } from '../../shared/messages/index.ts'
import {
  isTransient,
  type Completion,
  type ProviderError,
  type ProviderFailure,
} from '../platform/providers/index.ts'
import { sql } from 'kysely'
import type { Verdicts } from '../../shared/contracts/index.ts'
import type { Db } from '../platform/schema.ts'
import type { Log } from '../platform/log.ts'
import { isConnectionError } from '../platform/postgres/database-url.ts'
import { queryRows } from '../platform/postgres/query.ts'

/** Why something failed. */
export type StoredCause = Pick<CallFailure, 'cause' | 'finding'>

interface StoredCauseOrNone {
  cause: string | null
  finding: CodedMessage | null
}

export interface CallFailure {
  /**
   * `transient`: the same call may succeed later.
   * `away`: the call did not reach the provider, so it does not count as an attempt.
   * `unusable`: the reply cannot be read.
   * `wrong`: this call will never succeed.
   * `closed`: no call to this provider will succeed until a person acts.
   * `given_up`: this process or the run stopped before the call ended.
   */
  kind: 'transient' | 'away' | 'unusable' | 'wrong' | 'closed' | 'given_up'
  /** As it is stored: a code, perhaps with a description: `rate_limited: …`. */
  cause: string
  /** The description as a message; null if the code says everything. */
  finding: CodedMessage | null
  retryAfterMs: number | null
  costUsd: CallEnd['costUsd']
}

/** A cause as it is stored, with its description as a message. */
export const storedCause = (word: string, finding: CodedMessage): StoredCause => ({
  cause: `${word}: ${englishText(finding)}`,
  finding,
})

/** Why a run stopped. Older rows have no message, only English text. */
export const causeOfRun = ({ cause, finding }: StoredCauseOrNone): AnyMessage | null =>
  cause === null || finding === null ? cause : msg('at_place', { place: causeCode(cause), wrong: finding })

/** The most attempts at a call that fails for transient reasons. They are spread over about two minutes. */
export const MAX_ATTEMPTS = 6
/** The most attempts at a call with unusable replies: a model at temperature 0 rarely changes its reply. */
export const MAX_REPLIES = 3

export const FIRST_WAIT_MS = 2000
const LONGEST_WAIT_MS = 60_000

const CLOSED: ReadonlySet<ProviderFailure> = new Set(['unauthorised', 'out_of_quota', 'model_unknown'])

/** The same call may bring another reply, but not for long: the program or the server is at fault. */
const UNUSABLE_FAILURES: ReadonlySet<ProviderFailure> = new Set([
  'empty',
  'too_large',
  'unreadable',
  'command_failed',
])

export function toCallFailure(error: ProviderError): CallFailure {
  return {
    kind: failureKind(error.failure, error.isLasting),
    ...storedCause(error.failure, error.finding),
    retryAfterMs: error.retryAfterMs,
    costUsd: error.costUsd ?? (error.mayBeCharged ? 'reserved' : 0),
  }
}

function failureKind(failure: ProviderFailure, isLasting: boolean): CallFailure['kind'] {
  if (isLasting) return 'closed'
  if (failure === 'unreachable') return 'away'
  if (UNUSABLE_FAILURES.has(failure)) return 'unusable'
  if (CLOSED.has(failure)) return 'closed'
  return isTransient(failure) ? 'transient' : 'wrong'
}

const failure = (
  kind: CallFailure['kind'],
  cause: StoredCause,
  costUsd: CallFailure['costUsd'],
): CallFailure => ({ kind, ...cause, retryAfterMs: null, costUsd })

/** The call was under way when its process stopped, or a command when its run did. It may be charged. */
export const GIVEN_UP = failure('given_up', { cause: 'abandoned', finding: null }, 'reserved')

/** An unexpected error in this process; the log has the details. */
export const INTERNAL = failure('transient', storedCause('internal', msg('failed_inside')), 'reserved')

/**
 * Logs an unexpected error of a job. Its caller then records a failed attempt.
 * @param logFields  the job, for the log
 * @throws the same error if the database connection was lost: nothing can be recorded, and the queue tries again
 */
export function logUnlessDisconnected(
  { services: { log } }: { services: { log: Pick<Log, 'error'> } },
  error: unknown,
  logFields: object,
): void {
  if (error instanceof Error && isConnectionError(error)) throw error
  log.error({ err: error, ...logFields }, 'a job of a run failed on this side')
}

const UNCOUNTED = new Set(['abandoned', 'unreachable'])

/** Whether a failed call counts as an attempt: it reached the provider and ended. */
export const isAttempt = (cause: string | null): boolean => !UNCOUNTED.has(causeCode(cause ?? ''))

/** The failure of a call whose reply cannot be used. Its cost is known. */
export const unusable = (cause: string): CallFailure => failure('unusable', { cause, finding: null }, null)

/** The code at the start of a cause. */
export const causeCode = (cause: string): string => cause.split(':', 1)[0]

/** Whether a call that failed for this cause, even after all attempts, may succeed at another time. */
export function isRetryable(cause: string): boolean {
  const word = causeCode(cause)
  if (word === 'internal') return true
  return ['transient', 'away'].includes(failureKind(word as ProviderFailure, false))
}

/**
 * The wait before the next attempt, in ms. It doubles each time, and is at least what the provider asked for.
 * @param attempt  attempts so far, from 1
 */
export function waitAfter(
  attempt: number,
  retryAfterMs: number | null,
  { firstWaitMs, random }: { firstWaitMs: number; random: () => number },
): number {
  const wait = Math.min(LONGEST_WAIT_MS, firstWaitMs * 2 ** (attempt - 1))
  // calls that failed together are not repeated together
  return Math.max(wait * (0.5 + random() / 2), retryAfterMs ?? 0)
}

/** The purpose of a call, and its provider and model. */
export interface CallContext {
  arenaId: number
  runId: number
  purpose: 'answer' | 'judgement' | 'check'
  judgementId?: string
  /** The version of the judge that is asked. */
  judgeVersionId?: number
  shown?: 'first' | 'second'
  promptId?: number
  contestantId?: number
  /** The number of the answer among the contestant's answers to the prompt, from 1; 1 by default. */
  sample?: number
  /** The turn of an answer, from 0. */
  turn?: number
  /** The hash of an answer's inputs, or of a check. */
  inputsSha256?: string
  provider: string
  model: string
}

export interface CallEnd {
  status: 'ok' | 'failed'
  /** A code, perhaps with a description: `rate_limited: …`. */
  cause: string | null
  /**
   * Its cost in US dollars; `reserved` if it is unknown and the reserved amount counts; null if the model has no
   * price.
   */
  costUsd: number | 'reserved' | null
  /** What the provider sent; missing: nothing came. */
  completion?: Completion
  verdicts?: Verdicts
}

export interface CallCounts {
  answersMade: number
  answersFailed: number
  answersUsd: number
  judgementsUsd: number
  checksUsd: number
  checkCalls: number
  /** Calls of an unknown cost, for which the reserved amount counts. */
  cutOffCalls: number
  cutOffUsd: number
  /** Whether a call was answered whose model had no price. */
  hasUnknownPrice: boolean
  callsDone: number
  callsUnderWay: number
  /** The mean time until a reply, in seconds. */
  secondsEach: number | null
  /** Successful calls that ended in the last minute, and the start of the first of them. */
  recentCalls: number
  recentSince: Date | null
}

/** SQL: whether the row of `calls` was sent and nobody knows what it cost, so that the reserved amount counts. */
const IS_CUT_OFF = sql`status = 'failed' and cost_usd > 0 and cost_usd = reserved_usd and output_tokens is null`

/** Counts the calls of a run, and the answers made by them. */
export async function countCalls(db: Db, arenaId: number, runId: number, now: Date): Promise<CallCounts> {
  const rows = await queryRows<CallCounts>(db)`
    select c.*, r.* from
      (select count(*) filter (where status = 'ok')::int as "callsDone",
        count(*) filter (where status = 'under_way')::int as "callsUnderWay",
        avg(latency_ms)::float8 / 1000 as "secondsEach",
        coalesce(sum(cost_usd) filter (where purpose = 'answer'), 0)::float8 as "answersUsd",
        coalesce(sum(cost_usd) filter (where purpose = 'judgement'), 0)::float8 as "judgementsUsd",
        coalesce(sum(cost_usd) filter (where purpose = 'check'), 0)::float8 as "checksUsd",
        count(*) filter (where purpose = 'check' and status = 'ok')::int as "checkCalls",
        coalesce(bool_or(status = 'ok' and cost_usd is null), false) as "hasUnknownPrice",
        count(*) filter (where ${IS_CUT_OFF})::int as "cutOffCalls",
        coalesce(sum(cost_usd) filter (where ${IS_CUT_OFF}), 0)::float8 as "cutOffUsd"
        from calls where arena_id = ${arenaId} and run_id = ${runId}) c,
      (select count(*)::int as "recentCalls", min(started_at) as "recentSince" from calls
        where arena_id = ${arenaId} and run_id = ${runId} and status = 'ok'
          and finished_at > ${now}::timestamptz - interval '1 minute') r`
  const answers = await sql<{ answersMade: number; answersFailed: number }>`
    select count(distinct (prompt_id, contestant_id, sample)) filter (where a.id is not null)::int as "answersMade",
      count(distinct (prompt_id, contestant_id, sample)) filter (where a.id is null and k.gave_up)::int as "answersFailed"
    from calls k left join answers a using (arena_id, prompt_id, contestant_id, sample)
    where k.arena_id = ${arenaId} and k.run_id = ${runId} and k.purpose = 'answer'`.execute(db)
  return { ...rows[0], ...answers.rows[0] }
}
