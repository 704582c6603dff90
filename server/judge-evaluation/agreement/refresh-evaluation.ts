import type { JudgesReport, JudgeTrust } from '../../../shared/contracts/index.ts'
import { arenaById } from '../../arenas/index.ts'
import type { Arena } from '../../arenas/index.ts'
import { addJob } from '../../platform/jobs.ts'
import type { Deps } from '../../platform/deps.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'
import { requestRating } from '../../votes/index.ts'
import { trustOf } from './judge-report.ts'
import { hasJudgeVotes, lockEvaluation, upsertEvaluation } from './trust-queries.ts'
import { evaluateJudges } from './evaluate-judges.ts'

/** The job that tries an arena's judges anew. */
export const EVALUATION_TASK = 'try-judges'

/** Votes that come within this time are tried together. */
const SPACING_MS = 5000

type EvaluationDeps = Pick<Deps, 'db' | 'clock' | 'publishEvery'>

/** Asks for a trial of the arena's judges, if it has any. */
export async function requestEvaluation({ db }: Pick<Deps, 'db'>, arenaId: number): Promise<void> {
  if (!(await hasJudgeVotes(db, arenaId))) return
  await addJob(db, {
    task: EVALUATION_TASK,
    payload: { arenaId },
    queue: `trial-${arenaId}`,
    key: `${EVALUATION_TASK}-${arenaId}`,
    delayMs: SPACING_MS,
  })
}

/** The job: doing it twice changes nothing. */
export async function reevaluateJudges(deps: EvaluationDeps, arenaId: number): Promise<void> {
  const arena = await arenaById(deps.db, arenaId)
  if (arena) await refreshEvaluation(deps, arena)
}

/**
 * Tries the judges and keeps the report. Where trust in one of them changed, new boards are asked for.
 */
export async function refreshEvaluation(deps: EvaluationDeps, arena: Arena): Promise<JudgesReport> {
  const report = await evaluateJudges(deps, arena)
  const trust = report.judges.map((judge) => trustOf(judge, report.trust))
  await deps.db.transaction().execute(async (trx) => {
    const before = await lockEvaluation(trx, arena.id)
    await upsertEvaluation(trx, arena.id, trust, report)
    if (trustKey(before) === trustKey(trust) && !hasNewFamilyWarning(before, report)) return
    await requestRating(trx, arena.id, deps.clock(), deps.publishEvery)
  })
  return report
}

/** Whether a judge was tried for the first time that boards have to warn of, as it has contestants of its family. */
function hasNewFamilyWarning(before: readonly JudgeTrust[], { judges }: JudgesReport): boolean {
  const known = new Set(before.map(({ judge }) => judge))
  return judges.some(({ judge, kin }) => kin.length > 0 && !known.has(judge))
}

/** What boards turn on. The figures behind it move with every vote, and boards tell them as of their own moment. */
function trustKey(trust: readonly JudgeTrust[]): string {
  return canonicalJson(
    trust
      .filter(({ state }) => state !== 'not_measured')
      .map(({ judge, state, minAgreement }) => [judge, state, minAgreement]),
  )
}
