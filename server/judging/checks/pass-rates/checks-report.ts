import type { ChecksReport } from '../../../../shared/contracts/index.ts'
import type { Arena } from '../../../arenas/index.ts'
import type { Deps } from '../../../platform/deps.ts'
import { passRateOf } from '../index.ts'
import { selectCheckResults } from './queries.ts'
import type { CheckResultRow } from './queries.ts'

/**
 * How many answers of each contestant passed each check, run by run, with Wilson's interval and whether the bar is
 * reached that the check had in that run. Answers that were made anew since are in no run any more.
 */
export async function checksReport(
  { db }: Pick<Deps, 'db'>,
  { id, slug }: Pick<Arena, 'id' | 'slug'>,
): Promise<ChecksReport> {
  const found = await selectCheckResults(db, id)
  const checks = [...Map.groupBy(found, ({ name }) => name)].map(([name, rows]) => ({
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
