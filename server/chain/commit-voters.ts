import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Database } from '../platform/schema.ts'
import { commitmentOf } from './leaf.ts'
import { insertCommitments, selectCommitments } from './queries.ts'

const SALT_BYTES = 16

/** The commitment to each of these voters, hexadecimal. Makes those that are missing, each with a fresh salt. */
export async function commitVoters(
  trx: Transaction<Database>,
  arenaId: number,
  voters: readonly string[],
): Promise<Map<string, string>> {
  const distinct = [...new Set(voters)]
  const stored = await selectCommitments(trx, arenaId, distinct)
  const commitments = new Map(stored.map(({ voter, commitment }) => [voter, commitment.toString('hex')]))
  const fresh = distinct
    .filter((voter) => !commitments.has(voter))
    .map((voter) => {
      const salt = randomBytes(SALT_BYTES)
      return { arena_id: arenaId, voter, salt, commitment: commitmentOf(salt, voter) }
    })
  if (fresh.length > 0) await insertCommitments(trx, fresh)
  for (const { voter, commitment } of fresh) commitments.set(voter, commitment.toString('hex'))
  return commitments
}
