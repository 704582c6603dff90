/**
 * What live battles may cost: in all, in a day, and for one visitor and one address in a day. The most that calls may cost
 * is reserved before they are made, in one transaction with the calls, so that no budget is ever exceeded.
 */
import { sql } from 'kysely'
import { liveLimits, type LiveSettings, type LiveTerms } from '../../shared/contracts/index.ts'
import { msg } from '../../shared/messages/index.ts'
import type { Deps } from '../platform/deps.ts'
import { sign } from '../platform/config/secrets.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Db, Trx } from '../platform/schema.ts'

/** Costs are sums; two ways to add them may differ in the last digits. */
const ROUNDING = 1e-9

export interface Payer {
  voter: string
  /** Null: this machine itself, which has no limit of its own. */
  network: string | null
}

type Budget = 'all' | 'day' | 'visitor' | 'address'

const dayOf = (now: Date) => now.toISOString().slice(0, 10)

/** The limits of an arena in US dollars. */
function limitsOf(settings: LiveSettings): Record<Budget, number> {
  const { budgetUsd, dailyUsd, visitorUsd, addressUsd } = liveLimits(settings)
  return { all: budgetUsd, day: dailyUsd, visitor: visitorUsd, address: addressUsd }
}

/** By budget, the row that counts for it. Who a visitor is and where from stays unknown to whoever reads the table. */
function scopesOf(secret: Buffer, { voter, network }: Payer, now: Date): Map<string, Budget> {
  const day = dayOf(now)
  const hidden = (who: string) => sign(secret, `live ${day} ${who}`).slice(0, 22)
  return new Map<string, Budget>([
    ['all', 'all'],
    [`day ${day}`, 'day'],
    [`visitor ${hidden(voter)}`, 'visitor'],
    ...(network === null ? [] : [[`address ${hidden(network)}`, 'address'] as const]),
  ])
}

/**
 * Reserves an amount in all budgets.
 * @returns the rows in which it is reserved
 * @throws {ProblemError} live_budget_reached, naming the budget that does not cover it
 */
export async function reserve(
  trx: Trx,
  { access, clock }: Pick<Deps, 'access' | 'clock'>,
  arenaId: number,
  settings: LiveSettings,
  payer: Payer,
  usd: number,
): Promise<string[]> {
  const now = clock()
  const budgets = scopesOf(access.secret, payer, now)
  // in one order, so that no two transactions wait for each other
  const scopes = [...budgets.keys()].sort()
  const { rows } = await sql<{ scope: string; total: number }>`
    insert into live_spending as s (arena_id, scope, day, reserved_usd)
    select ${arenaId}, scope, case when scope <> 'all' then ${dayOf(now)}::date end, ${usd}
    from unnest(${scopes}::text[]) with ordinality as u (scope, place) order by place
    on conflict (arena_id, scope) do update set reserved_usd = s.reserved_usd + excluded.reserved_usd
    returning scope, spent_usd + reserved_usd as total`.execute(trx)
  const limits = limitsOf(settings)
  for (const budget of ['all', 'day', 'address', 'visitor'] as const) {
    const row = rows.find(({ scope }) => budgets.get(scope) === budget)
    if (row && row.total > limits[budget] * (1 + ROUNDING))
      throw new ProblemError('live_budget_reached', msg('live_budget_reached', { budget }))
  }
  return scopes
}

/**
 * Pays for a call of a known cost before it is sent.
 * @returns what takes it back where the call cost nothing
 * @throws {ProblemError} live_budget_reached
 */
export async function payAtOnce(
  deps: Pick<Deps, 'access' | 'clock' | 'db'>,
  arenaId: number,
  settings: LiveSettings,
  payer: Payer,
  usd: number,
): Promise<() => Promise<void>> {
  if (usd === 0) return () => Promise.resolve()
  const add = (db: Db, scopes: string[], change: { reserved: number; spent: number }) =>
    sql`
    with locked as (
      select scope from live_spending where arena_id = ${arenaId} and scope = any (${scopes}::text[]) order by scope for update)
    update live_spending s set spent_usd = greatest(0, spent_usd + ${change.spent}::float8),
      reserved_usd = greatest(0, reserved_usd + ${change.reserved}::float8)
    from locked where s.arena_id = ${arenaId} and s.scope = locked.scope`.execute(db)
  const scopes = await deps.db.transaction().execute(async (trx) => {
    const reservedIn = await reserve(trx, deps, arenaId, settings, payer, usd)
    await add(trx, reservedIn, { reserved: -usd, spent: usd })
    return reservedIn
  })
  return async () => void (await add(deps.db, scopes, { reserved: 0, spent: -usd }))
}

/** Puts what a call cost in the place of what was reserved for it. A call is settled once. */
export async function settle(
  db: Db,
  arenaId: number,
  call: number,
  { costUsd, cause }: { costUsd: number | 'reserved'; cause: string | null },
  now: Date,
): Promise<void> {
  const cost = costUsd === 'reserved' ? sql`reserved_usd` : sql`${costUsd}::float8`
  await sql`
    with ended as (
      update live_calls set status = ${cause === null ? 'ok' : 'failed'}, cause = ${cause}, cost_usd = ${cost},
        finished_at = ${now}::timestamptz
      where arena_id = ${arenaId} and id = ${call} and status = 'under_way'
      returning scopes, reserved_usd, cost_usd),
    locked as (
      select scope from live_spending where arena_id = ${arenaId}
        and scope in (select unnest(scopes) from ended) order by scope for update)
    update live_spending s set spent_usd = spent_usd + ended.cost_usd,
      reserved_usd = greatest(0, s.reserved_usd - ended.reserved_usd)
    from ended, locked where s.arena_id = ${arenaId} and s.scope = locked.scope`.execute(db)
}

/** Why no visitor can begin now: less is left than the check and the answers of the cheapest question may cost. */
export async function closedBy(
  db: Db,
  arenaId: number,
  settings: LiveSettings,
  leastUsd: number,
  now: Date,
): Promise<LiveTerms['closed']> {
  const rows = await db
    .selectFrom('live_spending')
    .select(['scope', sql<number>`spent_usd + reserved_usd`.as('total')])
    .where('arena_id', '=', arenaId)
    .where('scope', 'in', ['all', `day ${dayOf(now)}`])
    .execute()
  const { all, day } = limitsOf(settings)
  const totalOf = (isAll: boolean) => rows.find(({ scope }) => (scope === 'all') === isAll)?.total ?? 0
  if (totalOf(true) + leastUsd > all * (1 + ROUNDING)) return 'budget'
  return totalOf(false) + leastUsd > day * (1 + ROUNDING) ? 'day' : null
}

/** Rows of days that are over for two days: calls of theirs have long ended. */
export async function forgetOldDays(db: Db, now: Date): Promise<void> {
  await sql`delete from live_spending where day < ${dayOf(now)}::date - 2`.execute(db)
}
