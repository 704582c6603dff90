import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/schema.ts'

/** What an invited person said on a pair of answers. `one` is the contestant with the lower id, wherever it was shown. */
export interface Said {
  criterion: string
  promptId: number
  /** The pair of answers: the same text for the same pair. */
  pair: string
  voter: string
  name: string
  group: string | null
  said: 'one' | 'other' | 'tie'
}

/** The counted votes of invited people on pairs of answers that at least two of them decided. */
export async function selectSaid(db: Kysely<Database>, arenaId: number): Promise<Said[]> {
  const { rows } = await sql<Said>`
    with said as (
      select b.criterion, b.prompt_id as "promptId",
        least(b.left_answer_id, b.right_answer_id) || ' ' || greatest(b.left_answer_id, b.right_answer_id) as pair,
        v.voter, w.group_name as "group",
        coalesce(i.name || case when i.seats is null then '' else ' ' ||
          (select count(*) from invited_voters o where o.arena_id = w.arena_id and o.invitation_id = w.invitation_id
            and (o.opened_at, o.voter) <= (w.opened_at, w.voter)) end, w.voter) as name,
        case when v.outcome in ('tie', 'both_bad') then 'tie'
          when (v.outcome = 'left') = (b.left_contestant_id < b.right_contestant_id) then 'one' else 'other' end as said
      from invited_voters w
      join counted_votes(${arenaId}, null) v on v.voter = w.voter and v.source = 'human'
      join battles b on b.arena_id = v.arena_id and b.id = v.battle_id and b.left_answer_id is not null
      left join invitations i on i.arena_id = w.arena_id and i.id = w.invitation_id
      where w.arena_id = ${arenaId})
    select * from (select s.*, count(*) over (partition by criterion, pair) as people from said s) counted
    where people > 1 order by criterion, pair, voter`.execute(db)
  return rows
}
