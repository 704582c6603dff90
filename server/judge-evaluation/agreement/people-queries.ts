import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import type { Publication } from '../../platform/publication.ts'

type Outcome = 'left' | 'right' | 'tie'

/** Pairs of votes on the same two answers; `left` is the contestant with the lower id. */
export interface VotePairs {
  /** Of two voters, or of one voter who saw the pair again. */
  kind: 'voters' | 'again'
  one: Outcome
  other: Outcome
  /**
   * `count` counts pairs of votes. `pairs` counts pairs of answers; if one has several pairs of votes, each counts
   * for its share.
   */
  count: number
  pairs: number
}

const inFrame = (outcome: string, battle: string) => sql`case
  when ${sql.ref(outcome)} in ('tie', 'both_bad') then 'tie'
  when (${sql.ref(outcome)} = 'left') = (${sql.ref(`${battle}.left_contestant_id`)} < ${sql.ref(`${battle}.right_contestant_id`)})
  then 'left' else 'right' end`

/**
 * How often people agree: two voters on one pair of answers, and one voter on a pair shown again. Both orders of two
 * voters count half, because neither is the first.
 */
export async function selectVotePairs(
  db: Kysely<Database>,
  arenaId: number,
  publication: Publication | null,
): Promise<VotePairs[]> {
  const { rows } = await sql<VotePairs>`
    with standing as (
      select distinct on (b.criterion, b.prompt_id, low, high, v.voter) v.battle_id, b.criterion, b.prompt_id, least(b.left_contestant_id, b.right_contestant_id) as low,
        greatest(b.left_contestant_id, b.right_contestant_id) as high, v.voter, ${inFrame('v.outcome', 'b')} as said
      from counted_votes_in(${arenaId}, ${publication}) v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
      where v.source = 'human' and b.prompt_id is not null
      order by b.criterion, b.prompt_id, low, high, v.voter, v.id),
    counted as (
      select criterion, prompt_id, low, high, said, count(*) as votes, sum(count(*)) over (partition by criterion, prompt_id, low, high) as n
      from standing group by 1, 2, 3, 4, 5),
    two as (
      select 'voters' as kind, one.said as one, other.said as other,
        case when one.said = other.said then one.votes * (one.votes - 1) else one.votes * other.votes end as votes, one.n
      from counted one join counted other using (criterion, prompt_id, low, high) where one.n > 1)
    select kind, one, other, (sum(votes) / 2.0)::float8 as count, sum(votes / (n * (n - 1)))::float8 as pairs
    from two where votes > 0 group by 1, 2, 3
    union all
    select 'again', s.said, ${inFrame('l.outcome', 'r')}, count(*)::float8, count(*)::float8
    from second_looks l
    join battles r on r.arena_id = l.arena_id and r.id = l.battle_id
    join standing s on s.battle_id = r.repeat_of and s.voter = l.voter
    where l.arena_id = ${arenaId} and l.withdrawn_at is null and is_in(l.txid, (${publication}::publication).votes)
    group by 2, 3`.execute(db)
  return rows
}

export interface PeopleSums {
  voters: number
  votes: number
  /** Decided votes on battles shown here, where a coin chose the sides; `left` counts those for the left answer. */
  decided: number
  left: number
}

export async function selectPeople(
  db: Kysely<Database>,
  arenaId: number,
  publication: Publication | null,
): Promise<PeopleSums> {
  const { rows } = await sql<PeopleSums>`
    select count(distinct v.voter)::int as voters, count(*)::int as votes,
      (count(*) filter (where b.origin in ('page', 'calibration') and v.outcome in ('left', 'right')))::int as decided,
      (count(*) filter (where b.origin in ('page', 'calibration') and v.outcome = 'left'))::int as left
    from counted_votes_in(${arenaId}, ${publication}) v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
    where v.source = 'human'`.execute(db)
  return rows[0]
}
