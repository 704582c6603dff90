/** Calls of runs as they are recorded: why they fail, and how often and when a failed call is tried again. */
import { inEnglish, msg, type AnyMessage, type CodedMessage } from '../../shared/messages/index.ts'
import { isPassing, type ProviderError, type ProviderFailure } from '../platform/providers/index.ts'
import { sql } from 'kysely'
import type { TranscriptStep, Verdicts } from '../../shared/contracts/index.ts'
import type { Db, Trx } from '../platform/schema.ts'
import { ERASED } from '../platform/audit.ts'

/** Why something failed. */
export type StoredCause = Pick<CallFailure, 'cause' | 'finding'>

interface StoredCauseOrNone {
  cause: string | null
  finding: CodedMessage | null
}

export interface CallFailure {
  /**
   * `passing`: the same call may succeed later.
   * `away`: the call did not reach the provider, so it does not count as an attempt.
   * `unusable`: the reply cannot be read.
   * `wrong`: this call will never succeed.
   * `closed`: no call to this provider will succeed until a person acts.
   * `given_up`: this process or the run stopped before the call ended.
   */
  kind: 'passing' | 'away' | 'unusable' | 'wrong' | 'closed' | 'given_up'
  /** As it is stored: a code, perhaps with a description: `rate_limited: …`. */
  cause: string
  /** The description as a message; null if the code says everything. */
  finding: CodedMessage | null
  retryAfterMs: number | null
  costUsd: CallEnd['costUsd']
}

/** A cause as it is stored, with its description as a message. */
export const causeWith = (word: string, finding: CodedMessage): StoredCause => ({
  cause: `${word}: ${inEnglish(finding)}`,
  finding,
})

/** Why a run stopped. Older rows have no message, only English text. */
export const causeOfRun = ({ cause, finding }: StoredCauseOrNone): AnyMessage | null =>
  cause === null || finding === null
    ? cause
    : msg('cause_with_line', { word: causeCode(cause), line: finding })

/** The most attempts at a call that fails for passing reasons. They are spread over about two minutes. */
export const MOST_ATTEMPTS = 6
/** The most attempts at a call with unusable replies: a model at temperature 0 rarely changes its reply. */
export const MOST_REPLIES = 3

export const FIRST_WAIT_MS = 2000
const LONGEST_WAIT_MS = 60_000

const CLOSED: ReadonlySet<ProviderFailure> = new Set(['unauthorised', 'out_of_quota', 'model_unknown'])

/** The same call may bring another reply, but not for long: the program or the server is at fault. */
const UNUSABLE: ReadonlySet<ProviderFailure> = new Set(['empty', 'too_large', 'unreadable', 'command_failed'])

export function callFailureOf(error: ProviderError): CallFailure {
  return {
    kind: kindOf(error.failure, error.isLasting),
    ...causeWith(error.failure, error.finding),
    retryAfterMs: error.retryAfterMs,
    costUsd: error.costUsd ?? (error.mayBeCharged ? 'reserved' : 0),
  }
}

function kindOf(failure: ProviderFailure, isLasting: boolean): CallFailure['kind'] {
  if (isLasting) return 'closed'
  if (failure === 'unreachable') return 'away'
  if (UNUSABLE.has(failure)) return 'unusable'
  if (CLOSED.has(failure)) return 'closed'
  return isPassing(failure) ? 'passing' : 'wrong'
}

/** The call was under way when its process stopped, or a command when its run did. It may be charged. */
export const GIVEN_UP: CallFailure = {
  kind: 'given_up',
  cause: 'abandoned',
  finding: null,
  retryAfterMs: null,
  costUsd: 'reserved',
}

/** An unexpected error in this process; the log has the details. */
export const INTERNAL: CallFailure = {
  kind: 'passing',
  ...causeWith('internal', msg('failed_inside')),
  retryAfterMs: null,
  costUsd: 'reserved',
}

const UNCOUNTED = new Set(['abandoned', 'unreachable'])

/** Whether a failed call counts as an attempt: it reached the provider and ended. */
export const isAttempt = (cause: string | null): boolean => !UNCOUNTED.has(causeCode(cause ?? ''))

/** The failure of a call whose reply cannot be used. Its cost is known. */
export const unusable = (cause: string): CallFailure => ({
  kind: 'unusable',
  cause,
  finding: null,
  retryAfterMs: null,
  costUsd: null,
})

/** The code at the start of a cause. */
export const causeCode = (cause: string): string => cause.split(':', 1)[0]

/** Whether a call that failed for this cause, even after all attempts, may succeed at another time. */
export function isRetryable(cause: string): boolean {
  const word = causeCode(cause)
  if (word === 'internal') return true
  return ['passing', 'away'].includes(kindOf(word as ProviderFailure, false))
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
export interface CallFor {
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
  reply?: string
  verdicts?: Verdicts
  transcript?: TranscriptStep[] | undefined
  finishReason?: string
  modelReported?: string
  inputTokens?: number
  cachedInputTokens?: number
  outputTokens?: number
  latencyMs?: number
}

/** Records an attempt that failed outside any call. @returns the id of the call */
export async function insertFailedCall(
  db: Db,
  { arenaId, runId, purpose, promptId, contestantId, sample = 1, inputsSha256, provider, model }: CallFor,
  cause: string,
  failedAt: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('calls')
    .values({
      arena_id: arenaId,
      run_id: runId,
      purpose,
      prompt_id: promptId ?? null,
      contestant_id: contestantId ?? null,
      sample,
      inputs_sha256: inputsSha256 ?? null,
      provider,
      model,
      status: 'failed',
      cause,
      reserved_usd: 0,
      cost_usd: 0,
      started_at: failedAt,
      finished_at: failedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Ends calls of an earlier attempt at the same job, whose process died: their replies are lost, and the reserved
 * amounts count as spent. Only the job itself may call this, because it never runs twice at the same time.
 */
export async function settleAbandoned(
  db: Db,
  { arenaId, purpose, judgementId, promptId, contestantId, sample = 1, inputsSha256 }: CallFor,
  finishedAt: Date,
): Promise<void> {
  const isOfJob =
    purpose === 'judgement'
      ? sql`judgement_id = ${judgementId}`
      : sql`prompt_id = ${promptId} and contestant_id = ${contestantId} and sample = ${sample}
          and ${purpose === 'check' ? sql`inputs_sha256 = ${inputsSha256}` : sql`true`}`
  await sql`
    with ended as (
      update calls set status = 'failed', cause = 'abandoned', cost_usd = reserved_usd, finished_at = ${finishedAt}::timestamptz
      where arena_id = ${arenaId} and purpose = ${purpose} and ${isOfJob} and status = 'under_way'
      returning arena_id, run_id, reserved_usd),
    together as (
      select arena_id, run_id, sum(reserved_usd) as usd from ended group by arena_id, run_id)
    update runs set spent_usd = spent_usd + usd, reserved_usd = greatest(0, reserved_usd - usd)
    from together where runs.arena_id = together.arena_id and runs.id = together.run_id`.execute(db)
}

/**
 * Replaces what providers replied in the calls that made, checked or judged these answers, and the reasons in verdicts.
 * Verdicts, tokens and costs stay.
 */
export async function eraseReplies(trx: Trx, arenaId: number, answerIds: readonly number[]): Promise<void> {
  await sql`
    update calls k set
      reply = case when k.reply is null then null else ${ERASED} end,
      cause = case when k.cause is null then null else ${ERASED} end,
      inputs_sha256 = null,
      transcript = null,
      verdicts = (select jsonb_object_agg(criterion, verdict || jsonb_build_object('reason', null))
        from jsonb_each(k.verdicts) as one (criterion, verdict))
    where k.arena_id = ${arenaId} and k.status <> 'under_way' and (
      k.judgement_id in (select id from judgements where arena_id = ${arenaId} and answer_ids && ${answerIds}::integer[])
      or exists (select from answers a where a.arena_id = k.arena_id and a.id = any (${answerIds}::integer[])
        and a.prompt_id = k.prompt_id and a.contestant_id = k.contestant_id and a.sample = k.sample))`.execute(
    trx,
  )
}
