/** Pass rates: the results of checks by run and contestant. Shown beside ratings, never part of them. */
import type { ChecksReport, PassRate as RateOfContestant } from '../../../shared/contracts/index.ts'
import type { Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { wilsonInterval } from '../../../shared/stats/index.ts'
import { queryRows } from '../../platform/postgres/query.ts'
import type { Db } from '../../platform/schema.ts'

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
      ...passRate(passed, mustPass ?? undefined),
    })),
  }
}

/** How many answers of a contestant pass a check in one run. Shown beside the rating, never part of it. */
type PassRate = Omit<RateOfContestant, 'contestant'>

/** @param mustPass  the smallest share that must pass, 0 to 1 */
export function passRate(results: Iterable<boolean | null>, mustPass?: number): PassRate {
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

/** The results of one check for one contestant's answers in one run. */
interface CheckResultRow {
  name: string
  sha256: string
  active: boolean
  mustPass: number | null
  run: number
  startedAt: Date
  contestant: string
  /** One for each answer; null if the check could not be made. */
  passed: (boolean | null)[]
}

/** Ordered by check, run and contestant. Runs of a part of the arena are left out: they check only a few answers. */
const selectCheckResults = (db: Db, arenaId: number): Promise<CheckResultRow[]> =>
  queryRows<CheckResultRow>(db)`
    select k.name, k.sha256, (select bool_or(o.active) from checks o where o.arena_id = k.arena_id and o.name = k.name) as active,
      (k.spec->>'mustPass')::float8 as "mustPass", r.run_id as run, u.started_at as "startedAt", c.name as contestant,
      array_agg(r.passed order by r.answer_id) as passed
    from checks k
    join check_results r on r.arena_id = k.arena_id and r.name = k.name and r.sha256 = k.sha256
    join runs u on u.arena_id = r.arena_id and u.id = r.run_id and not u.plan ? 'only'
    join answers a on a.arena_id = r.arena_id and a.id = r.answer_id
    join contestants c on c.arena_id = a.arena_id and c.id = a.contestant_id
    where k.arena_id = ${arenaId}
    group by k.arena_id, k.name, k.sha256, k.spec, r.run_id, u.started_at, c.name
    order by k.name, r.run_id, k.sha256, c.name`
