/**
 * Trials of judges. The first judgements of a version are asked for a few at a time, and count only once it has passed. All that
 * a trial is weighed by is in the calls, so any process can go on with it.
 */
import { sql } from 'kysely'
import { queryRows, requireRow } from '../../platform/postgres/query.ts'
import type { JudgeStop, JudgeTrial, ReplyForm } from '../../../shared/contracts/index.ts'
import { englishText, msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { lockRun, rejectReplies, stopJudge, type JobContext } from '../../runs/index.ts'
import { causeCode } from '../../calls/index.ts'
import type { Db, Trx } from '../../platform/schema.ts'
import { REASONING_INSIDE } from '../read-verdicts.ts'
import {
  modalPositionCount,
  agreedPositions,
  FORMS_IN_TURN,
  WATCHED_PAIRS,
  weighTrial,
  whyNoLonger,
  type Weighed,
} from './weigh-trial.ts'
import {
  trialFigures,
  MAX_LOOKED_AT,
  selectLastCall,
  selectTrialCalls,
  selectUnrecorded,
  type StoredCall,
  type JudgeVersionInRun,
} from './read-trial.ts'
import type { StoredTrial } from '../../platform/documents.ts'

type TrialDeps = Pick<JobContext, 'db' | 'services'>

/** Begins the trial of a version that has none, or that failed and is asked again. Judgements from before it was tried count in it. */
export const beginTrial = (
  { db }: Pick<TrialDeps, 'db'>,
  { arenaId, versionId }: Omit<JudgeVersionInRun, 'runId'>,
): Promise<StoredTrial> =>
  db.transaction().execute(async (trx) => {
    const { trial } = await lockTrial(trx, arenaId, versionId)
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
  { arenaId, versionId }: JudgeVersionInRun,
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
  version: JudgeVersionInRun,
  isLast = false,
): Promise<JudgeTrial['state'] | null> =>
  changeTrial(deps, version, (trial, calls) => {
    if (trial.state === 'open') return weighTrial(calls, trial.formsLeft, isLast)
    const code = whyNoLonger(calls, calls.length < MAX_LOOKED_AT)
    return code === null ? null : { state: 'failed', code }
  })

/**
 * Ends an open trial in which no reply was read, since its calls fail in a way that repeating them does not help.
 * @param cause  as it is stored
 * @returns whether the judge is stopped
 */
export async function failTrial(
  deps: TrialDeps,
  version: JudgeVersionInRun,
  cause: string,
): Promise<boolean> {
  const state = await changeTrial(deps, version, (trial, calls) =>
    trial.state !== 'open' || calls.some((call) => call.cause === null)
      ? null
      : { state: 'failed', code: causeCode(cause), cause },
  )
  return state === 'failed'
}

/** Stops a judge in another run as well, whose votes no trial lets count again. */
export const keepStopped = (
  { db, services }: TrialDeps,
  { arenaId, runId, versionId }: JudgeVersionInRun,
  judge: { judge: string; model: string },
  stop: JudgeStop,
): Promise<void> =>
  stopJudge({ db, services }, arenaId, runId, versionId, {
    ...judge,
    ...stop,
    finding: stop.finding as CodedMessage,
    call: null,
  })

/**
 * Locks run and version, in this order, and stores what the trial comes to.
 * @param weigh  of a trial that has not failed, with its calls that have ended; null: nothing changes
 * @returns the state of the trial after it; null: the version has none
 */
const changeTrial = (
  { db, services }: TrialDeps,
  { arenaId, runId, versionId }: JudgeVersionInRun,
  weigh: (trial: StoredTrial, calls: readonly StoredCall[]) => (Weighed & { cause?: string }) | null,
): Promise<JudgeTrial['state'] | null> =>
  db.transaction().execute(async (trx) => {
    await lockRun(trx, arenaId, runId)
    const { judge, model, trial } = await lockTrial(trx, arenaId, versionId)
    if (!trial || trial.state === 'failed') return trial?.state ?? null
    const calls = await selectTrialCalls(trx, arenaId, versionId, trial)
    const weighed = weigh(trial, calls)
    if (weighed === null || weighed.state === 'open') return trial.state
    if (weighed.state === 'next_form') {
      const formAfterCall = await selectLastCall(trx, arenaId)
      const formsLeft = trial.formsLeft.slice(1)
      await storeTrial(trx, arenaId, versionId, { ...trial, form: weighed.form, formAfterCall, formsLeft })
      return 'open'
    }
    const figures = await trialFigures(trx, arenaId, calls)
    const ended: StoredTrial = { ...trial, ...figures, state: weighed.state, endedIn: runId }
    if (weighed.state === 'failed') {
      const { code, cause } = weighed
      const reason = reasonForStop(code, cause, calls, trial.formsLeft.length)
      const finding = msg('judge_stopped', { judge, model, ...reason })
      const stop = { code, reason: englishText(finding), finding }
      ended.stop = stop
      if (code === 'position' && agreedPositions(calls).length >= WATCHED_PAIRS) ended.isForGood = true
      if (code === 'position')
        await rejectReplies(trx, arenaId, await selectUnrecorded(trx, arenaId, versionId))
      const call = calls.findLast(({ cause, reply }) => cause !== null && reply !== null)?.id ?? null
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

/** A version and its trial, which nobody else changes until the end of the transaction. */
const lockTrial = (trx: Trx, arenaId: number, versionId: number) =>
  requireRow<{ judge: string; model: string; trial: StoredTrial | null }>(trx)`
    select judge, model, trial from judge_versions
    where arena_id = ${arenaId} and id = ${versionId} for no key update`

const storeTrial = (trx: Trx, arenaId: number, versionId: number, trial: StoredTrial) =>
  sql`update judge_versions set trial = ${JSON.stringify(trial)}::jsonb
    where arena_id = ${arenaId} and id = ${versionId}`.execute(trx)

/** The trials of the judges in use, by name. */
export async function currentTrials(db: Db, arenaId: number): Promise<Map<string, JudgeTrial | null>> {
  const rows = await queryRows<{ name: string; trial: StoredTrial | null }>(db)`
    select j.name, v.trial from judges j
    join judge_versions v on v.arena_id = j.arena_id and v.judge = j.name and v.sha256 = j.version_sha256
    where j.arena_id = ${arenaId} and j.active`
  return new Map(rows.map(({ name, trial }) => [name, trial && shownTrial(trial)]))
}

/** The trials of judges that have judgements in a run, by name. */
export async function trialsOfRun(db: Db, arenaId: number, runId: number) {
  const rows = await queryRows<{ judge: string; trial: StoredTrial }>(db)`
    select v.judge, v.trial from judge_versions v
    where v.arena_id = ${arenaId} and v.trial is not null and exists (select from judgements j
      where j.arena_id = v.arena_id and j.run_id = ${runId} and j.judge_version_id = v.id)
    order by v.judge`
  return rows.map(({ judge, trial }) => ({ judge, ...shownTrial(trial) }))
}

const shownTrial = ({
  afterCall: _,
  formAfterCall: __,
  formsLeft: ___,
  isForGood: ____,
  endedIn: _____,
  ...trial
}: StoredTrial): JudgeTrial => trial
