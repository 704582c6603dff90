import type { Insertable, Transaction } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { VoteTable } from './tables.ts'
import { insertVotes } from './queries.ts'

export type RecordedVote = Insertable<VoteTable>

/** Records imported or simulated votes; their battles must exist. */
export async function recordVotes(trx: Transaction<Database>, votes: readonly RecordedVote[]): Promise<void> {
  await insertVotes(trx, votes)
}
