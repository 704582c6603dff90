import type { JudgesReport, JudgeTrust } from '../../../shared/contracts/index.ts'
import { arenaById } from '../../arenas/index.ts'
import type { Arena } from '../../arenas/index.ts'
import { addJob } from '../../platform/jobs.ts'
import type { Deps } from '../../platform/deps.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'
import { requestRating } from '../../votes/index.ts'
import { trustOf } from './judge-report.ts'
import { anyJudge, lockTrial, upsertTrial } from './trust-queries.ts'
import { tryJudges } from './try-judges.ts'

/** The job that tries an arena's judges anew. */
export const TRIAL_TASK = 'try-judges'

/** Votes that come within this time are tried together. */
const SPACING_MS = 5000

type Keeping = Pick<Deps, 'db' | 'clock' | 'publishEvery'>

/** Asks for a trial of the arena's judges, if it has any. */
export async function requestTrial({ db }: Pick<Deps, 'db'>, arenaId: number): Promise<void> {
  if (!(await anyJudge(db, arenaId))) return
  await addJob(db, {
    task: TRIAL_TASK,
    payload: { arenaId },
    queue: `trial-${arenaId}`,
    key: `${TRIAL_TASK}-${arenaId}`,
    delayMs: SPACING_MS,
  })
}

/** The job: doing it twice changes nothing. */
export async function retryJudges(deps: Keeping, arenaId: number): Promise<void> {
  const arena = await arenaById(deps.db, arenaId)
  if (arena) await keepTrial(deps, arena)
}

/**
 * Tries the judges and keeps the report. Where trust in one of them changed, new boards are asked for.
 */
export async function keepTrial(deps: Keeping, arena: Arena): Promise<JudgesReport> {
  const report = await tryJudges(deps, arena)
  const trust = report.judges.map((judge) => trustOf(judge, report.trust))
  await deps.db.transaction().execute(async (trx) => {
    const before = await lockTrial(trx, arena.id)
    await upsertTrial(trx, arena.id, trust, report)
    if (shown(before) === shown(trust) && !isKinNew(before, report)) return
    await requestRating(trx, arena.id, deps.clock(), deps.publishEvery)
  })
  return report
}

/** Whether a judge was tried for the first time that boards have to warn of, as it has contestants of its family. */
function isKinNew(before: readonly JudgeTrust[], { judges }: JudgesReport): boolean {
  const known = new Set(before.map(({ judge }) => judge))
  return judges.some(({ judge, kin }) => kin.length > 0 && !known.has(judge))
}

/** What boards turn on. The figures behind it move with every vote, and boards tell them as of their own moment. */
function shown(trust: readonly JudgeTrust[]): string {
  return canonicalJson(
    trust
      .filter(({ state }) => state !== 'not_measured')
      .map(({ judge, state, minAgreement }) => [judge, state, minAgreement]),
  )
}
