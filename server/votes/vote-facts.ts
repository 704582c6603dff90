import { type Insertable, sql } from 'kysely'
import type { Outcome } from '../../shared/contracts/index.ts'
import { insertRows } from '../platform/postgres/rows.ts'
import type { Db, Trx } from '../platform/schema.ts'
import type { VoteTable, SecondLookTable } from './tables.ts'

/** Adds the vote unless its battle is decided. Returns whether it was added. */
export async function insertVote(trx: Trx, vote: Insertable<VoteTable>): Promise<boolean> {
  const row = await trx
    .insertInto('votes')
    .values(vote)
    .onConflict((conflict) => conflict.constraint('one_vote_per_battle_and_voter').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export type RecordedVote = Insertable<VoteTable>

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
export async function recordVotesFrom(trx: Trx, table: string): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into votes (arena_id, battle_id, voter, outcome, source, inconsistent, cast_at, recorded_at, import_key)
    select arena_id, id, voter, outcome, source, inconsistent, shown_at, recorded_at, import_key
    from ${sql.table(table)} order by place`.execute(trx)
  return Number(numAffectedRows)
}

export interface Decision {
  /** The id of the vote; null for a second look. */
  id: number | null
  outcome: Outcome
  castAt: Date
  retracted: boolean
}

/** The decision on a battle; undefined if there is none. */
export async function selectDecision(
  db: Db,
  arenaId: number,
  battleId: string,
  isRepeat: boolean,
): Promise<Decision | undefined> {
  if (isRepeat) return selectSecondLook(db, arenaId, battleId)
  const row = await db
    .selectFrom('votes')
    .leftJoin('retractions', (join) =>
      join.onRef('retractions.arena_id', '=', 'votes.arena_id').onRef('retractions.vote_id', '=', 'votes.id'),
    )
    .select(['votes.id', 'votes.outcome', 'votes.cast_at', 'retractions.retracted_at'])
    .where('votes.arena_id', '=', arenaId)
    .where('votes.battle_id', '=', battleId)
    .executeTakeFirst()
  return (
    row && { id: row.id, outcome: row.outcome, castAt: row.cast_at, retracted: row.retracted_at !== null }
  )
}

/** Adds the retraction unless there is one. Returns whether it was added. */
export async function insertRetraction(
  trx: Trx,
  arenaId: number,
  voteId: number,
  retractedAt: Date,
): Promise<boolean> {
  const row = await trx
    .insertInto('retractions')
    .values({ arena_id: arenaId, vote_id: voteId, retracted_at: retractedAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('vote_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Adds a second look unless there is one. Returns whether it was added. */
export async function insertSecondLook(trx: Trx, look: Insertable<SecondLookTable>): Promise<boolean> {
  const row = await trx
    .insertInto('second_looks')
    .values(look)
    .onConflict((conflict) => conflict.doNothing())
    .returning('battle_id')
    .executeTakeFirst()
  return row !== undefined
}

async function selectSecondLook(db: Db, arenaId: number, battleId: string): Promise<Decision | undefined> {
  const row = await db
    .selectFrom('second_looks')
    .select(['outcome', 'cast_at', 'withdrawn_at'])
    .where('arena_id', '=', arenaId)
    .where('battle_id', '=', battleId)
    .executeTakeFirst()
  return row && { id: null, outcome: row.outcome, castAt: row.cast_at, retracted: row.withdrawn_at !== null }
}

/** Withdraws a second look unless it was withdrawn. Returns whether it changed. */
export async function withdrawSecondLook(
  trx: Trx,
  arenaId: number,
  battleId: string,
  withdrawnAt: Date,
): Promise<boolean> {
  const row = await trx
    .updateTable('second_looks')
    .set({ withdrawn_at: withdrawnAt })
    .where('arena_id', '=', arenaId)
    .where('battle_id', '=', battleId)
    .where('withdrawn_at', 'is', null)
    .returning('battle_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Adds a retraction to each simulated vote that has none. Returns how many were added. */
export async function retractSimulated(trx: Trx, arenaId: number, retractedAt: Date): Promise<number> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('retractions')
    .columns(['arena_id', 'vote_id', 'retracted_at'])
    .expression((eb) =>
      eb
        .selectFrom('votes')
        .select(['votes.arena_id', 'votes.id', eb.val(retractedAt).as('retracted_at')])
        .where('votes.arena_id', '=', arenaId)
        .where('votes.source', '=', 'simulated'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0n)
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

/**
 * Lets one transaction at a time show this battle's names or take its vote back. Returns whether the names were shown
 * before.
 */
export async function lockReveal(trx: Trx, arenaId: number, battleId: string): Promise<boolean> {
  await trx
    .selectFrom('battles')
    .select('id')
    .where('arena_id', '=', arenaId)
    .where('id', '=', battleId)
    .forNoKeyUpdate()
    .execute()
  return isRevealed(trx, arenaId, battleId)
}

/** Whether the voter of this battle has been shown its names. */
export async function isRevealed(db: Db, arenaId: number, battleId: string): Promise<boolean> {
  const row = await db
    .selectFrom('reveals')
    .select('battle_id')
    .where('arena_id', '=', arenaId)
    .where('battle_id', '=', battleId)
    .executeTakeFirst()
  return row !== undefined
}

/** Records that the names of a battle are shown, once. */
export async function insertReveal(
  trx: Trx,
  arenaId: number,
  battleId: string,
  revealedAt: Date,
): Promise<void> {
  await trx
    .insertInto('reveals')
    .values({ arena_id: arenaId, battle_id: battleId, revealed_at: revealedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Erases the reasons of a renamed voter. */
export async function forgetVoter(trx: Trx, arenaId: number, name: string): Promise<void> {
  await trx
    .updateTable('votes')
    .set({ reason: null })
    .where('arena_id', '=', arenaId)
    .where('voter', '=', name)
    .where('reason', 'is not', null)
    .execute()
}

/** Erases the reasons of all votes on battles that showed one of these answers: they may quote it. */
export async function eraseReasonsAbout(
  trx: Trx,
  arenaId: number,
  answerIds: readonly number[],
): Promise<void> {
  await sql`
    update votes v set reason = null
    from battles b, answers a
    where v.arena_id = ${arenaId} and v.reason is not null and b.arena_id = v.arena_id and b.id = v.battle_id
      and a.arena_id = v.arena_id and a.id = any (${answerIds}::integer[]) and a.prompt_id = b.prompt_id
      and a.contestant_id in (b.left_contestant_id, b.right_contestant_id)`.execute(trx)
}
