/** The state of the facts that boards of a source rest on, in one short text: equal basis, equal boards. */
import type { Kysely } from 'kysely'
import type { Arena } from '../arenas/index.ts'
import type { Database } from '../platform/schema.ts'
import { countFacts } from '../votes/index.ts'

/** `<arena's revision>:<votes>:<retractions>`; none of the three ever shrinks. */
export async function basisOf(
  db: Kysely<Database>,
  { id, revision }: Arena,
  source: string | null,
  until: Date | null,
): Promise<string> {
  const { votes, retractions } = await countFacts(db, id, source, until)
  return [revision, votes, retractions].join(':')
}

/** Whether contestants and texts are the same as when the board was computed. */
export const isOfRevision = (basis: string, { revision }: Arena): boolean => basis.startsWith(`${revision}:`)

/** Whether `latest` already counts facts that `basis` does not. */
export function isOlder(basis: string, latest: string): boolean {
  const later = latest.split(':').map(Number)
  return basis.split(':').some((count, i) => Number(count) < later[i]!)
}
