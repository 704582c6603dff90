import type { Insertable, Transaction } from 'kysely'
import { chunks } from '../platform/chunks.ts'
import type { Database, VoteTable } from '../platform/schema.ts'
import { insertVotes } from './queries.ts'

export type RecordedVote = Insertable<VoteTable>

/** Puts votes on record that were cast elsewhere (imports) or by nobody (simulation); their battles must be there. */
export async function recordVotes(trx: Transaction<Database>, votes: readonly RecordedVote[]): Promise<void> {
  for (const rows of chunks(votes)) await insertVotes(trx, rows)
}
