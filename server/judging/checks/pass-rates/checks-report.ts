import type { ChecksReport, PassRate as RateOfContestant } from '../../../../shared/contracts/index.ts'
import type { Arena } from '../../../arenas/index.ts'
import type { Deps } from '../../../platform/deps.ts'
import { selectCheckResults } from './queries.ts'
import type { CheckResultRow } from './queries.ts'
import { wilsonInterval } from '../../../../shared/stats/index.ts'

/**
 * How many answers of each contestant passed each check, run by run, with Wilson's interval. It also says whether the
 * pass rate reached the one that the check required at that time. Results of answers that were replaced since are not
 * included.
 */
export async function checksReport(
  { db }: Pick<Deps, 'db'>,
  { id, slug }: Pick<Arena, 'id' | 'slug'>,
): Promise<ChecksReport> {
  const results = await selectCheckResults(db, id)
  const checks = [...Map.groupBy(results, ({ name }) => name)].map(([name, rows]) => ({
    name,
    active: rows[0].active,
    runs: [...Map.groupBy(rows, ({ run, sha256 }) => `${run} ${sha256}`).values()].map(inRun),
  }))
  return { arena: slug, checks }
}

function inRun(rows: CheckResultRow[]): ChecksReport['checks'][number]['runs'][number] {
  const { run, startedAt, sha256, mustPass } = rows[0]
  return {
    run,
    startedAt: startedAt.toISOString(),
    sha256,
    mustPass,
    contestants: rows.map(({ contestant, passed }) => ({
      contestant,
      ...passRateOf(passed, mustPass ?? undefined),
    })),
  }
}

/** How many answers of a contestant pass a check in one run. Shown beside the rating, never part of it. */
type PassRate = Omit<RateOfContestant, 'contestant'>

/** @param mustPass  the smallest share that must pass, 0 to 1 */
export function passRateOf(results: Iterable<boolean | null>, mustPass?: number): PassRate {
  const counts = { passed: 0, failed: 0, notMade: 0 }
  for (const passed of results) counts[passed === null ? 'notMade' : passed ? 'passed' : 'failed']++
  const total = counts.passed + counts.failed
  const share = total > 0 ? counts.passed / total : null
  return {
    ...counts,
    share,
    interval: wilsonInterval(counts.passed, total),
    met: share === null || mustPass === undefined ? null : share >= mustPass,
  }
}
