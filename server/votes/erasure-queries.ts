import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Database } from '../platform/schema.ts'

/** Erases the reasons of a renamed voter, and from which network it came. */
export async function forgetVoter(
  trx: Transaction<Database>,
  arenaId: number,
  voter: string,
  name: string,
): Promise<void> {
  await trx
    .updateTable('votes')
    .set({ reason: null })
    .where('arena_id', '=', arenaId)
    .where('voter', '=', name)
    .where('reason', 'is not', null)
    .execute()
  await trx.deleteFrom('voter_networks').where('arena_id', '=', arenaId).where('voter', '=', voter).execute()
}

/** Erases the reasons of all votes on battles that showed one of these answers: they may quote it. */
export async function eraseReasonsAbout(
  trx: Transaction<Database>,
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
