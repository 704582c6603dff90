import { type Kysely, sql } from 'kysely'
import { judgeIn, type Warning } from '../../shared/contracts/index.ts'
import { MAJORITY, POWERED } from '../../shared/votes/majority.ts'
import { msg, warning } from '../../shared/messages/index.ts'
import type { Database } from '../platform/schema.ts'
import { type VoteSelection, countedVotes } from '../votes/index.ts'

/** Warnings about judging: failed judgements, pairs left out by checks, and judges with votes of several versions. */
export async function judgingWarnings(
  db: Kysely<Database>,
  arenaId: number,
  view: VoteSelection,
): Promise<Warning[]> {
  const { source } = view
  const isOfJudges =
    source === 'judges' || source === MAJORITY || source === POWERED || judgeIn(source) !== null
  if (source !== 'all' && !isOfJudges) return []
  const warnings: Warning[] = []
  const failed = await selectFailedJudgements(db, arenaId, view)
  if (failed.length > 0) {
    const count = failed.reduce((sum, one) => sum + one.count, 0)
    warnings.push(warning(msg('failed_judgements', { count, causes: failed }), { count }))
  }
  // checks never exclude people's votes
  const leftOut = source === POWERED ? 0 : await countLeftOutOf(db, arenaId, view)
  if (leftOut > 0)
    warnings.push(
      warning(msg('votes_left_out_by_checks', { votes: leftOut }), {
        kind: 'left_out_by_checks',
        count: leftOut,
      }),
    )
  const mixed = (await hasSeveralVersions(db, arenaId)) ? await selectMixedVersions(db, arenaId, view) : []
  if (mixed.length > 0)
    warnings.push(warning(msg('judge_versions', { judges: mixed }), { count: mixed.length }))
  const served = (await hasSeveralServed(db, arenaId)) ? await selectMixedServed(db, arenaId, view) : []
  if (served.length > 0)
    warnings.push(warning(msg('served_models', { judges: served }), { count: served.length }))
  return warnings
}

/** How many judgements of a view failed for good, by the first word of the cause. */
async function selectFailedJudgements(
  db: Kysely<Database>,
  arenaId: number,
  { source, criterion, category }: Pick<VoteSelection, 'source' | 'criterion' | 'category'>,
): Promise<{ cause: string; count: number }[]> {
  const judge = judgeIn(source)
  const { rows } = await sql<{ cause: string; count: number }>`
    select split_part(j.cause, ':', 1) as cause, count(*)::int as count
    from judgements j
    join judge_versions v on v.arena_id = j.arena_id and v.id = j.judge_version_id
    join prompts p on p.arena_id = j.arena_id and p.id = j.prompt_id
    where j.arena_id = ${arenaId} and j.status = 'failed' and j.climb_epoch is null and j.cause <> 'superseded'
      and (${judge}::text is null or v.judge = ${judge})
      and (${criterion}::text is null or ${criterion} = any (j.criteria))
      and (${category}::text is null or p.category = ${category})
    group by 1 order by 2 desc, 1`.execute(db)
  return rows
}

/** The number of judges' votes that a view lacks because an answer failed a gating check. */
async function countLeftOutOf(
  db: Kysely<Database>,
  arenaId: number,
  { source, criterion, category }: Pick<VoteSelection, 'source' | 'criterion' | 'category'>,
): Promise<number> {
  const judge = judgeIn(source)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from left_out_pairs l
    join prompts p on p.arena_id = l.arena_id and p.id = l.prompt_id
    where l.arena_id = ${arenaId} and l.counted_at is not null
      and (${judge}::text is null or l.judge = ${judge})
      and (${criterion}::text is null or l.criterion = ${criterion})
      and (${category}::text is null or p.category = ${category})`.execute(db)
  return rows[0].count
}

/** Whether any judge of the arena has several versions; if not, no votes need to be read. */
async function hasSeveralVersions(db: Kysely<Database>, arenaId: number): Promise<boolean> {
  const several = db
    .selectFrom('judge_versions')
    .select('judge')
    .where('arena_id', '=', arenaId)
    .groupBy('judge')
    .having((eb) => eb.fn.countAll(), '>', 1)
  return (await several.limit(1).executeTakeFirst()) !== undefined
}

/** The judges that have counted votes of several versions in a view. */
async function selectMixedVersions(
  db: Kysely<Database>,
  arenaId: number,
  selection: VoteSelection,
): Promise<string[]> {
  const rows = await countedVotes(db, arenaId, selection)
    .innerJoin('judgements as j', (join) =>
      join.onRef('j.arena_id', '=', 'b.arena_id').onRef('j.id', '=', 'b.judgement_id'),
    )
    .select('v.voter')
    .groupBy('v.voter')
    .having((eb) => eb.fn.count('j.judge_version_id').distinct(), '>', 1)
    .orderBy('v.voter')
    .execute()
  return rows.map(({ voter }) => voter)
}

/** Whether replies named several models for any judge version; if not, no votes need to be read. */
async function hasSeveralServed(db: Kysely<Database>, arenaId: number): Promise<boolean> {
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

/** The judges of which a view counts votes by several models of one version. */
async function selectMixedServed(
  db: Kysely<Database>,
  arenaId: number,
  selection: VoteSelection,
): Promise<string[]> {
  const rows = await countedVotes(db, arenaId, selection)
    .innerJoin('judgements as j', (join) =>
      join.onRef('j.arena_id', '=', 'b.arena_id').onRef('j.id', '=', 'b.judgement_id'),
    )
    .select('v.voter')
    .groupBy(['v.voter', 'j.judge_version_id'])
    .having((eb) => eb.fn.count('j.served_model').distinct(), '>', 1)
    .orderBy('v.voter')
    .distinct()
    .execute()
  return rows.map(({ voter }) => voter)
}
