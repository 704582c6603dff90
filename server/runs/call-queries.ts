import type { Kysely } from 'kysely'
import { sql } from 'kysely'
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

/** A call to make, and the most it may cost in US dollars. */
export interface PricedCall {
  call: CallFor
  mostUsd: number
}

/**
 * Records calls of one run and reserves the most they may cost together, in one statement with the run's budget: spent
 * and reserved amounts together never exceed it.
 * @returns the calls' ids, in order; null if the run is not running or its budget does not cover all of them
 */
export async function reserveCalls(
  db: Kysely<Database>,
  calls: PricedCall[],
  startedAt: Date,
): Promise<number[] | null> {
  const { arenaId, runId } = calls[0].call
  const totalUsd = calls.reduce((sum, { mostUsd }) => sum + mostUsd, 0)
  const values = calls.map(({ call, mostUsd }, place) => ({ ...call, mostUsd, place }))
  const { rows } = await sql<{ id: number }>`
    with run as (
      update runs set reserved_usd = reserved_usd + ${totalUsd}
      where arena_id = ${arenaId} and id = ${runId} and status = 'running'
        and (budget_usd is null or spent_usd + reserved_usd + ${totalUsd} <= budget_usd)
      returning arena_id, id)
    insert into calls (arena_id, run_id, purpose, judgement_id, shown, prompt_id, contestant_id, sample, turn,
      inputs_sha256, provider, model, status, reserved_usd, started_at)
    select run.arena_id, run.id, c.purpose, c."judgementId", c.shown, c."promptId", c."contestantId",
      coalesce(c.sample, 1), c.turn, c."inputsSha256", c.provider, c.model, 'under_way', c."mostUsd",
      ${startedAt}::timestamptz
    from run, jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as c(place integer, purpose text,
      "judgementId" uuid, shown text, "promptId" integer, "contestantId" integer, sample integer, turn integer,
      "inputsSha256" text, provider text, model text, "mostUsd" double precision)
    order by c.place returning id`.execute(db)
  return rows.length === 0 ? null : rows.map(({ id }) => id).toSorted((a, b) => a - b)
}

/** Starts a reserved call that had to wait. @returns false if its run is no longer running */
export async function startReserved(
  db: Kysely<Database>,
  arenaId: number,
  id: number,
  startedAt: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update calls set started_at = ${startedAt}::timestamptz from runs
    where calls.arena_id = ${arenaId} and calls.id = ${id} and calls.status = 'under_way'
      and runs.arena_id = calls.arena_id and runs.id = calls.run_id and runs.status = 'running'`.execute(db)
  return numAffectedRows === 1n
}

/** Removes a reserved call that was not made, and gives its amount back to the run's budget. */
export async function releaseReserved(db: Kysely<Database>, arenaId: number, id: number): Promise<void> {
  await sql`
    with unmade as (
      delete from calls where arena_id = ${arenaId} and id = ${id} and status = 'under_way'
      returning arena_id, run_id, reserved_usd)
    update runs set reserved_usd = greatest(0, runs.reserved_usd - unmade.reserved_usd)
    from unmade where runs.arena_id = unmade.arena_id and runs.id = unmade.run_id`.execute(db)
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

/** Records the end of a call and replaces the reserved amount by the cost. */
export async function settleCall(
  db: Kysely<Database>,
  arenaId: number,
  id: number,
  end: CallEnd,
  finishedAt: Date,
): Promise<void> {
  const {
    verdicts,
    transcript,
    reply = null,
    finishReason = null,
    modelReported = null,
    latencyMs = null,
  } = end
  const { inputTokens = null, cachedInputTokens = null, outputTokens = null } = end
  const cost = end.costUsd === 'reserved' ? sql`reserved_usd` : sql`${end.costUsd}::float8`
  await sql`
    with ended as (
      update calls set status = ${end.status}, cause = ${end.cause}, reply = ${reply},
        verdicts = ${verdicts ? JSON.stringify(verdicts) : null}::jsonb,
        transcript = ${transcript ? JSON.stringify(transcript) : null}::jsonb, finish_reason = ${finishReason},
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
