/** Votes that come in numbers, from files, judges and simulations, and what is taken from recorded votes. */
import { type Insertable, sql } from 'kysely'
import { insertRows } from '../platform/postgres/rows.ts'
import type { Database, Trx } from '../platform/schema.ts'
import type { Arena } from '../arenas/index.ts'
import { recordAct } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { requestRating } from './request-rating.ts'

export type RecordedVote = Insertable<Database['votes']>

/** Records imported, judged or simulated votes; their battles must exist. */
export const recordVotes = (trx: Trx, votes: readonly RecordedVote[]): Promise<void> =>
  insertRows(
    trx,
    'votes',
    {
      arena_id: 'integer',
      battle_id: 'uuid',
      voter: 'text',
      outcome: 'text',
      source: 'text',
      inconsistent: 'boolean',
      reason: 'text',
      cast_at: 'timestamptz',
      recorded_at: 'timestamptz',
      import_key: 'text',
    },
    votes,
  )

/**
 * Records imported votes from a table with the columns of `votes`, in the order of its `place`; `id` is the battle.
 * @returns how many
 */
export async function recordVotesFromTable(trx: Trx, table: string): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into votes (arena_id, battle_id, voter, outcome, source, inconsistent, cast_at, recorded_at, import_key)
    select arena_id, id, voter, outcome, source, inconsistent, shown_at, recorded_at, import_key
    from ${sql.table(table)} order by place`.execute(trx)
  return Number(numAffectedRows)
}

/**
 * Retracts every simulated vote of an arena for good, so that no board, count or export has them. The votes stay in the
 * database, so the same simulation again adds nothing.
 * @returns how many
 */
export async function removeSimulatedVotes(deps: Deps, { id: arenaId }: Pick<Arena, 'id'>): Promise<number> {
  const now = deps.clock()
  return deps.db.transaction().execute(async (trx) => {
    const { numAffectedRows } = await sql`
      insert into retractions (arena_id, vote_id, retracted_at)
      select arena_id, id, ${now}::timestamptz from votes where arena_id = ${arenaId} and source = 'simulated'
      on conflict do nothing`.execute(trx)
    const removed = Number(numAffectedRows)
    if (removed === 0) return 0
    await requestRating(trx, arenaId, deps.settings.publishEvery)
    await recordAct(trx, deps, arenaId, 'simulated_votes_removed', { votes: removed })
    return removed
  })
}

/** Adds a retraction to each of these votes that has none. */
export async function retractVotes(
  trx: Trx,
  arenaId: number,
  ids: readonly number[],
  retractedAt: Date,
): Promise<void> {
  if (ids.length === 0) return
  await trx
    .insertInto('retractions')
    .values(ids.map((id) => ({ arena_id: arenaId, vote_id: id, retracted_at: retractedAt })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Erases the reasons of a renamed voter. */
export async function forgetVoter(trx: Trx, arenaId: number, name: string): Promise<void> {
  for (const table of ['pending_votes', 'votes'])
    await sql`update ${sql.table(table)} set reason = null
      where arena_id = ${arenaId} and voter = ${name} and reason is not null`.execute(trx)
}

/** Erases the reasons of all votes on battles that showed one of these answers: they may quote it. */
export async function eraseReasonsAbout(
  trx: Trx,
  arenaId: number,
  answerIds: readonly number[],
): Promise<void> {
  // a choice that becomes a vote meanwhile takes its reason along
  for (const table of ['pending_votes', 'votes'])
    await sql`
    update ${sql.table(table)} v set reason = null
    from battles b, answers a
    where v.arena_id = ${arenaId} and v.reason is not null and b.arena_id = v.arena_id and b.id = v.battle_id
      and a.arena_id = v.arena_id and a.id = any (${answerIds}::integer[]) and a.prompt_id = b.prompt_id
      and a.contestant_id in (b.left_contestant_id, b.right_contestant_id)`.execute(trx)
}
