/** The board of a view from the published votes: the one way to each board that a process serves, stores or shows of the past. */
import { sql, type RawBuilder } from 'kysely'
import {
  PEOPLE,
  judgeOfSource,
  viewKey,
  type BoardContestant,
  type CheckSummary,
  type Warning,
} from '../../shared/contracts/index.ts'
import { msg, warning } from '../../shared/messages/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Publication } from '../platform/postgres/publishing.ts'
import type { Db } from '../platform/schema.ts'
import { runsWebAnswers } from '../battles/index.ts'
import { countedVotes, type VoteSelection } from '../votes/index.ts'
import type { BoardRequest, ComputedBoard } from './rating-thread.ts'
import { parseViewDate, type ArenaView } from './view.ts'
import { queryRows, requireRow, requireValue } from '../platform/postgres/query.ts'

interface Wanted {
  publication: Publication | null
  /** The last day, in UTC, whose votes count. By default all do. */
  until?: string
}

/** Computes the board of a view from the votes in memory. `recountBoard` computes the same from the database alone. */
export async function board(
  deps: Deps,
  arena: Arena,
  requestedView: ArenaView,
  { publication, until }: Wanted,
): Promise<ComputedBoard & { computedAt: Date }> {
  const view = until === undefined ? requestedView : untilDay(requestedView, until)
  const computedAt = deps.clock()
  const computed = await deps.services.boards.ask('board', arena.id, publication, {
    slug: arena.slug,
    view,
    computedAt,
    ...(await boardFacts(deps.db, arena, view, publication)),
  })
  return { ...computed, computedAt }
}

function untilDay(view: ArenaView, day: string): ArenaView {
  const dated = { ...view, to: day, before: parseViewDate(day, 1) }
  return { ...dated, key: viewKey(dated) }
}

/** What a board says that votes do not. */
export async function boardFacts(
  db: Db,
  arena: Arena,
  view: ArenaView,
  publication: Publication | null,
): Promise<Pick<BoardRequest, 'judging' | 'voterCap'>> {
  return {
    judging: {
      warnings: [
        ...(await judgingWarnings(db, arena.id, { ...view, publication })),
        ...((await hasFocusedDraws(db, arena.id, view.source)) ? [warning(msg('focused_draws'))] : []),
      ],
      checks: await selectChecksByContestant(db, arena.id),
      failures: await selectFailures(db, arena.id, view),
    },
    voterCap: arena.settings.voterCap ?? null,
  }
}

/** By contestant, the results of the latest run of each check; contestants that were not checked are absent. */
async function selectChecksByContestant(db: Db, arenaId: number): Promise<Map<string, CheckSummary[]>> {
  const rows = await queryRows<{ name: string; checks: CheckSummary[] }>(db)`
    select c.name, jsonb_agg(summary order by summaries.name) as checks
    from ${checkSummaries(arenaId)} as summaries
    join contestants c on c.arena_id = ${arenaId} and c.id = summaries.contestant_id
    group by c.name`
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
export async function selectHasImportedVotes(db: Db, arenaId: number): Promise<boolean> {
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

/** Warnings about judging: failed judgements, pairs left out by checks, and judges with votes of several versions. */
async function judgingWarnings(db: Db, arenaId: number, view: VoteSelection): Promise<Warning[]> {
  const { source } = view
  if (!countsJudges(source)) return []
  const warnings: Warning[] = []
  const failed = await selectFailedJudgements(db, arenaId, view)
  if (failed.length > 0) {
    const count = failed.reduce((sum, failure) => sum + failure.count, 0)
    warnings.push(warning(msg('failed_judgements', { count, causes: failed }), { count }))
  }
  const skippedPairs = await countSkippedPairs(db, arenaId, view)
  if (skippedPairs > 0)
    warnings.push(
      warning(msg('votes_left_out_by_checks', { votes: skippedPairs }), {
        kind: 'left_out_by_checks',
        count: skippedPairs,
      }),
    )
  const mixed = (await hasSeveralVersions(db, arenaId))
    ? await selectMixed(db, arenaId, view, 'judge_version_id')
    : []
  if (mixed.length > 0)
    warnings.push(warning(msg('judge_versions', { judges: mixed }), { count: mixed.length }))
  const served = (await hasSeveralServed(db, arenaId))
    ? await selectMixed(db, arenaId, view, 'served_model')
    : []
  if (served.length > 0)
    warnings.push(warning(msg('served_models', { judges: served }), { count: served.length }))
  const { judgements, of } = await judgedBySource(db, arenaId, view)
  if (judgements > 0) warnings.push(warning(msg('source_read', { judgements, of }), { count: judgements }))
  return warnings
}

/** How many judgements of a view had no picture of a page that people see run, and of how many. */
async function judgedBySource(
  db: Db,
  arenaId: number,
  view: VoteSelection,
): Promise<{ judgements: number; of: number }> {
  const runs = db.selectFrom('arenas').select('id').where('id', '=', arenaId).where(runsWebAnswers)
  if ((await runs.executeTakeFirst()) === undefined) return { judgements: 0, of: 0 }
  return countedVotes(db, arenaId, view)
    .innerJoin('judgements as j', (join) =>
      join.onRef('j.arena_id', '=', 'b.arena_id').onRef('j.id', '=', 'b.judgement_id'),
    )
    .select([
      sql<number>`(count(distinct j.id) filter (where j.read_source is not false))::int`.as('judgements'),
      sql<number>`count(distinct j.id)::int`.as('of'),
    ])
    .executeTakeFirstOrThrow()
}

/** By contestant, what of a view was given up; contestants without any are absent. Prompts that were answered later do not count. */
async function selectFailures(
  db: Db,
  arenaId: number,
  { source, criterion, category }: Pick<VoteSelection, 'source' | 'criterion' | 'category'>,
): Promise<Map<string, NonNullable<BoardContestant['failed']>>> {
  const judge = judgeOfSource(source)
  const countsJudgements = countsJudges(source)
  const rows = await queryRows<{ name: string; judgements: number; answers: number }>(db)`
    with failed as (
      select a.contestant_id, 1 as judgements, 0 as answers
      from judgements j
      join judge_versions v on v.arena_id = j.arena_id and v.id = j.judge_version_id
      join prompts p on p.arena_id = j.arena_id and p.id = j.prompt_id
      join answers a on a.arena_id = j.arena_id and a.id = any (j.answer_ids)
      where ${countsJudgements} and ${failedIn(arenaId)}
        and (${judge}::text is null or v.judge = ${judge})
        and (${criterion}::text is null or ${criterion} = any (j.criteria))
        and (${category}::text is null or p.category = ${category})
      union all
      select distinct on (c.contestant_id, c.prompt_id) c.contestant_id, 0, 1
      from calls c
      join prompts p on p.arena_id = c.arena_id and p.id = c.prompt_id
      where c.arena_id = ${arenaId} and c.gave_up and c.purpose = 'answer'
        and (${category}::text is null or p.category = ${category})
        and not exists (select from answers a
          where a.arena_id = c.arena_id and a.prompt_id = c.prompt_id and a.contestant_id = c.contestant_id)
    )
    select n.name, sum(f.judgements)::int as judgements, sum(f.answers)::int as answers
    from failed f join contestants n on n.arena_id = ${arenaId} and n.id = f.contestant_id
    group by n.name`
  return new Map(rows.map(({ name, ...failed }) => [name, failed]))
}

const failedIn = (arenaId: number) =>
  sql`j.arena_id = ${arenaId} and j.status = 'failed' and j.climb_epoch is null and not j.live and j.cause <> 'superseded'`

/**
 * How many judgements of a view failed for good, by the first word of the cause.
 * @param contestantId  only the judgements with an answer of this contestant; null: all
 */
export async function selectFailedJudgements(
  db: Db,
  arenaId: number,
  { source, criterion, category }: Pick<VoteSelection, 'source' | 'criterion' | 'category'>,
  contestantId: number | null = null,
): Promise<{ cause: string; count: number }[]> {
  const judge = judgeOfSource(source)
  return queryRows<{ cause: string; count: number }>(db)`
    select split_part(j.cause, ':', 1) as cause, count(*)::int as count
    from judgements j
    join judge_versions v on v.arena_id = j.arena_id and v.id = j.judge_version_id
    join prompts p on p.arena_id = j.arena_id and p.id = j.prompt_id
    where ${failedIn(arenaId)}
      and (${contestantId}::integer is null or j.answer_ids && array(select a.id from answers a
        where a.arena_id = ${arenaId} and a.contestant_id = ${contestantId}))
      and (${judge}::text is null or v.judge = ${judge})
      and (${criterion}::text is null or ${criterion} = any (j.criteria))
      and (${category}::text is null or p.category = ${category})
    group by 1 order by 2 desc, 1`
}

/** The number of judges' votes that a view lacks because an answer failed a gating check. */
async function countSkippedPairs(
  db: Db,
  arenaId: number,
  { source, criterion, category }: Pick<VoteSelection, 'source' | 'criterion' | 'category'>,
): Promise<number> {
  const judge = judgeOfSource(source)
  return requireValue<number>(db)`
    select count(*)::int as count from skipped_pairs l
    join prompts p on p.arena_id = l.arena_id and p.id = l.prompt_id
    where l.arena_id = ${arenaId} and l.counted_at is not null
      and (${judge}::text is null or l.judge = ${judge})
      and (${criterion}::text is null or l.criterion = ${criterion})
      and (${category}::text is null or p.category = ${category})`
}

/** Whether any judge of the arena has several versions; if not, no votes need to be read. */
async function hasSeveralVersions(db: Db, arenaId: number): Promise<boolean> {
  const several = db
    .selectFrom('judge_versions')
    .select('judge')
    .where('arena_id', '=', arenaId)
    .groupBy('judge')
    .having((eb) => eb.fn.countAll(), '>', 1)
  return (await several.limit(1).executeTakeFirst()) !== undefined
}

/** Whether replies named several models for any judge version; if not, no votes need to be read. */
async function hasSeveralServed(db: Db, arenaId: number): Promise<boolean> {
  // the index answers both ends without reading all judgements
  const end = (which: 'min' | 'max') => sql`(
    select ${sql.raw(which)}(j.served_model) from judgements j
    where j.arena_id = v.arena_id and j.judge_version_id = v.id)`
  const { rows } = await sql`
    select from judge_versions v where v.arena_id = ${arenaId} and ${end('min')} <> ${end('max')} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** The judges of which a view counts votes of several versions, or of several models that one version was served by. */
async function selectMixed(
  db: Db,
  arenaId: number,
  selection: VoteSelection,
  mixed: 'judge_version_id' | 'served_model',
): Promise<string[]> {
  const rows = await countedVotes(db, arenaId, selection)
    .innerJoin('judgements as j', (join) =>
      join.onRef('j.arena_id', '=', 'b.arena_id').onRef('j.id', '=', 'b.judgement_id'),
    )
    .select('v.voter')
    .distinct()
    .groupBy(mixed === 'served_model' ? ['v.voter', 'j.judge_version_id'] : ['v.voter'])
    .having((eb) => eb.fn.count(`j.${mixed}`).distinct(), '>', 1)
    .orderBy('v.voter')
    .execute()
  return rows.map(({ voter }) => voter)
}

/** SQL: whether the row of `runs` may have ended by what it showed: one of two contestants, or a tournament. */
export const mayEndByResults = sql<boolean>`(plan ? 'only' or plan ? 'inStages')`

/** Whether any pair of the votes of a source was drawn with focus. */
export async function hasFocusedDraws(db: Db, arenaId: number, source: string): Promise<boolean> {
  const { people, judges } = await selectFocused(db, arenaId)
  const countsPeople = [PEOPLE, 'all', 'live'].includes(source)
  return (people && countsPeople) || (judges && countsJudges(source))
}

const countsJudges = (source: string | null): boolean =>
  source !== null && (['judges', 'all'].includes(source) || judgeOfSource(source) !== null)

/** Whether people's pairs and judges' pairs were drawn with focus. */
const selectFocused = (db: Db, arenaId: number): Promise<{ people: boolean; judges: boolean }> =>
  requireRow<{ people: boolean; judges: boolean }>(db)`select
    exists (select from battles b where b.arena_id = ${arenaId} and b.pair_probability is not null
      and b.origin in ('page', 'calibration', 'live')) or ${hasImported(sql`<>`, arenaId)} as people,
    exists (select from judgements where arena_id = ${arenaId} and pair_probability is not null)
      or ${hasImported(sql`=`, arenaId)} as judges`

/** Whether imported votes of judges, or of others, say how their pairs were drawn. */
const hasImported = (isJudge: RawBuilder<unknown>, arenaId: number) => sql`exists (
  select from battles b join votes v on v.arena_id = b.arena_id and v.battle_id = b.id
  where b.arena_id = ${arenaId} and b.pair_probability is not null and b.origin = 'import'
    and v.source ${isJudge} 'judge')`
