import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Verdicts } from '../../shared/contracts/index.ts'
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

/**
 * Records a call and reserves its highest possible cost, in one statement with the run's budget: spent and reserved
 * amounts together never exceed it.
 * @returns the call's id; null if the run is not running or its budget does not cover the call
 */
export async function reserveCall(
  db: Kysely<Database>,
  call: CallFor,
  mostUsd: number,
  startedAt: Date,
): Promise<number | null> {
  const { arenaId, runId, judgementId = null, shown = null, promptId = null } = call
  const { contestantId = null, sample = 1, turn = null, inputsSha256 = null } = call
  const { rows } = await sql<{ id: number }>`
    with run as (
      update runs set reserved_usd = reserved_usd + ${mostUsd}
      where arena_id = ${arenaId} and id = ${runId} and status = 'running'
        and (budget_usd is null or spent_usd + reserved_usd + ${mostUsd} <= budget_usd)
      returning arena_id, id)
    insert into calls (arena_id, run_id, purpose, judgement_id, shown, prompt_id, contestant_id, sample, turn,
      inputs_sha256,      provider, model, status, reserved_usd, started_at)
    select arena_id, id, ${call.purpose}, ${judgementId}::uuid, ${shown}, ${promptId}::integer, ${contestantId}::integer,
      ${sample}::integer, ${turn}::integer, ${inputsSha256}, ${call.provider}, ${call.model}, 'under_way', ${mostUsd}, ${startedAt}::timestamptz
    from run returning id`.execute(db)
  return rows[0]?.id ?? null
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
  finishReason?: string
  modelReported?: string
  inputTokens?: number
  cachedInputTokens?: number
  outputTokens?: number
  latencyMs?: number
}

/** Records the end of a call and replaces the reserved amount by the cost. */
export async function settleCall(
  db: Kysely<Database>,
  arenaId: number,
  id: number,
  end: CallEnd,
  finishedAt: Date,
): Promise<void> {
  const { verdicts, reply = null, finishReason = null, modelReported = null, latencyMs = null } = end
  const { inputTokens = null, cachedInputTokens = null, outputTokens = null } = end
  const cost = end.costUsd === 'reserved' ? sql`reserved_usd` : sql`${end.costUsd}::float8`
  await sql`
    with ended as (
      update calls set status = ${end.status}, cause = ${end.cause}, reply = ${reply},
        verdicts = ${verdicts ? JSON.stringify(verdicts) : null}::jsonb, finish_reason = ${finishReason},
        model_reported = ${modelReported}, input_tokens = ${inputTokens}::integer,
        cached_input_tokens = ${cachedInputTokens}::integer, output_tokens = ${outputTokens}::integer,
        cost_usd = ${cost}, latency_ms = ${latencyMs}::float8,
        finished_at = ${finishedAt}::timestamptz
      where arena_id = ${arenaId} and id = ${id} and status = 'under_way'
      returning arena_id, run_id, reserved_usd, cost_usd)
    update runs set spent_usd = spent_usd + coalesce(ended.cost_usd, 0),
      reserved_usd = greatest(0, runs.reserved_usd - ended.reserved_usd)
    from ended where runs.arena_id = ended.arena_id and runs.id = ended.run_id`.execute(db)
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

/** Records that no further attempt follows this call. */
export async function markGivenUp(db: Kysely<Database>, arenaId: number, id: number): Promise<void> {
  await db
    .updateTable('calls')
    .set({ gave_up: true })
    .where('arena_id', '=', arenaId)
    .where('id', '=', id)
    .execute()
}
