/**
 * Trials of judges. The first judgements of a version are asked for a few at a time, and count only once it has passed. All that
 * a trial is weighed by is in the calls, so any process can go on with it.
 */
import { sql } from 'kysely'
import type { JudgeStop, JudgeTrial, ReplyForm, Verdicts } from '../../../shared/contracts/index.ts'
import { englishText, msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { lockRun, rejectReplies, stopJudge, type JobContext } from '../../runs/index.ts'
import { causeCode } from '../../calls/index.ts'
import type { Db, Trx } from '../../platform/schema.ts'
import { mergeOrders } from '../merge-orders.ts'
import { REASONING_INSIDE } from '../read-verdicts.ts'
import type { StoredTrial } from '../tables.ts'
import {
  modalPositionCount,
  agreedPositions,
  FORMS_IN_TURN,
  WATCHED_PAIRS,
  weighTrial,
  whyNoLonger,
  type TrialCall,
  type Weighed,
} from './weigh-trial.ts'

/** A version of a judge in a run. */
export interface TriedVersion {
  arenaId: number
  runId: number
  versionId: number
}

type TrialDeps = Pick<JobContext, 'db' | 'services'>

/** More calls than any trial or watch needs; of a judge that has judged before, its latest. */
const MAX_LOOKED_AT = 100

/** Begins the trial of a version that has none, or that failed and is asked again. Judgements from before it was tried count in it. */
export const beginTrial = (
  { db }: Pick<TrialDeps, 'db'>,
  { arenaId, versionId }: Omit<TriedVersion, 'runId'>,
): Promise<StoredTrial> =>
  db.transaction().execute(async (trx) => {
    const trial = await lockTrial(trx, arenaId, versionId)
    if (trial?.state === 'passed') {
      // a run over less than a trial needs has ended it early: it goes on in the next one
      const reopened: StoredTrial = { ...trial, state: 'open' }
      await storeTrial(trx, arenaId, versionId, reopened)
      return reopened
    }
    if (trial && trial.state !== 'failed') return trial
    const afterCall = trial ? await selectLastCall(trx, arenaId) : 0
    const [form, ...formsLeft] = FORMS_IN_TURN as [ReplyForm, ...ReplyForm[]]
    const begun: StoredTrial = {
      state: 'open',
      // a form that was read once is asked for again
      form: trial && trial.pairs > 0 ? trial.form : form,
      stop: null,
      ...NO_FIGURES,
      afterCall,
      formAfterCall: afterCall,
      formsLeft,
    }
    await storeTrial(trx, arenaId, versionId, begun)
    return begun
  })

const NO_FIGURES = {
  calls: 0,
  refused: 0,
  pairs: 0,
  byPosition: 0,
  usdPerPair: null,
  seconds: null,
  decided: 0,
  agreed: 0,
}

/**
 * How many more judgements of an open trial may be asked for now.
 * @param underWay  how many are queued or under way
 */
export async function roomInTrial(
  db: Db,
  { arenaId, versionId }: TriedVersion,
  trial: StoredTrial,
  underWay: number,
): Promise<number> {
  const weighed = weighTrial(await selectTrialCalls(db, arenaId, versionId, trial), trial.formsLeft)
  return weighed.state === 'open' ? Math.max(0, weighed.wanted - underWay) : 0
}

/**
 * Weighs an open trial, or the latest calls of a judge that has passed, and stores what follows: another form of reply, the
 * result, or the stop of the judge in its run.
 * @param isLast  whether no more calls can be made
 * @returns the state of the trial after it; null: the version has none
 */
export const weighJudge = (
  deps: TrialDeps,
  version: TriedVersion,
  isLast = false,
): Promise<JudgeTrial['state'] | null> =>
  changeTrial(deps, version, async (trx, trial) => {
    if (trial.state === 'failed') return null
    const calls = await selectTrialCalls(trx, version.arenaId, version.versionId, trial)
    if (trial.state === 'open') return weighTrial(calls, trial.formsLeft, isLast)
    const code = whyNoLonger(calls, calls.length < MAX_LOOKED_AT)
    return code === null ? null : { state: 'failed', code }
  })

/**
 * Ends an open trial in which no reply was read, since its calls fail in a way that repeating them does not help.
 * @param cause  as it is stored
 * @returns whether the judge is stopped
 */
export async function failTrial(deps: TrialDeps, version: TriedVersion, cause: string): Promise<boolean> {
  const state = await changeTrial(deps, version, async (trx, trial) => {
    if (trial.state !== 'open') return null
    const calls = await selectTrialCalls(trx, version.arenaId, version.versionId, trial)
    return calls.some((call) => call.cause === null)
      ? null
      : { state: 'failed', code: causeCode(cause), cause }
  })
  return state === 'failed'
}

/** Stops a judge in another run as well, whose votes no trial lets count again. */
export async function keepStopped(
  { db, services }: TrialDeps,
  { arenaId, runId, versionId }: TriedVersion,
  stop: JudgeStop,
): Promise<void> {
  const { judge, model } = await selectVersion(db, arenaId, versionId)
  await stopJudge({ db, services }, arenaId, runId, versionId, {
    judge,
    model,
    ...stop,
    finding: stop.finding as CodedMessage,
    call: null,
  })
}

/** Locks run and version, in this order, and stores what the trial comes to. */
const changeTrial = (
  { db, services }: TrialDeps,
  { arenaId, runId, versionId }: TriedVersion,
  weigh: (trx: Trx, trial: StoredTrial) => Promise<(Weighed & { cause?: string }) | null>,
): Promise<JudgeTrial['state'] | null> =>
  db.transaction().execute(async (trx) => {
    await lockRun(trx, arenaId, runId)
    const trial = await lockTrial(trx, arenaId, versionId)
    if (!trial) return null
    const weighed = await weigh(trx, trial)
    if (weighed === null || weighed.state === 'open') return trial.state
    if (weighed.state === 'next_form') {
      const formAfterCall = await selectLastCall(trx, arenaId)
      await storeTrial(trx, arenaId, versionId, {
        ...trial,
        form: weighed.form,
        formAfterCall,
        formsLeft: trial.formsLeft.slice(1),
      })
      return 'open'
    }
    const calls = await selectTrialCalls(trx, arenaId, versionId, trial)
    const ended: StoredTrial = {
      ...trial,
      ...(await figuresOf(trx, arenaId, calls)),
      state: weighed.state,
      endedIn: runId,
    }
    if (weighed.state === 'failed') {
      const { judge, model } = await selectVersion(trx, arenaId, versionId)
      const { code, cause } = weighed
      const finding = msg('judge_stopped', {
        judge,
        model,
        ...reasonForStop(code, cause, calls, trial.formsLeft.length),
      })
      const stop = { code, reason: englishText(finding), finding }
      ended.stop = stop
      if (code === 'position' && agreedPositions(calls).length >= WATCHED_PAIRS) ended.isForGood = true
      if (code === 'position')
        await rejectReplies(trx, arenaId, await selectUnrecorded(trx, arenaId, versionId))
      const call =
        calls.findLast((candidate) => candidate.cause !== null && candidate.reply !== null)?.id ?? null
      await stopJudge({ db: trx, services }, arenaId, runId, versionId, { judge, model, ...stop, call })
    }
    await storeTrial(trx, arenaId, versionId, ended)
    return ended.state
  })

/** The values of the message that says why a judge is stopped. */
function reasonForStop(
  code: string,
  cause: string | undefined,
  calls: readonly StoredCall[],
  formsLeft: number,
) {
  const places = agreedPositions(calls).slice(-WATCHED_PAIRS)
  const reasons = calls.filter((call) => call.cause?.endsWith(REASONING_INSIDE))
  return {
    what: code === 'unreadable' && 2 * reasons.length >= calls.length ? 'reasoning' : code,
    calls:
      calls.filter((call) => call.cause !== null && causeCode(call.cause) === code).length || calls.length,
    pairs: modalPositionCount(places),
    of: places.length,
    forms: new Set(FORMS_IN_TURN.slice(0, FORMS_IN_TURN.length - formsLeft)).size,
    why: cause?.replace(/^\w+: /, '') ?? calls.findLast((call) => call.cause !== null)?.cause ?? code,
  }
}

interface StoredCall extends TrialCall {
  id: number
  reply: string | null
  usd: number | null
  seconds: number | null
}

/** The latest calls of a version that have ended, in their order. */
async function selectTrialCalls(
  db: Db,
  arenaId: number,
  versionId: number,
  { afterCall, formAfterCall }: StoredTrial,
): Promise<StoredCall[]> {
  const { rows } = await sql<StoredCall>`
    select * from (
      select c.id, c.judgement_id as judgement, c.shown, c.cause, case when c.status = 'ok' then c.verdicts end as verdicts,
        left(c.reply, 1) as reply, c.cost_usd as usd, c.latency_ms / 1000 as seconds, c.id > ${formAfterCall} as "inForm",
        not exists (select from calls e where e.arena_id = c.arena_id and e.judgement_id = c.judgement_id
          and e.shown = c.shown and e.id < c.id and e.started_at >= j.planned_at) as "isFirst"
      from calls c join judgements j on j.arena_id = c.arena_id and j.id = c.judgement_id
      where c.arena_id = ${arenaId} and c.id > ${afterCall} and c.purpose = 'judgement' and c.status <> 'under_way'
        and j.judge_version_id = ${versionId}
      order by c.id desc limit ${MAX_LOOKED_AT}) latest
    order by id`.execute(db)
  return rows
}

async function figuresOf(db: Db, arenaId: number, calls: readonly StoredCall[]) {
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
  const { rows } = await sql<{ judgement: string; criterion: string; balance: number }>`
    select j.id as judgement, b.criterion, sum(case when v.outcome not in ('left', 'right') then 0
      when (v.outcome = 'left') = (b.left_contestant_id = x.contestant_id) then 1 else -1 end)::int as balance
    from judgements j
    join answers x on x.arena_id = j.arena_id and x.id = j.answer_ids[1]
    join answers y on y.arena_id = j.arena_id and y.id = j.answer_ids[2]
    join battles b on ${isOnPair}
    join counted_votes_in(${arenaId}, null) v on v.battle_id = b.id and v.source = 'human'
    where j.arena_id = ${arenaId} and j.form = 'pairwise' and j.id = any (${[...read.keys()]}::uuid[])
    group by 1, 2`.execute(db)
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
export async function selectForTrial(
  db: Db,
  { arenaId, runId, versionId }: TriedVersion,
  { afterCall }: StoredTrial,
  hasNoJob: ReturnType<typeof sql<boolean>>,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with waiting as (
      select j.* from judgements j
      where j.arena_id = ${arenaId} and j.status = 'planned' and j.judge_version_id = ${versionId}
        and j.run_id = ${runId} and ${hasNoJob}
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
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Judgements of a version whose replies were read, and that are not recorded. */
async function selectUnrecorded(db: Db, arenaId: number, versionId: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select j.id from judgements j where j.arena_id = ${arenaId} and j.judge_version_id = ${versionId} and j.status = 'planned'
      and exists (select from calls c where c.arena_id = j.arena_id and c.judgement_id = j.id and c.status = 'ok')`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

async function selectLastCall(db: Db, arenaId: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(id), 0)::int8 as last from calls where arena_id = ${arenaId}`.execute(db)
  return rows[0].last
}

const selectVersion = (db: Db, arenaId: number, versionId: number) =>
  db
    .selectFrom('judge_versions')
    .select(['judge', 'model'])
    .where('arena_id', '=', arenaId)
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow()

/** The trial of a version, which nobody else changes until the end of the transaction. */
async function lockTrial(trx: Trx, arenaId: number, versionId: number): Promise<StoredTrial | null> {
  const { trial } = await trx
    .selectFrom('judge_versions')
    .select('trial')
    .where('arena_id', '=', arenaId)
    .where('id', '=', versionId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return trial
}

const storeTrial = (trx: Trx, arenaId: number, versionId: number, trial: StoredTrial) =>
  trx
    .updateTable('judge_versions')
    .set({ trial: JSON.stringify(trial) })
    .where('arena_id', '=', arenaId)
    .where('id', '=', versionId)
    .execute()

/** The trials of the judges in use, by name. */
export async function currentTrials(db: Db, arenaId: number): Promise<Map<string, JudgeTrial | null>> {
  const rows = await db
    .selectFrom('judges as j')
    .innerJoin('judge_versions as v', (join) =>
      join
        .onRef('v.arena_id', '=', 'j.arena_id')
        .onRef('v.judge', '=', 'j.name')
        .onRef('v.sha256', '=', 'j.version_sha256'),
    )
    .select(['j.name', 'v.trial'])
    .where('j.arena_id', '=', arenaId)
    .where('j.active', '=', true)
    .execute()
  return new Map(rows.map(({ name, trial }) => [name, trial && shownOf(trial)]))
}

/** The trials of judges that have judgements in a run, by name. */
export async function trialsOfRun(db: Db, arenaId: number, runId: number) {
  const { rows } = await sql<{ judge: string; trial: StoredTrial }>`
    select v.judge, v.trial from judge_versions v
    where v.arena_id = ${arenaId} and v.trial is not null and exists (select from judgements j
      where j.arena_id = v.arena_id and j.run_id = ${runId} and j.judge_version_id = v.id)
    order by v.judge`.execute(db)
  return rows.map(({ judge, trial }) => ({ judge, ...shownOf(trial) }))
}

const shownOf = ({
  afterCall: _,
  formAfterCall: __,
  formsLeft: ___,
  isForGood: ____,
  endedIn: _____,
  ...trial
}: StoredTrial): JudgeTrial => trial
