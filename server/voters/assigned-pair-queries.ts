/** Shared pairs that a number of people vote on: which one is next, and how far a group has come. */
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { OpenSharedPair } from './shared-pair-queries.ts'

/** Lets one transaction at a time give somebody in the arena a pair that needs votes. */
export async function lockAssigned(trx: Transaction<Database>, arenaId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(47470013, ${arenaId})`.execute(trx)
}

/** Whether battle `b` shows shared pair `s`. */
const showsPair = sql`b.arena_id = s.arena_id and b.criterion = s.criterion and b.prompt_id = s.prompt_id
  and least(b.left_contestant_id, b.right_contestant_id) = least(s.one_contestant_id, s.other_contestant_id)
  and greatest(b.left_contestant_id, b.right_contestant_id) = greatest(s.one_contestant_id, s.other_contestant_id)`

/** Whether battle `b` has a vote of a person that was not taken back. */
const isVotedOn = sql`exists (
  select from votes v where v.arena_id = b.arena_id and v.battle_id = b.id and v.source = 'human' and not exists (
    select from retractions t where t.arena_id = v.arena_id and t.vote_id = v.id))`

/** Whether battle `b` may still get a vote. */
const isOpen = (now: Date) => sql`b.expires_at > ${now} and not exists (
  select from votes v where v.arena_id = b.arena_id and v.battle_id = b.id)`

/** How many people of the group were shown pair `s` in a battle that counts for it. */
const people = (counts: ReturnType<typeof isOpen>) => sql<number>`(
  select count(distinct b.voter)::int from invited_voters o join battles b on b.arena_id = o.arena_id and b.voter = o.voter
  where o.arena_id = s.arena_id and o.group_name = s.group_name and ${showsPair} and (${counts}))`

/**
 * The first pairs of the voter's group, in the order in which they were drawn, that still need votes and that this voter
 * was not shown. A pair that somebody has before them now counts as voted on.
 */
export async function selectAssigned(
  db: Kysely<Database>,
  arenaId: number,
  { voter, criterion, now, most }: { voter: string; criterion: string; now: Date; most: number },
): Promise<OpenSharedPair[]> {
  const { rows } = await sql<OpenSharedPair>`
    select s.prompt_id as "promptId",
      jsonb_build_object('contestantId', s.one_contestant_id, 'answerId', s.one_answer_id) as one,
      jsonb_build_object('contestantId', s.other_contestant_id, 'answerId', s.other_answer_id) as other
    from invited_voters w
    join shared_pairs s on s.arena_id = w.arena_id and s.group_name = w.group_name and s.criterion = ${criterion}
    where w.arena_id = ${arenaId} and w.voter = ${voter} and s.votes_wanted is not null
      and not exists (select from battles b where b.voter = w.voter and b.arena_id = s.arena_id and b.prompt_id = s.prompt_id
        and least(b.left_contestant_id, b.right_contestant_id) = least(s.one_contestant_id, s.other_contestant_id)
        and greatest(b.left_contestant_id, b.right_contestant_id) = greatest(s.one_contestant_id, s.other_contestant_id))
      and ${people(sql`${isVotedOn} or ${isOpen(now)}`)} < s.votes_wanted
    order by s.id limit ${most}`.execute(db)
  return rows
}

/** How far a group has come with its pairs that a number of people vote on. */
export interface Assigned {
  pairs: number
  /** Pairs with all their votes. */
  complete: number
  votes: number
  wanted: number
}

/** By group; groups without such pairs are missing. @param group only this one */
export async function countAssigned(
  db: Kysely<Database>,
  arenaId: number,
  group: string | null = null,
): Promise<Map<string, Assigned>> {
  const { rows } = await sql<Assigned & { name: string }>`
    with counted as (
      select s.group_name, s.votes_wanted as wanted, least(${people(isVotedOn)}, s.votes_wanted) as votes
      from shared_pairs s where s.arena_id = ${arenaId} and s.votes_wanted is not null
        and (${group}::text is null or s.group_name = ${group}::text))
    select group_name as name, count(*)::int as pairs, count(*) filter (where votes = wanted)::int as complete,
      sum(votes)::int as votes, sum(wanted)::int as wanted
    from counted group by 1`.execute(db)
  return new Map(rows.map(({ name, ...rest }) => [name, rest]))
}
