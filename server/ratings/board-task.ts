import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Publication } from '../platform/postgres/publishing.ts'
import type { ArenaView } from './arena-view.ts'
import { focusWarnings } from './focus-warnings.ts'
import { judgingWarnings } from './judging-warnings.ts'
import type { BoardTask } from './rating-thread.ts'
import { type Kysely, sql } from 'kysely'
import type { CheckSummary } from '../../shared/contracts/index.ts'
import type { Database } from '../platform/schema.ts'

/** What the rating thread needs for a full board of a view that is not tracked, with all that votes do not say. */
export async function boardTask(
  deps: Pick<Deps, 'db' | 'clock'>,
  arena: Arena,
  view: ArenaView,
  { publication }: { publication: Publication | null },
): Promise<BoardTask> {
  return {
    slug: arena.slug,
    view,
    isTracked: false,
    computedAt: deps.clock(),
    preview: null,
    judging: {
      warnings: [
        ...(await judgingWarnings(deps.db, arena.id, { ...view, publication })),
        ...(await focusWarnings(deps.db, arena.id, view.source)),
      ],
      checks: await selectChecksByContestant(deps.db, arena.id),
    },
    hasImportedVotes: await selectHasImportedVotes(deps.db, arena.id),
    voterCap: arena.settings.voterCap ?? null,
  }
}

/** By contestant, the results of the latest run of each check; contestants that were not checked are absent. */
async function selectChecksByContestant(
  db: Kysely<Database>,
  arenaId: number,
): Promise<Map<string, CheckSummary[]>> {
  const { rows } = await sql<{ name: string; checks: CheckSummary[] }>`
    select c.name, jsonb_agg(summary order by summaries.name) as checks
    from ${checkSummaries(arenaId)} as summaries
    join contestants c on c.arena_id = ${arenaId} and c.id = summaries.contestant_id
    group by c.name`.execute(db)
  return new Map(rows.map(({ name, checks }) => [name, checks]))
}

/** A summary for each contestant and each active check that was run on its answers. */
const checkSummaries = (arenaId: number) => sql`(
  -- once for each check: until Postgres has statistics, it may look for the latest run once for each result
  with latest as materialized (
    select k.name, k.sha256, k.spec, (select max(l.run_id) from check_results l
      join runs u on u.arena_id = l.arena_id and u.id = l.run_id and not u.plan ? 'only'
      where l.arena_id = k.arena_id and l.name = k.name and l.sha256 = k.sha256) as run_id
    from checks k where k.arena_id = ${arenaId} and k.active
  )
  select a.contestant_id, k.name, jsonb_strip_nulls(jsonb_build_object(
    'name', k.name, 'passed', count(*) filter (where r.passed), 'of', count(*) filter (where r.passed is not null),
    'mustPass', k.spec->'mustPass',
    'holds', avg(r.passed::int) >= (k.spec->>'mustPass')::float8)) as summary
  from latest k
  join check_results r on r.arena_id = ${arenaId} and r.run_id = k.run_id and r.name = k.name and r.sha256 = k.sha256
  join answers a on a.arena_id = r.arena_id and a.id = r.answer_id
  group by a.contestant_id, k.name, k.sha256, k.spec)`

/** Whether votes other than simulated ones were imported. */
export async function selectHasImportedVotes(db: Kysely<Database>, arenaId: number): Promise<boolean> {
  const vote = db
    .selectFrom('votes')
    .select('id')
    .where('arena_id', '=', arenaId)
    .where('import_key', 'is not', null)
    .where('source', '<>', 'simulated')
    // by the index of this order; otherwise Postgres may go through all votes of all arenas, for each board
    .orderBy('import_key')
  return (await vote.limit(1).executeTakeFirst()) !== undefined
}
