import type { AdminVoters } from '../../../shared/contracts/index.ts'
import type { Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { selectVoters } from './voter-queries.ts'

/** At most so many voters are listed. */
const MOST_VOTERS = 500

/** Who voted on the page of an arena, with their agreement with the others. Those who voted last come first. */
export async function listVoters(
  { db }: Pick<Deps, 'db'>,
  { id }: Pick<Arena, 'id'>,
  most = MOST_VOTERS,
): Promise<AdminVoters> {
  const rows = await selectVoters(db, id, most + 1)
  const voters = rows
    .slice(0, most)
    .map(({ lastVoteAt, ...row }) => ({ ...row, lastVoteAt: lastVoteAt.toISOString() }))
  return { voters, more: rows.length > most }
}
