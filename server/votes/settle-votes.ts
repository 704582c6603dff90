/**
 * Makes choices final. A choice is pending until its voter goes on, sees the names, or a minute has passed. Then it becomes a
 * vote, which is append-only.
 */
import { sql } from 'kysely'
import { arenaById, decisionDay, lockPendingDecision, selectDecision } from '../arenas/index.ts'
import { CHANGE_SECONDS } from '../../shared/contracts/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Db, Trx } from '../platform/schema.ts'
import { requestRating } from './request-rating.ts'
import { queryColumn, queryRow, queryRows } from '../platform/postgres/query.ts'

/** What became of a choice. `closed`: a decision closed voting before it was final, so it does not count. */
export type Settled = 'final' | 'closed' | 'none'

type SettleDeps = Pick<Deps, 'db' | 'clock' | 'chance' | 'settings' | 'services' | 'access'>

/**
 * Makes the choice on a battle final, if there is one. Any number of calls record one vote, those of a read-only server none.
 * @param mostMs how long it waits for a lock; null: as long as statements may take
 */
export async function settleVote(
  deps: SettleDeps,
  arenaId: number,
  battleId: string,
  mostMs: number | null = null,
): Promise<Settled> {
  const arena = (await arenaById(deps.db, arenaId))!
  return deps.db.transaction().execute(async (trx): Promise<Settled> => {
    if (mostMs !== null) await sql`set local lock_timeout = ${sql.lit(mostMs)}`.execute(trx)
    // in the same order everywhere: the arena's decision, then the battle
    await lockPendingDecision(trx, arena)
    await lockBattle(trx, arenaId, battleId)
    const battle = await selectPendingBattle(trx, arenaId, battleId)
    if (!battle) return 'none'
    const decision = await selectDecision(trx, arenaId, null)
    if (decision && decisionDay(arena)?.afterwards === 'close') {
      await deletePending(trx, arenaId, battleId)
      return 'closed'
    }
    // a record says which votes it has by their times, so no later vote is cast before it
    const notBefore = decision ? new Date(decision.at) : null
    await recordPendingAsVote(trx, battle, deps.clock(), { notBefore })
    if (!battle.repeat_of && battle.origin !== 'calibration')
      for (const { afterVote } of deps.services.hooks) await afterVote?.(deps, trx, { arenaId })
    await requestRating(trx, arenaId, deps.settings.publishEvery)
    if (!battle.repeat_of) deps.services.metrics.votes.inc({ source: voteSource(battle) })
    return 'final'
  })
}

/** Makes the choices of a voter final, who goes on to another pair. */
export async function settleVoterVotes(deps: SettleDeps, arenaId: number, voter: string): Promise<void> {
  const pending = await queryColumn<string>(deps.db)`
    select battle_id from pending_votes where arena_id = ${arenaId} and voter = ${voter} order by chosen_at`
  for (const battleId of pending) await settleVote(deps, arenaId, battleId)
}

/**
 * Makes choices final whose minute is over, and those in arenas that decide by now. Any number of processes may call it.
 * Clocks of servers may differ by less than the minute, and a clock that went back by more delays none.
 */
export async function settleDueVotes(deps: SettleDeps): Promise<void> {
  const now = deps.clock().getTime()
  const rows = await queryRows<{ arenaId: number; battleId: string; chosenAt: Date; day: string | null }>(
    deps.db,
  )`
    select p.arena_id as "arenaId", p.battle_id as "battleId", p.chosen_at as "chosenAt",
      a.settings #>> '{decides,at}' as day
    from pending_votes p join arenas a on a.id = p.arena_id order by p.chosen_at`
  const isDue = ({ chosenAt, day }: (typeof rows)[number]) => {
    const since = now - chosenAt.getTime()
    const dayAt = day === null ? NaN : new Date(day).getTime()
    return Math.abs(since) > CHANGE_SECONDS * 1000 || (chosenAt.getTime() <= dayAt && dayAt <= now)
  }
  for (const { arenaId, battleId } of rows.filter(isDue))
    await settleVote(deps, arenaId, battleId, SWEEP_WAITS_MS).catch((error: unknown) => {
      deps.services.log.debug(
        { err: error, battle: battleId },
        'a choice is not final yet; it is tried again',
      )
    })
}

/** An arena that is imported, removed or decides holds up the choices of others for so long at most. */
const SWEEP_WAITS_MS = 500

interface PendingBattle {
  arena_id: number
  id: string
  origin: string
  repeat_of: string | null
}

const selectPendingBattle = (db: Db, arenaId: number, battleId: string): Promise<PendingBattle | undefined> =>
  queryRow<PendingBattle>(db)`
    select b.arena_id, b.id, b.origin, b.repeat_of
    from pending_votes p join battles b on b.arena_id = p.arena_id and b.id = p.battle_id
    where p.arena_id = ${arenaId} and p.battle_id = ${battleId}`

const voteSource = ({ origin }: PendingBattle) => (origin === 'live' ? 'live' : 'human')

/** Lets one transaction at a time choose on a battle, or make its choice final. */
export const lockBattle = (trx: Trx, arenaId: number, battleId: string) =>
  sql`select from battles where arena_id = ${arenaId} and id = ${battleId} for no key update`.execute(trx)

const deletePending = (trx: Trx, arenaId: number, battleId: string) =>
  trx
    .deleteFrom('pending_votes')
    .where('arena_id', '=', arenaId)
    .where('battle_id', '=', battleId)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Records the pending choice of a locked battle as its vote, or as its second look; with a retraction if it is taken back. */
export async function recordPendingAsVote(
  trx: Trx,
  battle: PendingBattle,
  now: Date,
  { notBefore = null, isRetracted = false }: { notBefore?: Date | null; isRetracted?: boolean },
): Promise<void> {
  const { chosen_at, reason, seconds, ...choice } = await deletePending(trx, battle.arena_id, battle.id)
  const castAt = notBefore && chosen_at < notBefore ? notBefore : chosen_at
  if (battle.repeat_of !== null) {
    const withdrawnAt = isRetracted ? now : null
    await trx
      .insertInto('second_looks')
      .values({ ...choice, cast_at: castAt, withdrawn_at: withdrawnAt })
      .execute()
    return
  }
  const source = voteSource(battle)
  const { id } = await trx
    .insertInto('votes')
    .values({
      ...choice,
      source,
      reason,
      seconds,
      cast_at: castAt,
      recorded_at: now,
      import_key: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (isRetracted)
    await trx
      .insertInto('retractions')
      .values({ arena_id: battle.arena_id, vote_id: id, retracted_at: now })
      .execute()
}
