import type { Transaction } from 'kysely'
import { UNKNOWN_NETWORK } from '../platform/http/client-address.ts'
import { addJob } from '../platform/jobs/jobs.ts'
import type { Deps } from '../platform/deps.ts'
import type { Database } from '../platform/schema.ts'
import { sign } from '../platform/config/secrets.ts'
import { insertNetwork } from './queries.ts'
import type { VoterNetworkTable } from './tables.ts'

/** The job that looks for attacks among an arena's voters. */
export const SEARCH_TASK = 'find-attacks'

/** Longer than a vote can be taken back, and shorter than until it is published. */
const SEARCH_AFTER_MS = 15_000

/** What the job is given. */
export interface SearchPayload {
  arenaId: number
  /** Whether only the server's own machine can reach it. */
  isLocal: boolean
}

/**
 * Queues the search for attacks after a vote, in the transaction of the vote, and records the keyed hash of the network
 * it came from, if that is known. Requests become one while a job waits.
 */
export async function requestSearch(
  trx: Transaction<Database>,
  { secret, isPublic }: Pick<Deps, 'secret' | 'isPublic'>,
  { arena_id, voter, seen_at }: Omit<VoterNetworkTable, 'network'>,
  network: string | null,
): Promise<void> {
  if (network !== null && network !== UNKNOWN_NETWORK)
    await insertNetwork(trx, {
      arena_id,
      voter,
      network: sign(secret, `network ${network}`).slice(0, 22),
      seen_at,
    })
  const payload: SearchPayload = { arenaId: arena_id, isLocal: !isPublic }
  await addJob(trx, {
    task: SEARCH_TASK,
    payload: { ...payload },
    queue: `search-${arena_id}`,
    key: `${SEARCH_TASK}-${arena_id}`,
    delayMs: SEARCH_AFTER_MS,
  })
}
