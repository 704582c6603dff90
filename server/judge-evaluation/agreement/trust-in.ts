import type { Kysely } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import { familiesOf, favouredBy, type DeclaredJudge } from './same-family.ts'
import { selectContestants } from './tally-queries.ts'
import type { TrustedJudge } from './trust.ts'
import { selectTrust } from './trust-queries.ts'

/**
 * The trust in each evaluated or active judge of the arena, with the contestants that it may favour. Sorted by the judge's
 * name.
 */
export async function trustedJudges(db: Kysely<Database>, arenaId: number): Promise<TrustedJudge[]> {
  const trust = await selectTrust(db, arenaId)
  const evaluated = new Map(trust.map((one) => [one.judge, one]))
  const families = familiesOf([...evaluated.keys()], await selectDeclared(db, arenaId))
  const isOfAFamily = [...families.values()].some((family) => family !== null)
  const contestants = isOfAFamily ? await selectContestants(db, arenaId) : []
  return [...families]
    .map(([judge, family]) => ({
      judge,
      state: 'not_measured' as const,
      decided: 0,
      agreed: 0,
      minAgreement: 0,
      ...evaluated.get(judge),
      sameFamily: favouredBy(family, contestants).map(({ name }) => name),
    }))
    .sort((a, b) => (a.judge < b.judge ? -1 : 1))
}

/** Every current and former judge of the arena, with its family. */
const selectDeclared = (db: Kysely<Database>, arenaId: number): Promise<DeclaredJudge[]> =>
  db.selectFrom('judges').select(['name as judge', 'family']).where('arena_id', '=', arenaId).execute()
