import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/schema.ts'

/** People's votes in table `v` that were not taken back. */
const standing = sql`v.source = 'human' and not exists (
  select from retractions t where t.arena_id = v.arena_id and t.vote_id = v.id)`

/** How many votes an invited voter cast, and all invited people of the arena. Votes taken back are not counted. */
export async function selectVotesOf(
  db: Kysely<Database>,
  arenaId: number,
  voter: string,
): Promise<{ own: number; all: number; goal: number | null }> {
  const { rows } = await sql<{ own: number; all: number; goal: number | null }>`
    select
      (select count(*)::int from votes v where v.arena_id = ${arenaId} and v.voter = ${voter} and ${standing}) as own,
      (select count(*)::int from invited_voters w join votes v on v.arena_id = w.arena_id and v.voter = w.voter
        where w.arena_id = ${arenaId} and ${standing}) as all,
      (select case when bool_and(i.goal is not null) then sum(i.goal * coalesce(i.seats, 1))::int end
        from invitations i where i.arena_id = ${arenaId} and i.withdrawn_at is null) as goal`.execute(db)
  return rows[0]
}

export interface InvitationRow {
  id: number
  name: string
  group: string | null
  seats: number | null
  goal: number | null
  madeAt: Date
  expiresAt: Date
  withdrawnAt: Date | null
  people: number
  browsers: number
  /** How many people cast the votes that were asked for. */
  complete: number
  votes: number
  quarantined: number
  lastVoteAt: Date | null
  voter: string | null
}

/** The invitations of an arena with what became of them, newest first; or one of them. */
export async function selectInvitations(
  db: Kysely<Database>,
  arenaId: number,
  only: readonly number[] | null = null,
): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    with counted as (
      select w.invitation_id, w.voter, w.browsers,
        count(v.id)::int as votes, max(v.cast_at) as last,
        count(v.id) filter (where not exists (
          select from counted_votes_in(${arenaId}, null) c where c.arena_id = v.arena_id and c.id = v.id))::int as quarantined
      from invited_voters w
      left join votes v on v.arena_id = w.arena_id and v.voter = w.voter and ${standing}
      where w.arena_id = ${arenaId} and w.invitation_id is not null
        and (${only}::integer[] is null or w.invitation_id = any (${only}::integer[]))
      group by w.invitation_id, w.voter, w.browsers)
    select i.id, i.name, i.group_name as group, i.seats, i.goal, i.made_at as "madeAt", i.expires_at as "expiresAt",
      i.withdrawn_at as "withdrawnAt", count(c.voter)::int as people, coalesce(sum(c.browsers), 0)::int as browsers,
      count(c.voter) filter (where c.votes >= i.goal)::int as complete, coalesce(sum(c.votes), 0)::int as votes,
      coalesce(sum(c.quarantined), 0)::int as quarantined, max(c.last) as "lastVoteAt",
      case when i.seats is null then max(c.voter) end as voter
    from invitations i left join counted c on c.invitation_id = i.id
    where i.arena_id = ${arenaId} and (${only}::integer[] is null or i.id = any (${only}::integer[]))
    group by i.arena_id, i.id order by i.id desc`.execute(db)
  return rows
}
