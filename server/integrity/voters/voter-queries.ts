import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { AdminVoter } from '../../../shared/contracts/index.ts'
import type { Database } from '../../platform/schema.ts'

/** The newest votes of an arena that are read. */
const MOST_VOTES = 200_000

export type VoterRow = Omit<AdminVoter, 'lastVoteAt'> & { lastVoteAt: Date }

/**
 * Who voted on the page, the last first, with how often others said the same on the same pair of answers. A pair is
 * decided once by each voter, so the others on a pair are all but one of its votes.
 */
export async function selectVoters(db: Kysely<Database>, arenaId: number, most: number): Promise<VoterRow[]> {
  const { rows } = await sql<VoterRow>`
    with said as (
      select v.voter, v.cast_at, is_quarantined(v.arena_id, v.id, null) as held, b.criterion,
        least(b.left_answer_id, b.right_answer_id) || ' ' || greatest(b.left_answer_id, b.right_answer_id) as pair,
        case when v.outcome in ('tie', 'both_bad') then 'tie'
          when (v.outcome = 'left') = (b.left_answer_id < b.right_answer_id) then 'one' else 'other' end as choice
      from (select * from votes where arena_id = ${arenaId} and source = 'human' and import_key is null
        order by id desc limit ${MOST_VOTES}) v
      join battles b on b.arena_id = v.arena_id and b.id = v.battle_id and b.origin = 'page'
      where not exists (select from retractions t where t.arena_id = v.arena_id and t.vote_id = v.id)),
    choices as (select criterion, pair, choice, count(*) as votes from said where not held group by 1, 2, 3),
    pairs as (select criterion, pair, sum(votes) as votes from choices group by 1, 2),
    each as (
      select s.voter, count(*)::int as votes, (count(*) filter (where s.held))::int as quarantined,
        max(s.cast_at) as "lastVoteAt", coalesce(sum(p.votes - 1) filter (where not s.held), 0)::int as shared,
        coalesce(sum(c.votes - 1) filter (where not s.held), 0)::int as same
      from said s
      left join pairs p on p.criterion = s.criterion and p.pair = s.pair
      left join choices c on c.criterion = s.criterion and c.pair = s.pair and c.choice = s.choice
      group by s.voter)
    select e.*, w.group_name as "group",
      i.name || case when i.seats is null then '' else ' ' ||
        (select count(*) from invited_voters o where o.arena_id = w.arena_id and o.invitation_id = w.invitation_id
          and (o.opened_at, o.voter) <= (w.opened_at, w.voter)) end as name
    from each e
    left join invited_voters w on w.arena_id = ${arenaId} and w.voter = e.voter
    left join invitations i on i.arena_id = w.arena_id and i.id = w.invitation_id
    order by e."lastVoteAt" desc, e.voter limit ${most}`.execute(db)
  return rows
}
