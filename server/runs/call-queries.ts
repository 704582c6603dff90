import { type Kysely, sql } from 'kysely'
import type { TranscriptStep, Verdicts } from '../../shared/contracts/index.ts'
import type { Database } from '../platform/schema.ts'

/** The purpose of a call, and its provider and model. */
export interface CallFor {
  arenaId: number
  runId: number
  purpose: 'answer' | 'judgement' | 'check'
  judgementId?: string
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

/** The end of a call. */
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
  db: Kysely<Database>,
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

/** The calls of one job that did not end. A null hash means the calls of an answer; a check has its own hash. */
export type AbandonedCalls =
  | { judgementId: string }
  | { promptId: number; contestantId: number; sample: number; inputsSha256: string | null }

/**
 * Ends calls of an earlier attempt at the same job, whose process died: their replies are lost, and the reserved
 * amounts count as spent. Only the job itself may call this, because it never runs twice at the same time.
 */
export async function settleAbandoned(
  db: Kysely<Database>,
  arenaId: number,
  calls: AbandonedCalls,
  finishedAt: Date,
): Promise<void> {
  const condition =
    'judgementId' in calls
      ? sql`judgement_id = ${calls.judgementId}`
      : sql`prompt_id = ${calls.promptId} and contestant_id = ${calls.contestantId} and sample = ${calls.sample}
          and case when ${calls.inputsSha256}::text is null then purpose = 'answer'
            else purpose = 'check' and inputs_sha256 = ${calls.inputsSha256} end`
  await sql`
    with ended as (
      update calls set status = 'failed', cause = 'abandoned', cost_usd = reserved_usd, finished_at = ${finishedAt}::timestamptz
      where arena_id = ${arenaId} and ${condition} and status = 'under_way'
      returning arena_id, run_id, reserved_usd),
    together as (
      select arena_id, run_id, sum(reserved_usd) as usd from ended group by arena_id, run_id)
    update runs set spent_usd = spent_usd + usd, reserved_usd = greatest(0, reserved_usd - usd)
    from together where runs.arena_id = together.arena_id and runs.id = together.run_id`.execute(db)
}
