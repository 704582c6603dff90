import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Outcome, VoteSource } from '../../shared/contracts/index.ts'
import type { Database } from '../platform/schema.ts'
import { countedVotes } from '../votes/index.ts'
import type { VoteSelection } from '../votes/index.ts'

/** Ids of the two contestants; scores are those of the challenger. */
export interface Pair {
  challenger: number
  incumbent: number
}

export const selectNames = (
  db: Kysely<Database>,
  arenaId: number,
): Promise<{ id: number; name: string; slug: string }[]> =>
  db
    .selectFrom('contestants')
    .select(['id', 'name', 'slug'])
    .where('arena_id', '=', arenaId)
    .orderBy('name')
    .execute()

/** The prompts in use that both contestants have answered or can be asked to answer. */
export async function selectPromptsInUse(
  db: Kysely<Database>,
  arenaId: number,
  { challenger, incumbent }: Pair,
): Promise<{ id: number; category: string | null }[]> {
  const answers = (id: number) => sql`(
    exists (select from contestants c
      where c.arena_id = p.arena_id and c.id = ${id} and c.provider is not null and c.retired_at is null)
    or exists (select from answers a where a.arena_id = p.arena_id and a.contestant_id = ${id} and a.prompt_id = p.id))`
  const { rows } = await sql<{ id: number; category: string | null }>`
    select p.id, p.category from prompts p
    where p.arena_id = ${arenaId} and p.messages is not null and p.retired_at is null
      and ${answers(challenger)} and ${answers(incumbent)}`.execute(db)
  return rows
}

/** A vote on the two contestants, from the side of the challenger, or the result of a skipped pair. */
export interface SharedVote {
  /** Null for a skipped pair. */
  id: number | null
  criterion: string
  promptId: number | null
  category: string | null
  outcome: Outcome
  /** Whether the challenger was on the left. */
  isLeft: boolean
  inconsistent: boolean
  source: VoteSource
  /** The name of the judge; null if the vote is not a judge's. */
  judge: string | null
  /** Null for a judge, and for an imported vote whose voter nobody named. */
  voter: string | null
  recordedAt: Date
  /** The gating checks that an answer failed, for a skipped pair; null for a vote. */
  failedChecks: string[] | null
  /** Of a skipped pair: the ids of the challenger's and the incumbent's answer. */
  skippedAnswers?: [number, number]
}

const EVERYTHING = { criterion: null, category: null, since: null, before: null }

/** The counted votes of one source on the two contestants, in the order in which they were recorded. */
export const selectSharedVotes = (
  db: Kysely<Database>,
  arenaId: number,
  pair: Pair,
  of: Pick<VoteSelection, 'source' | 'judges' | 'publication'>,
): Promise<SharedVote[]> =>
  countedVotesOnPair(db, arenaId, pair, { ...EVERYTHING, ...of })
    .select(['v.id', 'b.criterion', 'b.prompt_id as promptId', 'p.category', 'v.outcome'])
    .select(sql<boolean>`b.left_contestant_id = ${pair.challenger}`.as('isLeft'))
    .select(['v.inconsistent', 'v.source'])
    .select(sql<string | null>`case when v.source = 'judge' then v.voter end`.as('judge'))
    .select(
      sql<string | null>`case when v.source <> 'judge' then nullif(v.voter, v.import_key) end`.as('voter'),
    )
    .select(['v.recorded_at as recordedAt', sql<null>`null`.as('failedChecks')])
    .orderBy('v.recorded_at')
    .orderBy('v.id')
    .execute()

/**
 * Finds the battles of the two first, as one list that is quick to search. Just after an import, Postgres has no
 * statistics, and would check the quarantine of every vote once for each contestant.
 */
function countedVotesOnPair(
  db: Kysely<Database>,
  arenaId: number,
  { challenger, incumbent }: Pair,
  selection: VoteSelection,
) {
  return countedVotes(db, arenaId, selection).where(
    sql<boolean>`v.battle_id = any (array(
      select id from battles where arena_id = ${arenaId}
        and ((left_contestant_id = ${challenger} and right_contestant_id = ${incumbent})
          or (left_contestant_id = ${incumbent} and right_contestant_id = ${challenger}))))`,
  )
}

/**
 * Failed judgements of the two contestants by the current versions of judges, by criterion.
 * @param judge  null for all judges
 */
export async function selectFailed(
  db: Kysely<Database>,
  arenaId: number,
  { challenger, incumbent }: Pair,
  judge: string | null,
): Promise<Map<string, number>> {
  const judges = (contestant: number) => sql`exists (select from answers a
    where a.arena_id = j.arena_id and a.id = any (j.answer_ids) and a.contestant_id = ${contestant})`
  const { rows } = await sql<{ criterion: string; failed: number }>`
    select criterion, count(*)::int as failed
    from judgements j
    join judge_versions v on v.arena_id = j.arena_id and v.id = j.judge_version_id
    join judges g on g.arena_id = v.arena_id and g.name = v.judge and g.version_sha256 = v.sha256
    cross join unnest(j.criteria) as criterion
    where j.arena_id = ${arenaId} and j.status = 'failed' and j.repeat = 0 and j.climb_epoch is null and ${judges(challenger)} and ${judges(incumbent)}
      and (${judge}::text is null or g.name = ${judge})
    group by criterion`.execute(db)
  return new Map(rows.map(({ criterion, failed }) => [criterion, failed]))
}

/** The share of each contestant's answers to a prompt that pass a check, from 0 to 1. */
export interface CheckedPrompt {
  name: string
  challenger: number
  incumbent: number
}

/** The latest results of the active checks for both contestants, prompt by prompt, if both have one. */
export async function selectChecked(
  db: Kysely<Database>,
  arenaId: number,
  { challenger, incumbent }: Pair,
): Promise<CheckedPrompt[]> {
  const { rows } = await sql<CheckedPrompt>`
    with latest as (
      select distinct on (r.name, r.answer_id) r.name, a.prompt_id, a.contestant_id, r.passed
      from check_results r
      join checks c on c.arena_id = r.arena_id and c.name = r.name and c.sha256 = r.sha256 and c.active
      join answers a on a.arena_id = r.arena_id and a.id = r.answer_id
      where r.arena_id = ${arenaId} and a.contestant_id in (${challenger}, ${incumbent})
      order by r.name, r.answer_id, r.run_id desc),
    rates as (
      select name, prompt_id, contestant_id, avg(passed::int)::float8 as passed from latest
      where passed is not null group by name, prompt_id, contestant_id)
    select o.name, o.passed as challenger, t.passed as incumbent
    from rates o join rates t on t.name = o.name and t.prompt_id = o.prompt_id
    where o.contestant_id = ${challenger} and t.contestant_id = ${incumbent}
    order by o.name, o.prompt_id`.execute(db)
  return rows
}

export interface Spending {
  /** The number of prompts for which both values are known. */
  prompts: number
  challenger: number | null
  incumbent: number | null
}

/**
 * The mean cost or latency of each contestant, over the prompts for which both values are known. Several answers to a
 * prompt count with their mean.
 */
export async function selectSpending(
  db: Kysely<Database>,
  arenaId: number,
  { challenger, incumbent }: Pair,
  column: 'cost_usd' | 'latency_ms',
): Promise<Spending> {
  const means = (contestant: number) => sql`(
    select prompt_id, avg(${sql.ref(column)}) as mean from answers
    where arena_id = ${arenaId} and contestant_id = ${contestant} and ${sql.ref(column)} is not null
    group by prompt_id)`
  const { rows } = await sql<Spending>`
    select count(*)::int as prompts, avg(a.mean)::float8 as challenger, avg(z.mean)::float8 as incumbent
    from ${means(challenger)} a join ${means(incumbent)} z using (prompt_id)`.execute(db)
  return rows[0]
}
