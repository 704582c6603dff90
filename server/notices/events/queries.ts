import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '../../platform/schema.ts'

interface SpentBudget {
  arena_id: number
  title: string
  run: number
  budget: number
  spent: number
  ended_at: Date
}

/** Runs that reached their budget after a moment, and wait for a higher one. */
export async function selectSpentBudgets(db: Kysely<Database>, since: Date): Promise<SpentBudget[]> {
  const { rows } = await sql<SpentBudget>`
    select r.arena_id, a.title, r.id as run, r.budget_usd as budget, r.spent_usd as spent, r.ended_at
    from runs r join arenas a on a.id = r.arena_id
    where r.status = 'budget_reached' and r.budget_usd is not null
      and r.ended_at >= ${since}
    order by r.ended_at`.execute(db)
  return rows
}

interface Quarantined {
  arena_id: number
  title: string
  votes: number
  /** The last transaction that is counted, as text of even length, so that texts are ordered as the numbers are. */
  until: string
  last_at: Date
}

/**
 * The votes of each arena that went into quarantine after `since` and after its last notice. Arenas with a notice after `before` are left
 * out. Counted are transactions before the oldest one under way, so that none is passed over.
 */
export async function selectQuarantined(
  db: Kysely<Database>,
  since: Date,
  before: Date,
): Promise<Quarantined[]> {
  const { rows } = await sql<Quarantined>`
    select q.arena_id, a.title, count(distinct q.vote_id)::int as votes,
      lpad(max(q.txid)::text, 20, '0') as until, max(q.at) as last_at
    from quarantines q join arenas a on a.id = q.arena_id
    left join lateral (
      select max(n.subject) as until, max(n.found_at) as found_at from notices n
      where n.arena_id = q.arena_id and n.kind = 'votes_quarantined') n on true
    where not q.released and q.at >= ${since}
      and lpad(q.txid::text, 20, '0') > coalesce(n.until, '')
      and q.txid < pg_snapshot_xmin(pg_current_snapshot())
      and (n.found_at is null or n.found_at <= ${before})
    group by q.arena_id, a.title`.execute(db)
  return rows
}
