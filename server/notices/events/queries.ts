import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type {
  Board,
  JudgesReport,
  ScheduledComparison,
  WireMessage,
} from '../../../shared/contracts/index.ts'
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
  /** The snapshot in which they were counted. */
  seen_in: string
  last_at: Date
}

/**
 * The votes of each arena that went into quarantine after `since` and that its last notice did not see. Arenas with a
 * notice after `before` are left out. A notice is of a snapshot, so no transaction that ends late is passed over.
 */
export async function selectQuarantined(
  db: Kysely<Database>,
  since: Date,
  before: Date,
): Promise<Quarantined[]> {
  const { rows } = await sql<Quarantined>`
    select q.arena_id, a.title, count(distinct q.vote_id)::int as votes,
      pg_current_snapshot()::text as seen_in, max(q.at) as last_at
    from quarantines q join arenas a on a.id = q.arena_id
    left join lateral (
      select n.subject::pg_snapshot as seen, n.found_at from notices n
      where n.arena_id = q.arena_id and n.kind = 'votes_quarantined'
      order by n.found_at desc limit 1) n on true
    where not q.released and q.at >= ${since}
      and (n.seen is null or (n.found_at <= ${before}
        -- a restored database may be of a server with other transaction numbers
        and (q.at > n.found_at or not pg_visible_in_snapshot(q.txid, n.seen))))
    group by q.arena_id, a.title`.execute(db)
  return rows
}

export interface TrackedBoard {
  arena_id: number
  title: string
  view_key: string
  source: string
  criterion: string
  winner: string | null
  declared: Board['declaredSince'] | null
  computed_at: Date
}

/** The newest full board of each tracked view of people, all judges or results, computed after a moment. */
export async function selectTrackedBoards(db: Kysely<Database>, after: Date): Promise<TrackedBoard[]> {
  const { rows } = await sql<TrackedBoard>`
    select n.arena_id, a.title, n.view_key, n.view_key::jsonb ->> 0 as source,
      coalesce(n.view_key::jsonb ->> 1, a.criteria[1]) as criterion, b.board ->> 'winner' as winner,
      b.board -> 'declaredSince' as declared, n.computed_at
    from (
      select distinct on (arena_id, view_key) * from snapshots
      where kept and not preview and computed_at > ${after}
      order by arena_id, view_key, id desc) n
    join arenas a on a.id = n.arena_id cross join lateral (select n.board::jsonb as board) b
    where n.view_key::jsonb ->> 0 in ('humans', 'judges', 'all')`.execute(db)
  return rows
}

interface FallenGate {
  arena_id: number
  title: string
  id: number
  entry: string
  result: ScheduledComparison
  ended_at: Date
}

/**
 * Scheduled comparisons that ended after a moment with a gate that fell: the last decided comparison of the same two
 * contestants by the same entry, if there is one, had not said so.
 */
export async function selectFallenGates(db: Kysely<Database>, since: Date): Promise<FallenGate[]> {
  const { rows } = await sql<FallenGate>`
    select d.arena_id, a.title, d.id, d.entry, d.result, d.ended_at from (
      select *, result ->> 'verdict' as verdict, lag(result ->> 'verdict') over (
        partition by arena_id, entry, result ->> 'current', result ->> 'shipped' order by due_at) as before
      from schedule_occurrences
      where does = 'compare' and result ->> 'verdict' in ('ship', 'do_not_ship')) d
    join arenas a on a.id = d.arena_id
    where d.verdict = 'do_not_ship' and d.before is distinct from 'do_not_ship' and d.ended_at >= ${since}
    order by d.ended_at`.execute(db)
  return rows
}

interface FailedEntry {
  arena_id: number
  title: string
  id: number
  entry: string
  finding: WireMessage
  ended_at: Date
}

/** Scheduled entries that could not do their work, after a moment. */
export async function selectFailedEntries(db: Kysely<Database>, since: Date): Promise<FailedEntry[]> {
  const { rows } = await sql<FailedEntry>`
    select s.arena_id, a.title, s.id, s.entry, s.finding, s.ended_at
    from schedule_occurrences s join arenas a on a.id = s.arena_id
    where s.state = 'failed' and s.ended_at >= ${since} order by s.ended_at`.execute(db)
  return rows
}

interface StoredReport {
  arena_id: number
  title: string
  report: JudgesReport
  tried_at: Date
}

/** The last evaluation of the judges of each arena. */
export async function selectReports(db: Kysely<Database>): Promise<StoredReport[]> {
  const { rows } = await sql<StoredReport>`
    select t.arena_id, a.title, t.report, t.tried_at
    from trials t join arenas a on a.id = t.arena_id`.execute(db)
  return rows
}
