import type { Transaction } from 'kysely'
import {
  findInjections,
  findLeaks,
  INJECTION_RULES,
  LEAK_RULES,
  leakSearchOf,
  selectArenasToSearch,
  selectUnsearchedArenas,
  settleLeaks,
} from '../../answers/index.ts'
import { putOnRecord } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { addJobs } from '../../platform/jobs/jobs.ts'
import type { Database } from '../../platform/schema.ts'
import { requestRating } from '../../votes/index.ts'

/** Answers that are searched in one transaction: a few seconds. */
const MOST_AT_ONCE = 20_000

/**
 * The job that searches texts of an arena that no present rules have searched, and brings votes in line that were cast while
 * a leak was recorded. It also searches answers for words that speak to a judge. Doing it twice changes nothing, and what
 * was searched before an error is not searched again.
 * @param most answers in one transaction, so that none is locked for long
 */
export async function searchLeaks(
  deps: Deps,
  { arenaId }: { arenaId: number },
  most: number = MOST_AT_ONCE,
): Promise<void> {
  const inPieces = async (search: (trx: Transaction<Database>, after: number) => Promise<number | null>) => {
    for (let after: number | null = 0; after !== null;) {
      const from: number = after
      after = await deps.db.transaction().execute((trx) => search(trx, from))
    }
  }
  await inPieces((trx, after) => searchSome(deps, trx, arenaId, { after, most }))
  await inPieces((trx, after) => findInjections(trx, arenaId, { after, most }))
}

/** @returns the answer after which the search goes on; null: everything was searched */
async function searchSome(
  deps: Deps,
  trx: Transaction<Database>,
  arenaId: number,
  part: { after: number; most: number },
): Promise<number | null> {
  const at = deps.clock()
  const { found, released, votes, next } = await findLeaks(trx, arenaId, at, part)
  const changed = votes + (next === null ? await settleLeaks(trx, arenaId, at) : 0)
  if (found + released > 0)
    await putOnRecord(trx, { actor: 'server', clock: () => at }, arenaId, 'leaks_searched', {
      found,
      released,
      votes: changed,
    })
  if (found + released + changed > 0) await requestRating(trx, arenaId, deps.publishEvery)
  return next
}

/** Queues the search of every arena with texts that rules of this version have not searched. */
export async function requestLeakSearches({ db }: Pick<Deps, 'db'>): Promise<void> {
  const arenas = [
    ...(await selectUnsearchedArenas(db, LEAK_RULES)),
    ...(await selectArenasToSearch(db, INJECTION_RULES)),
  ]
  await addJobs(db, [...new Set(arenas)].map(leakSearchOf))
}
