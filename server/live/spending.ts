/**
 * What live battles may cost within the budgets of their arena: in all, in a day, and for one visitor and one address in a
 * day. The most that calls may cost is reserved before they are made, in one transaction with the calls. So a budget can only
 * be exceeded by a provider that charges more than was reserved; its contestant is then closed.
 */
import { sql } from 'kysely'
import {
  budgetReached,
  noteClosed,
  enterSpent,
  lockLedgersWithRoom,
  ROUNDING,
  type ArenaBudget,
} from '../ledger/index.ts'
import { liveLimits, type LiveSettings, type LiveTerms } from '../../shared/contracts/index.ts'
import { englishText, msg } from '../../shared/messages/index.ts'
import type { Deps } from '../platform/deps.ts'
import { sign } from '../platform/config/secrets.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Db, Trx } from '../platform/schema.ts'
import { queryRows } from '../platform/postgres/query.ts'
import { plainNumbers } from '../../shared/finish/lines.ts'

export interface Payer {
  voter: string
  /** Null: this machine itself, which has no limit of its own. */
  network: string | null
}

type Budget = 'all' | 'day' | 'visitor' | 'address'

const utcDay = (now: Date) => now.toISOString().slice(0, 10)

/** The limits of an arena in US dollars. */
function budgetLimits(settings: LiveSettings): Record<Budget, number> {
  const { budgetUsd, dailyUsd, visitorUsd, addressUsd } = liveLimits(settings)
  return { all: budgetUsd, day: dailyUsd, visitor: visitorUsd, address: addressUsd }
}

/** By budget, the row that counts for it. Who a visitor is and where from stays unknown to whoever reads the table. */
function budgetByScope(secret: Buffer, { voter, network }: Payer, now: Date): Map<string, Budget> {
  const day = utcDay(now)
  const hidden = (payerId: string) => sign(secret, `live ${day} ${payerId}`).slice(0, 22)
  return new Map<string, Budget>([
    ['all', 'all'],
    [`day ${day}`, 'day'],
    [`visitor ${hidden(voter)}`, 'visitor'],
    ...(network === null ? [] : [[`address ${hidden(network)}`, 'address'] as const]),
  ])
}

/**
 * Reserves an amount in all budgets of live battles. `recordCalls` does so in those of the arena.
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
  const budgets = budgetByScope(access.secret, payer, now)
  // in one order, so that no two transactions wait for each other
  const scopes = [...budgets.keys()].sort()
  const rows = await queryRows<{ scope: string; total: number }>(trx)`
    insert into live_spending as s (arena_id, scope, day, reserved_usd)
    select ${arenaId}, scope, case when scope <> 'all' then ${utcDay(now)}::date end, ${usd}
    from unnest(${scopes}::text[]) with ordinality as u (scope, place) order by place
    on conflict (arena_id, scope) do update set reserved_usd = s.reserved_usd + excluded.reserved_usd
    returning scope, spent_usd + reserved_usd as total`
  const limits = budgetLimits(settings)
  for (const budget of ['all', 'day', 'address', 'visitor'] as const) {
    const row = rows.find(({ scope }) => budgets.get(scope) === budget)
    if (row && row.total > limits[budget] * (1 + ROUNDING)) throw reached(budget)
  }
  return scopes
}

const reached = (budget: Budget | ArenaBudget) =>
  new ProblemError('live_budget_reached', msg('live_budget_reached', { budget }))

/** A call of one side, and the most it may cost in US dollars. */
interface NewCall {
  side: 'left' | 'right'
  provider: string
  model: string
  mostUsd: number
}

/** What calls of models that have not yet kept to `max_tokens` here may reserve together, of the smallest budget of all. */
const UNPROVEN_SHARE = 0.1

/**
 * Requires that few calls are under way of a model whose last reply cost more than was reserved, or that has not replied
 * here yet: nobody knows whether it keeps to `max_tokens`. The caller has reserved in the budgets of live battles, which
 * others then wait for.
 * @throws {ProblemError} too_many_requests
 */
export async function requireProven(
  trx: Trx,
  arenaId: number,
  settings: LiveSettings,
  calls: readonly NewCall[],
): Promise<void> {
  const rows = await queryRows<{ provider: string; model: string; usd: number }>(trx)`
    select provider, model, sum(reserved_usd) as usd from live_calls c
    where arena_id = ${arenaId} and status = 'under_way' and coalesce((
      select p.cost_usd > p.reserved_usd * ${1 + ROUNDING}::float8 from live_calls p
      where p.arena_id = c.arena_id and p.provider = c.provider and p.model = c.model and p.status = 'ok'
      order by p.id desc limit 1), true)
    group by 1, 2`
  const { all, day } = budgetLimits(settings)
  const most = UNPROVEN_SHARE * Math.min(all, day)
  for (const { provider, model, mostUsd } of calls) {
    const unproven = rows.find((row) => row.provider === provider && row.model === model)
    if (unproven && unproven.usd > 0 && unproven.usd + mostUsd > most)
      throw new ProblemError('too_many_requests', msg('live_first_reply'), { retryAfter: 5 })
  }
}

/**
 * Records the calls of a turn as under way, which reserves their cost in the arena's ledger, in one statement with its
 * budgets.
 * @param scopes  in which rows of live battles they are reserved
 * @throws {ProblemError} live_budget_reached
 */
export async function recordCalls(
  trx: Trx,
  { arenaId, conversation, turn }: { arenaId: number; conversation: string; turn: number },
  calls: readonly NewCall[],
  scopes: readonly string[],
  now: Date,
): Promise<{ id: number; side: 'left' | 'right' }[]> {
  const total = calls.reduce((sum, { mostUsd }) => sum + mostUsd, 0)
  const rows = await queryRows<{ id: number; side: 'left' | 'right' }>(trx)`
    with asked as materialized (select ${arenaId}::integer as arena_id),
    room as (${lockLedgersWithRoom(sql`asked`, total, now)})
    insert into live_calls (arena_id, conversation_id, turn, side, scopes, provider, model, status, reserved_usd, started_at)
    select room.arena_id, ${conversation}::uuid, ${turn}::integer, c.side, ${scopes}::text[], c.provider, c.model,
      'under_way', c."mostUsd", ${now}::timestamptz
    from room, jsonb_to_recordset(${JSON.stringify(calls)}::jsonb) as c(side text, provider text, model text,
      "mostUsd" double precision)
    returning id, side`
  if (rows.length === 0) throw reached((await budgetReached(trx, arenaId, total, now)) ?? 'all')
  return rows
}

/**
 * Pays for a call of a known cost before it is sent.
 * @returns what corrects it by so much where the call cost nothing, or more
 * @throws {ProblemError} live_budget_reached
 */
export async function payAtOnce(
  deps: Pick<Deps, 'access' | 'clock' | 'db'>,
  arenaId: number,
  settings: LiveSettings,
  payer: Payer,
  usd: number,
): Promise<(usd: number) => Promise<void>> {
  // a call without a price, or of an endpoint that costs nothing
  if (usd === 0) return () => Promise.resolve()
  const now = deps.clock()
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
    const { rows } = await sql`
      with asked as materialized (select ${arenaId}::integer as arena_id) ${lockLedgersWithRoom(sql`asked`, usd, now)}`.execute(
      trx,
    )
    if (rows.length === 0) throw reached((await budgetReached(trx, arenaId, usd, now)) ?? 'all')
    await enterSpent(trx, arenaId, usd, now)
    return reservedIn
  })
  return (change) =>
    deps.db.transaction().execute(async (trx) => {
      await add(trx, scopes, { reserved: 0, spent: change })
      await enterSpent(trx, arenaId, change, now)
    })
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
export async function closedReason(
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
    .where('scope', 'in', ['all', `day ${utcDay(now)}`])
    .execute()
  const { all, day } = budgetLimits(settings)
  const spentTotal = (isAll: boolean) => rows.find(({ scope }) => (scope === 'all') === isAll)?.total ?? 0
  const ofArena = await budgetReached(db, arenaId, leastUsd, now)
  if (ofArena === 'all' || spentTotal(true) + leastUsd > all * (1 + ROUNDING)) return 'budget'
  return ofArena === 'day' || spentTotal(false) + leastUsd > day * (1 + ROUNDING) ? 'day' : null
}

/** Rows of days that are over for two days: calls of theirs have long ended. */
export async function forgetOldDays(db: Db, now: Date): Promise<void> {
  await sql`delete from live_spending where day < ${utcDay(now)}::date - 2`.execute(db)
}

// Contestants that charged more than was reserved: no visitor is answered by them until an operator opens them again.

/** Closes a contestant for live battles, and says why in the log and to operators. */
export async function closeContestant(
  { db, clock, services: { log } }: Pick<Deps, 'db' | 'clock' | 'services'>,
  arenaId: number,
  contestantId: number,
  reply: { provider: string; model: string; costUsd: number; mostUsd: number; maxTokens: number },
): Promise<void> {
  const { provider, model, costUsd, mostUsd, maxTokens } = reply
  const rows = await queryRows<{ spent: number; budget: number }>(db)`
    select s.spent_usd as spent, (a.settings #>> '{live,budgetUsd}')::float8 as budget
    from live_spending s join arenas a on a.id = s.arena_id where s.arena_id = ${arenaId} and s.scope = 'all'`
  // enough digits to tell what was charged from what was allowed
  const usd = (amount: number) => plainNumbers.usd(amount, 3)
  const finding = msg('overcharged', {
    provider,
    model,
    charged: usd(costUsd),
    maxTokens,
    allowed: usd(mostUsd),
    spent: usd((rows[0]?.spent ?? 0) + costUsd),
    budget: usd(rows[0]?.budget ?? 0),
  })
  await noteClosed(db, arenaId, contestantId, { at: clock().toISOString(), finding })
  log.warn({ arenaId, contestantId, cause: englishText(finding) }, 'a contestant is closed for live battles')
}
