import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { WireMessage } from '../../../shared/contracts/index.ts'
import type { NewLeak } from '../../answers/index.ts'
import type { Database } from '../../platform/schema.ts'

/** A leak with what is needed to hold it again. */
export interface KnownLeak extends NewLeak {
  id: number
  isReleased: boolean
  /** The same text has an open leak. */
  isOpenAgain: boolean
}

export async function selectLeaksById(
  trx: Transaction<Database>,
  arenaId: number,
  ids: readonly number[],
): Promise<KnownLeak[]> {
  const { rows } = await sql<KnownLeak>`
    select l.id, l.answer_id, l.prompt_id, l.found, l.reason, l.finding, l.released_at is not null as "isReleased",
      exists (select from leaks o where o.arena_id = l.arena_id and o.released_at is null
        and (o.answer_id, o.prompt_id) is not distinct from (l.answer_id, l.prompt_id)) as "isOpenAgain"
    from leaks l where l.arena_id = ${arenaId} and l.id = any (${ids}::bigint[]) order by l.id`.execute(trx)
  return rows
}

export interface LeakRow {
  id: number
  contestant: string | null
  prompt: string
  sample: number | null
  found: string
  reason: string
  finding: WireMessage
  at: Date
  votes: number
  releasedAt: Date | null
  releasedBy: 'operator' | 'rules' | null
  releasedBecause: string | null
}

/** The newest leak of each text, newest first; one more than requested, to see whether there are more. */
export async function selectLeaks(
  db: Kysely<Database>,
  arenaId: number,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<LeakRow[]> {
  const { rows } = await sql<LeakRow>`
    with latest as (
      select distinct on (answer_id, prompt_id) * from leaks where arena_id = ${arenaId}
      order by answer_id, prompt_id, id desc)
    select l.id, c.name as contestant, p.key as prompt, a.sample, l.found, l.reason, l.finding, l.at,
      (select count(distinct q.vote_id)::int from quarantines q where q.arena_id = l.arena_id and q.leak_id = l.id) as votes,
      l.released_at as "releasedAt", l.released_by as "releasedBy", l.released_because as "releasedBecause"
    from latest l
    left join answers a on a.arena_id = l.arena_id and a.id = l.answer_id
    left join contestants c on c.arena_id = a.arena_id and c.id = a.contestant_id
    join prompts p on p.arena_id = l.arena_id and p.id = coalesce(l.prompt_id, a.prompt_id)
    where ${before ?? null}::bigint is null or l.id < ${before ?? null}
    order by l.id desc limit ${limit + 1}`.execute(db)
  return rows
}
