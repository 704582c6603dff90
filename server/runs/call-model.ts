import { hasBudget, selectLedger, lockLedgersWithRoom, ROUNDING } from '../ledger/index.ts'
import { msg } from '../../shared/messages/index.ts'
import type { Verdicts } from '../../shared/contracts/index.ts'
import type { Metrics } from '../platform/http/metrics.ts'
import {
  replyTokenLimit,
  ProviderError,
  type Completion,
  type CompletionRequest,
} from '../platform/providers/index.ts'
import { toStorable } from '../platform/storable.ts'
import {
  type CallEnd,
  type CallContext,
  GIVEN_UP,
  INTERNAL,
  MAX_ATTEMPTS,
  toCallFailure,
  causeCode,
  storedCause,
  logUnlessDisconnected,
  unusable,
  waitAfter,
  type CallFailure,
  type Endpoint,
} from '../calls/index.ts'
import { pauseForCause, endIfExhausted, lockRun, makesCall, type JobContext } from './run-job.ts'
import { OVERCHARGED } from './overcharge.ts'
import { addJob, type JobRequest } from '../platform/jobs/jobs.ts'
import { isRunning, selectRun, sqlStatuses } from './run-machine.ts'
import { sql, type RawBuilder } from 'kysely'
import { ERASED } from '../platform/audit.ts'
import type { Db, Trx } from '../platform/schema.ts'
import { queryRows, requireValue } from '../platform/postgres/query.ts'
import type { ArenaProvider } from '../arenas/index.ts'
import { plainNumbers } from '../../shared/finish/lines.ts'

export type CallResult<T> =
  | { outcome: 'ok'; value: T }
  | { outcome: 'failed'; callId: number; failure: CallFailure }
  /**
   * No call was made: the run is not running, it has stopped the judge, its budget does not cover this call and those
   * reserved with it, or this process is stopping. `mostUsd` is what they may cost together.
   */
  | { outcome: 'not_made'; mostUsd: number }

/** Reads the value of a call from the whole reply, or the cause why the reply cannot be used. */
export type ReplyReader<T> = (completion: Completion) => Reading<T> | Promise<Reading<T>>

type Reading<T> = { value: T; verdicts?: Verdicts } | { unusable: string }

/** A call to make: its purpose, the request, and how to read the reply. */
export interface ModelCall<T> {
  call: CallContext
  request: CompletionRequest
  read: ReplyReader<T>
  /** Asked once the provider has room: whether the call is still to be made. Missing: it is. */
  isDue?: (() => Promise<boolean>) | undefined
}

/**
 * Makes one call. It first reserves the cost in the budgets of the run and the arena and records the call; afterwards it records the
 * reply. It waits until the provider has room. Characters that the database cannot store are removed from the value.
 * A reply that costs more than was reserved pauses the run if it or its arena has a budget.
 */
export async function callModel<T>(
  context: JobContext,
  endpoint: Endpoint,
  modelCall: ModelCall<T>,
): Promise<CallResult<T>> {
  const [result] = await callModels(context, endpoint, [modelCall])
  return result
}

/**
 * Makes calls of one run that are useless without each other, such as the two orders of a judgement. Their cost is
 * reserved together, so none is made if the budget does not cover all. Otherwise like `callModel`.
 * @returns the results, in order
 */
export async function callModels<T>(
  context: JobContext,
  endpoint: Endpoint,
  modelCalls: ModelCall<T>[],
): Promise<CallResult<T>[]> {
  const priced = modelCalls.map(({ call, request }) => ({
    call,
    mostUsd: endpoint.provider.maxCostUsd(request) ?? 0,
  }))
  const reservation = new Reservation(context, priced)
  const results = modelCalls.map((modelCall, i) => makeCall(context, endpoint, modelCall, reservation, i))
  // all end before one error is thrown
  await Promise.allSettled(results)
  return Promise.all(results)
}

async function makeCall<T>(
  context: JobContext,
  endpoint: Endpoint,
  { call, request, read, isDue }: ModelCall<T>,
  reservation: Reservation,
  i: number,
): Promise<CallResult<T>> {
  const {
    db,
    clock,
    services: { log, metrics },
    closing,
    stops,
  } = context
  const { totalUsd, calls } = reservation
  const { mostUsd } = calls[i]
  let id: number | null = null
  const ending = endpoint.provider.endsWithRun
    ? stops.watchCall(call, context.abortSignal)
    : { signal: context.abortSignal, release: () => undefined }
  const settle = async (callEnd: CallEnd) => {
    const end = toStorable(callEnd)
    count(metrics, call, end, mostUsd)
    await settleCall(db, call.arenaId, id!, end, clock())
  }
  const charged = async (costUsd: number | null) => {
    if (costUsd !== null && costUsd > mostUsd * (1 + ROUNDING))
      await stopOverspending(context, call, request, costUsd, mostUsd)
  }
  const complete = async (): Promise<Completion> => {
    try {
      const completion = await endpoint.provider.complete({
        ...request,
        ...(reservation.callSeconds !== null && { timeoutMs: 1000 * reservation.callSeconds }),
        signal: ending.signal,
      })
      await charged(completion.costUsd)
      return completion
    } catch (error) {
      if (error instanceof ProviderError) await charged(error.costUsd)
      throw error
    }
  }
  const receive = async (completion: Completion): Promise<CallResult<T>> => {
    if (completion.usageRefused)
      log.warn({ arenaId: call.arenaId, call: id, model: call.model }, USAGE_REFUSED)
    const { costUsd } = completion
    const reading = toStorable(await read(completion))
    if ('unusable' in reading) {
      await settle({ status: 'failed', cause: reading.unusable, costUsd, completion })
      return { outcome: 'failed', callId: id!, failure: unusable(reading.unusable) }
    }
    const { verdicts, value } = reading
    await settle({ status: 'ok', cause: null, costUsd, completion, ...(verdicts && { verdicts }) })
    return { outcome: 'ok', value }
  }
  try {
    return await endpoint.limit.run(async () => {
      closing.throwIfAborted()
      id = (await isDue?.()) === false ? null : await reservation.take(i)
      if (id === null) throw new NotReserved()
      // the next call may need what this one did not spend, so its cost is recorded before the endpoint has room again
      return receive(await complete())
    }, closing)
  } catch (error) {
    if (id === null) {
      await reservation.release(i)
      if (error instanceof NotReserved || closing.aborted) return { outcome: 'not_made', mostUsd: totalUsd }
      throw error
    }
    const failure =
      error instanceof ProviderError ? toCallFailure(error) : ending.signal.aborted ? GIVEN_UP : INTERNAL
    if (failure === INTERNAL) log.error({ err: error, call }, 'a call failed on this side')
    await settle({ status: 'failed', cause: failure.cause, costUsd: failure.costUsd })
    return { outcome: 'failed', callId: id, failure }
  } finally {
    ending.release()
  }
}

/** A job that makes calls of one kind, and what follows if they bring no result. */
interface CallingJob {
  /** What all its calls share. */
  call: CallContext
  provider: ArenaProvider
  /** The earlier calls for the same thing. */
  earlier: readonly { status: string }[]
  /** The job as it is queued again, after a wait in ms. */
  retryJob(waitMs: number): JobRequest
  /** Counts the attempt that has failed. @returns the attempts so far */
  attempts(): number | Promise<number>
  /** Records that no further attempt follows. */
  giveUp(cause: string, callId: number): Promise<unknown>
}

type WithoutResult = Exclude<CallResult<unknown>, { outcome: 'ok' }> & {
  /** Whether the replies were unusable so often that another call is pointless. */
  isHopeless?: boolean
}

/**
 * Does a job with the endpoint of its provider, and decides what follows if there is no result: a new attempt, the end
 * of the attempts, or a wait until the run continues. A thrown error counts as a failed attempt.
 * @param work  makes the calls and records their result; returns the call that brought none, or null
 */
export async function runCallJob(
  context: JobContext,
  job: CallingJob,
  work: (endpoint: Endpoint) => Promise<WithoutResult | null>,
): Promise<void> {
  const { db, clock } = context
  const endpoint = context.endpoints.acquire(job.provider)
  if (!endpoint) return addJob(db, job.retryJob(0))
  try {
    if (job.earlier.some(({ status }) => status === 'under_way')) await settleAbandoned(db, job.call, clock())
    const failedResult = await work(endpoint)
    if (failedResult) await retryOrGiveUp(context, job, failedResult)
  } catch (error) {
    logUnlessDisconnected(context, error, { call: job.call })
    await settleAbandoned(db, job.call, clock())
    // a judgement counts its attempts itself
    const isJudgement = job.call.purpose === 'judgement'
    const callId = isJudgement ? 0 : await insertFailedCall(db, job.call, INTERNAL.cause, clock())
    await retryOrGiveUp(context, job, { outcome: 'failed', callId, failure: INTERNAL })
  } finally {
    endpoint.release()
  }
}

async function retryOrGiveUp(context: JobContext, job: CallingJob, missed: WithoutResult): Promise<void> {
  const { arenaId, runId } = job.call
  if (missed.outcome === 'not_made') return endIfExhausted(context, job.call, missed.mostUsd)
  const { failure, callId, isHopeless = false } = missed
  const { kind, cause, retryAfterMs } = failure
  const again = (waitMs: number) => addJob(context.db, job.retryJob(waitMs))
  const wait = { firstWaitMs: context.firstWaitMs, random: context.chance.random }
  if (kind === 'closed') return pauseForCause(context, arenaId, runId, failure)
  if (kind === 'given_up') return again(0)
  if (kind === 'away') return again(waitAfter(1, retryAfterMs, wait))
  const attempts = await job.attempts()
  if (kind === 'wrong' || attempts >= MAX_ATTEMPTS || isHopeless) await job.giveUp(cause, callId)
  else await again(waitAfter(attempts, retryAfterMs, wait))
}

const USAGE_REFUSED = 'the token counts of a reply are no counts; it is charged with the most it can cost'

/** A server that ignores `max_tokens` may charge any amount, so the run cannot keep its budget. */
async function stopOverspending(
  context: JobContext,
  { arenaId, runId, provider, model }: CallContext,
  { params }: CompletionRequest,
  costUsd: number,
  mostUsd: number,
): Promise<void> {
  const [run, ledger] = await Promise.all([
    selectRun(context.db, arenaId, runId),
    selectLedger(context.db, arenaId, context.clock()),
  ])
  if (!run || (run.budget_usd === null && !hasBudget(ledger))) return
  // enough digits to tell what was charged from what was allowed
  const usd = (amount: number) => plainNumbers.usd(amount, 3)
  const line = msg('overcharged', {
    provider,
    model,
    charged: usd(costUsd),
    maxTokens: replyTokenLimit(params),
    allowed: usd(mostUsd),
    spent: usd((run.budget_usd === null ? ledger.spentUsd : run.spent_usd) + costUsd),
    budget: usd(run.budget_usd ?? ledger.budgetUsd ?? ledger.budgetUsdPerDay!),
  })
  await pauseForCause(context, arenaId, runId, storedCause(OVERCHARGED, line))
}

function count(
  { calls, callSeconds, callUsd }: Metrics,
  { purpose }: CallContext,
  { cause, costUsd, completion }: CallEnd,
  mostUsd: number,
) {
  calls.inc({ purpose, outcome: cause === null ? 'ok' : causeCode(cause) })
  if (completion) callSeconds.observe({ purpose }, completion.latencyMs / 1000)
  callUsd.inc(costUsd === 'reserved' ? mostUsd : (costUsd ?? 0))
}

/** Thrown to leave the provider's queue without a call. */
class NotReserved extends Error {}

/** Records the end of a call and replaces the reserved amount by the cost. */
async function settleCall(
  db: Db,
  arenaId: number,
  id: number,
  { status, cause, costUsd, completion, verdicts }: CallEnd,
  finishedAt: Date,
): Promise<void> {
  const cost = costUsd === 'reserved' ? sql`reserved_usd` : sql`${costUsd}::float8`
  const {
    text = null,
    transcript,
    finishReason = null,
    model = null,
    usage,
    latencyMs = null,
  } = completion ?? {}
  const { inputTokens = null, cachedInputTokens = null, outputTokens = null } = usage ?? {}
  await sql`
    with ended as (
      update calls set status = ${status}, cause = ${cause}, reply = ${text},
        verdicts = ${verdicts ? JSON.stringify(verdicts) : null}::jsonb,
        transcript = ${transcript ? JSON.stringify(transcript) : null}::jsonb, finish_reason = ${finishReason},
        model_reported = ${model}, input_tokens = ${inputTokens}::integer,
        cached_input_tokens = ${cachedInputTokens}::integer, output_tokens = ${outputTokens}::integer,
        cost_usd = ${cost}, latency_ms = ${latencyMs}::float8,
        finished_at = ${finishedAt}::timestamptz
      where arena_id = ${arenaId} and id = ${id} and status = 'under_way'
      returning arena_id, run_id, reserved_usd, cost_usd)
    update runs set spent_usd = spent_usd + coalesce(ended.cost_usd, 0),
      reserved_usd = greatest(0, runs.reserved_usd - ended.reserved_usd)
    from ended where runs.arena_id = ended.arena_id and runs.id = ended.run_id`.execute(db)
}

/** A call to make, and the most it may cost in US dollars. */
interface PricedCall {
  call: CallContext
  mostUsd: number
}

/**
 * Records calls of one run and reserves the most they may cost together, with the budgets of the run and of its arena:
 * spent and reserved amounts together never exceed them. The run is locked before the ledger.
 * @returns the calls' ids, in order, and the run's own limit of seconds for a reply; null if the run does not make them or a budget does not cover all of them
 */
async function reserveCalls(
  db: Db,
  calls: PricedCall[],
  startedAt: Date,
): Promise<{ ids: number[]; callSeconds: number | null } | null> {
  const { arenaId, runId } = calls[0].call
  const totalUsd = calls.reduce((sum, { mostUsd }) => sum + mostUsd, 0)
  const values = calls.map(({ call, mostUsd }, place) => ({ ...call, mostUsd, place }))
  const rows = await db.transaction().execute(async (trx) => {
    await lockRun(trx, arenaId, runId)
    return queryRows<{ id: number; callSeconds: number | null }>(trx)`
    with open_run as materialized (
      select arena_id, id from runs
      where arena_id = ${arenaId} and id = ${runId} and ${makesCall(calls[0].call)}
        and (budget_usd is null or spent_usd + reserved_usd + ${totalUsd} <= budget_usd)),
    room as (${lockLedgersWithRoom(sql`open_run`, totalUsd, startedAt)}),
    run as (
      update runs set reserved_usd = reserved_usd + ${totalUsd} from room
      where runs.arena_id = room.arena_id and runs.id = ${runId}
      returning runs.arena_id, runs.id, plan),
    made as (
    insert into calls (arena_id, run_id, purpose, judgement_id, shown, prompt_id, contestant_id, sample, turn,
      inputs_sha256, provider, model, status, reserved_usd, started_at)
    select run.arena_id, run.id, c.purpose, c."judgementId", c.shown, c."promptId", c."contestantId",
      coalesce(c.sample, 1), c.turn, c."inputsSha256", c.provider, c.model, 'under_way', c."mostUsd",
      ${startedAt}::timestamptz
    from run, jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as c(place integer, purpose text,
      "judgementId" uuid, shown text, "promptId" integer, "contestantId" integer, sample integer, turn integer,
      "inputsSha256" text, provider text, model text, "mostUsd" double precision)
    order by c.place returning id)
    select made.id, (run.plan->>'callSeconds')::float8 as "callSeconds" from made, run order by made.id`
  })
  return rows.length === 0 ? null : { ids: rows.map(({ id }) => id), callSeconds: rows[0].callSeconds }
}

/** Starts a reserved call that had to wait. @returns false if its run no longer makes it */
async function startReserved(db: Db, call: CallContext, id: number, startedAt: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update calls set started_at = ${startedAt}::timestamptz from runs
    where calls.arena_id = ${call.arenaId} and calls.id = ${id} and calls.status = 'under_way'
      and runs.arena_id = calls.arena_id and runs.id = calls.run_id and ${makesCall(call)}`.execute(db)
  return numAffectedRows === 1n
}

/** Removes a reserved call that was not made, and gives its amount back to the run's budget. */
async function releaseReserved(db: Db, arenaId: number, id: number): Promise<void> {
  await sql`
    with unmade as (
      delete from calls where arena_id = ${arenaId} and id = ${id} and status = 'under_way'
      returning arena_id, run_id, reserved_usd)
    update runs set reserved_usd = greatest(0, runs.reserved_usd - unmade.reserved_usd)
    from unmade where runs.arena_id = unmade.arena_id and runs.id = unmade.run_id`.execute(db)
}

/** Calls whose cost is reserved together, once the provider has room for the first of them. */
class Reservation {
  readonly calls: readonly PricedCall[]
  /** The most that all calls may cost, in US dollars. */
  readonly totalUsd: number
  private readonly context: Pick<JobContext, 'db' | 'clock'>
  /** The run's own limit for a reply, in seconds; null before the first call, and if it has none. */
  callSeconds: number | null = null
  private reserving: ReturnType<typeof reserveCalls> | null = null
  private ids: number[] | null = null

  constructor(context: Pick<JobContext, 'db' | 'clock'>, calls: PricedCall[]) {
    this.context = context
    this.calls = calls
    this.totalUsd = calls.reduce((sum, { mostUsd }) => sum + mostUsd, 0)
  }

  /** @returns the id of the call; null if the run does not make it, or its budget does not cover all calls */
  async take(i: number): Promise<number | null> {
    const { db, clock } = this.context
    if (this.ids) {
      const hasStarted = await startReserved(db, this.calls[i].call, this.ids[i], clock())
      return hasStarted ? this.ids[i] : null
    }
    this.reserving ??= reserveCalls(db, [...this.calls], clock())
    const reserved = await this.reserving
    this.ids = reserved?.ids ?? null
    this.callSeconds = reserved?.callSeconds ?? null
    return this.ids?.[i] ?? null
  }

  /** Gives back what was reserved for a call that was not made. */
  async release(i: number): Promise<void> {
    // the other call may be reserving at this moment
    const reserved = await this.reserving?.catch(() => null)
    if (reserved) await releaseReserved(this.context.db, this.calls[i].call.arenaId, reserved.ids[i])
  }
}

/** Records an attempt that failed outside any call. @returns the id of the call */
const insertFailedCall = (
  db: Db,
  { arenaId, runId, purpose, promptId, contestantId, sample = 1, inputsSha256, provider, model }: CallContext,
  cause: string,
  failedAt: Date,
): Promise<number> =>
  requireValue<number>(db)`
    insert into calls (arena_id, run_id, purpose, prompt_id, contestant_id, sample, inputs_sha256, provider, model,
      status, cause, reserved_usd, cost_usd, started_at, finished_at)
    values (${arenaId}, ${runId}, ${purpose}, ${promptId ?? null}, ${contestantId ?? null}, ${sample}, ${inputsSha256 ?? null},
      ${provider}, ${model}, 'failed', ${cause}, 0, 0, ${failedAt}, ${failedAt})
    returning id`

/**
 * Ends calls of an earlier attempt at the same job, whose process died: their replies are lost, and the reserved
 * amounts count as spent. Only the job itself may call this, because it never runs twice at the same time.
 */
async function settleAbandoned(
  db: Db,
  { arenaId, purpose, judgementId, promptId, contestantId, sample = 1, inputsSha256 }: CallContext,
  finishedAt: Date,
): Promise<void> {
  const isOfJob =
    purpose === 'judgement'
      ? sql`judgement_id = ${judgementId}`
      : sql`prompt_id = ${promptId} and contestant_id = ${contestantId} and sample = ${sample}
          and ${purpose === 'check' ? sql`inputs_sha256 = ${inputsSha256}` : sql`true`}`
  await abandon(db, sql`arena_id = ${arenaId} and purpose = ${purpose} and ${isOfJob}`, finishedAt)
}

/**
 * Ends calls of runs that do not run any more, if no process works at their job: it died, and nobody takes the job up. What
 * was reserved counts as spent.
 */
export async function settleOrphaned(db: Db, finishedAt: Date): Promise<void> {
  // by one snapshot: a job is locked from before its call is recorded until after it has ended
  const orphans = sql`
    select c.id from runs r join calls c on c.arena_id = r.arena_id and c.run_id = r.id and c.status = 'under_way'
    where r.reserved_usd > 0 and r.status not in (${sqlStatuses(isRunning)})
      and not exists (select from graphile_worker._private_jobs q
        where q.locked_at is not null and q.payload->>'arenaId' = c.arena_id::text
          and (q.payload->>'runId' = c.run_id::text or q.payload->>'id' = c.judgement_id::text))`
  await abandon(db, sql`id in (${orphans})`, finishedAt)
}

/** Ends calls whose replies are lost. The reserved amounts count as spent. */
const abandon = (db: Db, which: RawBuilder<unknown>, finishedAt: Date) =>
  sql`
    with ended as (
      update calls set status = 'failed', cause = 'abandoned', cost_usd = reserved_usd, finished_at = ${finishedAt}::timestamptz
      where status = 'under_way' and ${which}
      returning arena_id, run_id, reserved_usd),
    together as (
      select arena_id, run_id, sum(reserved_usd) as usd from ended group by arena_id, run_id)
    update runs set spent_usd = spent_usd + usd, reserved_usd = greatest(0, reserved_usd - usd)
    from together where runs.arena_id = together.arena_id and runs.id = together.run_id`.execute(db)

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
        from jsonb_each(k.verdicts) as v (criterion, verdict))
    where k.arena_id = ${arenaId} and k.status <> 'under_way' and (
      k.judgement_id in (select id from judgements where arena_id = ${arenaId} and answer_ids && ${answerIds}::integer[])
      or exists (select from answers a where a.arena_id = k.arena_id and a.id = any (${answerIds}::integer[])
        and a.prompt_id = k.prompt_id and a.contestant_id = k.contestant_id and a.sample = k.sample))`.execute(
    trx,
  )
}

/** Marks what was read for these judgements as unusable: the judge decides by position, so it is asked again or never. */
export async function rejectReplies(
  trx: Trx,
  arenaId: number,
  judgementIds: readonly string[],
): Promise<void> {
  await sql`update calls set status = 'failed', cause = 'position'
    where arena_id = ${arenaId} and judgement_id = any (${judgementIds}::uuid[]) and status = 'ok'`.execute(
    trx,
  )
}
