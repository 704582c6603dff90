import type { JudgesReport, JudgeTrust } from '../../shared/contracts/index.ts'
import { arenaById, type Arena } from '../arenas/index.ts'
import { addJob } from '../platform/jobs/jobs.ts'
import { canonicalJson } from '../platform/json.ts'
import { requestRating } from '../votes/index.ts'
import { currentTrials } from '../judging/index.ts'
import { judgeTrust } from './judge-report.ts'
import { evaluateJudges } from './evaluate-judges.ts'
import type { Deps } from '../platform/deps.ts'
import { judgeWarnings } from './judge-warnings.ts'
import { isMeasurementDue } from './trust.ts'
import { sql } from 'kysely'
import { queryRows, queryValue } from '../platform/postgres/query.ts'

/** The job that evaluates an arena's judges again. */
export const EVALUATION_TASK = 'try-judges'

/** Votes that arrive within this time are evaluated together. */
const SPACING_MS = 5000

type EvaluationDeps = Pick<Deps, 'db' | 'clock' | 'settings'>

/** Queues an evaluation of the arena's judges, if any judge has voted or judged a live battle. */
export async function requestEvaluation({ db }: Pick<Deps, 'db'>, arenaId: number): Promise<void> {
  const { rows } = await sql`
    (select from votes where arena_id = ${arenaId} and source = 'judge' limit 1)
    union all (select from judgements where arena_id = ${arenaId} and live limit 1)`.execute(db)
  if (rows.length === 0) return
  await addJob(db, {
    task: EVALUATION_TASK,
    payload: { arenaId },
    queue: `judge-evaluation-${arenaId}`,
    key: `${EVALUATION_TASK}-${arenaId}`,
    delayMs: SPACING_MS,
  })
}

/** The job. It is safe to run twice. */
export async function reevaluateJudges(deps: EvaluationDeps, arenaId: number): Promise<void> {
  const arena = await arenaById(deps.db, arenaId)
  if (arena) await refreshEvaluation(deps, arena)
}

/** Evaluates the judges and stores the report. Requests new boards if the trust in a judge has changed. */
export async function refreshEvaluation(deps: EvaluationDeps, arena: Arena): Promise<JudgesReport> {
  const report = await evaluateJudges(deps, arena)
  const trust = report.judges.map((judge) => judgeTrust(judge, report.trust))
  return deps.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${arena.id}, hashtext('judge_evaluation'))`.execute(trx)
    const rows = await queryRows<{ trust: JudgeTrust[] }>(trx)`
      select trust from judge_evaluations where arena_id = ${arena.id}`
    const before = rows[0]?.trust ?? []
    await sql`
      insert into judge_evaluations (arena_id, trust, report, evaluated_at)
      values (${arena.id}, ${JSON.stringify(trust)}::jsonb, ${JSON.stringify(report)}::jsonb, ${report.evaluatedAt}::timestamptz)
      on conflict (arena_id) do update
      set (trust, report, evaluated_at) = row(excluded.trust, excluded.report, excluded.evaluated_at)`.execute(
      trx,
    )
    if (trustKey(before) !== trustKey(trust) || hasNewFamilyWarning(before, report))
      await requestRating(trx, arena.id, deps.settings.publishEvery)
    return report
  })
}

/**
 * Whether a judge with contestants of its own family is evaluated for the first time. Boards must then warn about
 * it.
 */
function hasNewFamilyWarning(before: readonly JudgeTrust[], { judges }: JudgesReport): boolean {
  const known = new Set(before.map(({ judge }) => judge))
  return judges.some(({ judge, kin: sameFamily }) => sameFamily.length > 0 && !known.has(judge))
}

/**
 * The part of trust that changes a board. The figures behind it are not included, because they change with every
 * vote.
 */
function trustKey(trust: readonly JudgeTrust[]): string {
  return canonicalJson(
    trust
      .filter(({ state }) => state !== 'not_measured')
      .map(({ judge, state, minAgreement, failure, prefers = [] }) => [
        judge,
        state,
        minAgreement,
        failure?.reason ?? null,
        ...prefers,
      ]),
  )
}

/**
 * The stored report, or a new one if there is none, or if it has to be fresh. Which measurements are due, and trials, are
 * those of now.
 */
export async function judgesReport(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  arena: Arena,
  isFresh = false,
): Promise<JudgesReport> {
  const last = isFresh
    ? undefined
    : await queryValue<JudgesReport | undefined>(deps.db)`
        select report from judge_evaluations where arena_id = ${arena.id}`
  const trials = await currentTrials(deps.db, arena.id)
  const evaluated = new Set(last?.judges.map(({ judge }) => judge))
  const isOfAll = last !== undefined && [...trials.keys()].every((judge) => evaluated.has(judge))
  const report = isOfAll ? last : await refreshEvaluation(deps, arena)
  const now = deps.clock()
  const dated = <T extends { measuredAt: string | null }>(measured: T) => ({
    ...measured,
    due: isMeasurementDue(measured.measuredAt, report.trust, now),
  })
  return {
    ...report,
    judges: report.judges.map((judge) => {
      // reports of earlier versions lack the count
      const { injected = null } = judge
      const trial = trials.get(judge.judge) ?? null
      const current = { ...dated(judge), injected, trial, versions: judge.versions.map(dated) }
      return { ...current, findings: judgeWarnings(current, report.trust) }
    }),
  }
}
