import { sql, type RawBuilder } from 'kysely'
import type { ArenaLedger } from '../../shared/contracts/index.ts'
import { msg, type CodedMessage } from '../../shared/messages/index.ts'
import { recordAct } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import type { Db, Trx } from '../platform/schema.ts'
import { setBudget, type Arena } from '../arenas/index.ts'
import { requireRow, requireValue } from '../platform/postgres/query.ts'
import type { Closed } from '../platform/documents.ts'

/** Costs are sums of products. Two ways to compute the same cost may differ in the last digits. */
export const ROUNDING = 1e-9

/** Which budget of an arena has no room: that in all, or that of this day (UTC). */
export type ArenaBudget = 'all' | 'day'

const dayAt = (now: Date) => sql`(${now}::timestamptz at time zone 'utc')::date`

/** SQL: what the row of `ledgers` has spent in the day of this moment. */
const spentToday = (now: Date) => sql`case when l.day >= ${dayAt(now)} then l.day_spent_usd else 0 end`

/**
 * SQL of a statement that locks the ledgers of some arenas if their budgets have room, and returns `arena_id`. The caller
 * records calls of that cost in the same statement. They are reserved with it.
 * @param ledgerRows  rows with `arena_id`
 * @param usd  the most that the calls may cost together, in US dollars
 */
export const lockLedgersWithRoom = (ledgerRows: RawBuilder<unknown>, usd: number, now: Date) => sql`
  insert into ledgers as l (arena_id, day)
  select asked.arena_id, ${dayAt(now)} from ${ledgerRows} as asked
  where budget_against(asked.arena_id, 0, 0, ${usd}) is null
  on conflict (arena_id) do update set day = greatest(l.day, excluded.day), day_spent_usd = ${spentToday(now)}
    where budget_against(l.arena_id, l.spent_usd + l.reserved_usd, ${spentToday(now)} + l.reserved_usd, ${usd}) is null
  returning l.arena_id`

/** Which budget of an arena does not cover so much beside what is spent and reserved; null: both do. */
export const budgetReached = (db: Db, arenaId: number, usd: number, now: Date): Promise<ArenaBudget | null> =>
  requireValue<ArenaBudget | null>(db)`
    select budget_against(a.id, coalesce(l.spent_usd + l.reserved_usd, 0),
      coalesce(${spentToday(now)} + l.reserved_usd, 0), ${usd}) as budget
    from arenas a left join ledgers l on l.arena_id = a.id where a.id = ${arenaId}`

/** Pays at once for something that is no recorded call; a negative amount is given back. */
export const enterSpent = (db: Db, arenaId: number, usd: number, now: Date) =>
  sql`select enter_in_ledger(${arenaId}, 0, ${usd}, ${now}::timestamptz)`.execute(db)

/** What the arena has spent and reserved, and its budgets. */
export const selectLedger = (db: Db, arenaId: number, now: Date): Promise<ArenaLedger> =>
  requireRow<ArenaLedger>(db)`
    select (a.settings->>'budgetUsd')::float8 as "budgetUsd", (a.settings->>'budgetUsdPerDay')::float8 as "budgetUsdPerDay",
      coalesce(l.spent_usd, 0) as "spentUsd", coalesce(l.reserved_usd, 0) as "reservedUsd",
      coalesce(${spentToday(now)}, 0) as "todayUsd"
    from arenas a left join ledgers l on l.arena_id = a.id where a.id = ${arenaId}`

export const hasBudget = ({ budgetUsd, budgetUsdPerDay }: ArenaLedger): boolean =>
  budgetUsd !== null || budgetUsdPerDay !== null

/**
 * Raises the arena's budget in all by what it lacks for so much more. Only for operators who may.
 * @param usd  beside what is spent and reserved, in US dollars
 */
export async function raiseArenaBudget(
  trx: Trx,
  deps: Pick<Deps, 'actor' | 'clock'>,
  arenaId: number,
  usd: number,
): Promise<void> {
  const { budgetUsd, spentUsd, reservedUsd } = await selectLedger(trx, arenaId, deps.clock())
  // rounded up to a millionth
  const needed = Math.ceil((spentUsd + reservedUsd + usd) * (1 - ROUNDING) * 1e6) / 1e6
  if (budgetUsd === null || needed <= budgetUsd) return
  await setBudget(trx, arenaId, needed)
  await recordAct(trx, deps, arenaId, 'budget_changed', { budgetUsd: needed, budgetUsdBefore: budgetUsd })
}

/** The message that a budget of the arena is spent, with who can raise it; null: both have something left. */
export async function spentBudget(
  db: Db,
  { id, slug: arena }: Pick<Arena, 'id' | 'slug'>,
  now: Date,
): Promise<CodedMessage | null> {
  const { budgetUsd, budgetUsdPerDay, spentUsd, todayUsd } = await selectLedger(db, id, now)
  const isSpent = (spent: number, budget: number | null): budget is number =>
    budget !== null && spent >= budget * (1 - ROUNDING)
  if (isSpent(spentUsd, budgetUsd))
    return msg('arena_budget_spent', { arena, spent: spentUsd.toFixed(4), budget: budgetUsd, isToday: false })
  if (isSpent(todayUsd, budgetUsdPerDay))
    return msg('arena_budget_spent', {
      arena,
      spent: todayUsd.toFixed(4),
      budget: budgetUsdPerDay,
      isToday: true,
    })
  return null
}

/** Closes a contestant for live battles: no visitor is answered by it until an operator opens it again. */
export const noteClosed = (db: Db, arenaId: number, contestantId: number, why: Closed[string]) =>
  sql`update ledgers set closed = closed || ${JSON.stringify({ [contestantId]: why })}::jsonb
    where arena_id = ${arenaId}`.execute(db)

/** By contestant, since when and why it is closed for live battles. */
export async function contestantsClosedToLive(db: Db, arenaId: number): Promise<Closed> {
  const row = await db
    .selectFrom('ledgers')
    .select('closed')
    .where('arena_id', '=', arenaId)
    .executeTakeFirst()
  return row?.closed ?? {}
}

/** Lets visitors be answered by a contestant again. @returns whether it was closed */
export async function reopenContestant(trx: Trx, arenaId: number, contestantId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ledgers set closed = closed - ${String(contestantId)}::text
    where arena_id = ${arenaId} and closed ? ${String(contestantId)}::text`.execute(trx)
  return numAffectedRows === 1n
}
