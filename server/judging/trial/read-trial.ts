/** What a trial is weighed by, and what it asks for next: the calls of a version, and the votes of people on the same pairs. */
import { sql } from 'kysely'
import type { Verdicts } from '../../../shared/contracts/index.ts'
import { causeCode } from '../../calls/index.ts'
import type { Db } from '../../platform/schema.ts'
import { judgeKeyPrefix } from '../judging-jobs.ts'
import { mergeOrders } from '../merge-orders.ts'
import { agreedPositions, type TrialCall } from './weigh-trial.ts'
import { queryColumn, queryRows, requireValue } from '../../platform/postgres/query.ts'
import type { StoredTrial } from '../../platform/documents.ts'

/** A version of a judge in a run. */
export interface JudgeVersionInRun {
  arenaId: number
  runId: number
  versionId: number
}

/** More calls than any trial or watch needs; of a judge that has judged before, its latest. */
export const MAX_LOOKED_AT = 100

export interface StoredCall extends TrialCall {
  id: number
  reply: string | null
  usd: number | null
  seconds: number | null
}

/** The latest calls of a version that have ended, in their order. */
export const selectTrialCalls = (
  db: Db,
  arenaId: number,
  versionId: number,
  { afterCall, formAfterCall }: StoredTrial,
): Promise<StoredCall[]> =>
  queryRows<StoredCall>(db)`
    select * from (
      select c.id, c.judgement_id as judgement, c.shown, c.cause, case when c.status = 'ok' then c.verdicts end as verdicts,
        left(c.reply, 1) as reply, c.cost_usd as usd, c.latency_ms / 1000 as seconds, c.id > ${formAfterCall} as "inForm",
        not exists (select from calls e where e.arena_id = c.arena_id and e.judgement_id = c.judgement_id
          and e.shown = c.shown and e.id < c.id and e.started_at >= j.planned_at) as "isFirst"
      from calls c join judgements j on j.arena_id = c.arena_id and j.id = c.judgement_id
      where c.arena_id = ${arenaId} and c.id > ${afterCall} and c.purpose = 'judgement' and c.status <> 'under_way'
        and j.judge_version_id = ${versionId}
      order by c.id desc limit ${MAX_LOOKED_AT}) latest
    order by id`

export async function trialFigures(db: Db, arenaId: number, calls: readonly StoredCall[]) {
  const places = agreedPositions(calls)
  const seconds = calls.flatMap((call) => call.seconds ?? [])
  const usd = calls.some((call) => call.cause === null && call.usd === null)
    ? null
    : calls.reduce((sum, call) => sum + (call.usd ?? 0), 0)
  return {
    calls: calls.length,
    refused: calls.filter(({ cause }) => cause !== null && causeCode(cause) === 'refusal').length,
    pairs: places.length,
    byPosition: places.filter((place) => place !== null).length,
    usdPerPair: usd === null || places.length === 0 ? null : usd / places.length,
    seconds: seconds.length === 0 ? null : seconds.reduce((sum, value) => sum + value, 0) / seconds.length,
    ...(await agreementWithPeople(db, arenaId, calls)),
  }
}

/** On how many pairs people and the judge both decided, and on how many of these alike. */
async function agreementWithPeople(db: Db, arenaId: number, calls: readonly StoredCall[]) {
  const read = new Map<string, { first?: Verdicts; second?: Verdicts }>()
  for (const { judgement, shown, verdicts } of calls)
    if (verdicts) read.set(judgement, { ...read.get(judgement), [shown]: verdicts })
  const rows = await queryRows<{ judgement: string; criterion: string; balance: number }>(db)`
    select j.id as judgement, b.criterion, sum(case when v.outcome not in ('left', 'right') then 0
      when (v.outcome = 'left') = (b.left_contestant_id = x.contestant_id) then 1 else -1 end)::int as balance
    from judgements j
    join answers x on x.arena_id = j.arena_id and x.id = j.answer_ids[1]
    join answers y on y.arena_id = j.arena_id and y.id = j.answer_ids[2]
    join battles b on ${isOnPair}
    join counted_votes_in(${arenaId}, null) v on v.battle_id = b.id and v.source = 'human'
    where j.arena_id = ${arenaId} and j.form = 'pairwise' and j.id = any (${[...read.keys()]}::uuid[])
    group by 1, 2`
  const decided = rows.flatMap(({ judgement, criterion, balance }) => {
    const { first, second } = read.get(judgement)!
    const outcome = first && second && mergeOrders(first, second, 'pairwise', 2)[criterion]?.[0]?.outcome
    return balance !== 0 && (outcome === 'left' || outcome === 'right')
      ? [(outcome === 'left') === balance > 0]
      : []
  })
  return { decided: decided.length, agreed: decided.filter(Boolean).length }
}

/** SQL: whether battle `b` is on the answers of contestants `x` and `y` that judgement `j` is about, under a criterion of it. */
const isOnPair = sql`b.arena_id = j.arena_id and b.prompt_id = j.prompt_id and b.criterion = any (j.criteria)
  and (b.left_contestant_id, b.right_contestant_id) in
    ((x.contestant_id, y.contestant_id), (y.contestant_id, x.contestant_id))`

/**
 * The next judgements of a trial: first what lacks one order, then what was not asked for yet, and of it pairs that people voted on.
 * Judgements that only wait for the end of the trial are left out.
 */
export const selectForTrial = (
  db: Db,
  { arenaId, runId, versionId }: JudgeVersionInRun,
  { afterCall }: StoredTrial,
  limit: number,
): Promise<string[]> =>
  queryColumn<string>(db)`
    with waiting as (
      select j.* from judgements j
      where j.arena_id = ${arenaId} and j.status = 'planned' and j.judge_version_id = ${versionId}
        and j.run_id = ${runId}
        and not exists (select from graphile_worker._private_jobs q where q.key = ${judgeKeyPrefix(arenaId)} || j.id)
        and (select count(distinct c.shown) from calls c
          where c.arena_id = j.arena_id and c.judgement_id = j.id and c.status = 'ok') < 2),
    people as (
      select j.id from waiting j
      join answers x on x.arena_id = j.arena_id and x.id = j.answer_ids[1]
      join answers y on y.arena_id = j.arena_id and y.id = j.answer_ids[2]
      join battles b on ${isOnPair}
      join counted_votes_in(${arenaId}, null) v on v.battle_id = b.id and v.source = 'human'
      where j.form = 'pairwise' group by j.id, j.place order by j.place limit ${limit + MAX_LOOKED_AT})
    select j.id from waiting j
    order by (select coalesce(sum(case c.status when 'ok' then -2 else 1 end), 0) from calls c
        where c.arena_id = j.arena_id and c.judgement_id = j.id and (c.status = 'ok' or c.id > ${afterCall})),
      j.id in (select id from people) desc, j.place
    limit ${limit}`

/** Judgements of a version whose replies were read, and that are not recorded. */
export const selectUnrecorded = (db: Db, arenaId: number, versionId: number): Promise<string[]> =>
  queryColumn<string>(db)`
    select j.id from judgements j where j.arena_id = ${arenaId} and j.judge_version_id = ${versionId} and j.status = 'planned'
      and exists (select from calls c where c.arena_id = j.arena_id and c.judgement_id = j.id and c.status = 'ok')`

export const selectLastCall = (db: Db, arenaId: number): Promise<number> =>
  requireValue<number>(db)`
    select coalesce(max(id), 0)::int8 as last from calls where arena_id = ${arenaId}`
