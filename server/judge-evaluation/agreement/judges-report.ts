import type { JudgesReport } from '../../../shared/contracts/index.ts'
import type { Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { judgeWarnings } from './judge-warnings.ts'
import { refreshEvaluation } from './refresh-evaluation.ts'
import { isMeasurementDue } from './measure-trust.ts'
import { selectReport } from './trust-queries.ts'

/** The report that a job keeps; made now where there is none yet. What is due is due now. */
export async function judgesReport(
  deps: Pick<Deps, 'db' | 'clock' | 'publishEvery'>,
  arena: Arena,
): Promise<JudgesReport> {
  const report = (await selectReport(deps.db, arena.id)) ?? (await refreshEvaluation(deps, arena))
  const now = deps.clock()
  const dated = <T extends { measuredAt: string | null }>(one: T) => ({
    ...one,
    due: isMeasurementDue(one.measuredAt, report.trust, now),
  })
  return {
    ...report,
    judges: report.judges.map((judge) => {
      const current = { ...dated(judge), versions: judge.versions.map(dated) }
      return { ...current, findings: judgeWarnings(current, report.trust) }
    }),
  }
}
