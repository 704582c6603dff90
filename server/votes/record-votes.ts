import type { Insertable, Transaction } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { VoteTable } from './tables.ts'
import { insertVotes } from './queries.ts'

export type RecordedVote = Insertable<VoteTable>

/** Puts votes on record that were cast elsewhere (imports) or by nobody (simulation); their battles must be there. */
export async function recordVotes(trx: Transaction<Database>, votes: readonly RecordedVote[]): Promise<void> {
  await insertVotes(trx, votes)
}
