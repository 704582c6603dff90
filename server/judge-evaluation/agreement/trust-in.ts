import type { Kysely } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import { familiesOf, kinOf } from './kinship.ts'
import { selectContestants } from './tally-queries.ts'
import type { TrustedJudge } from './trust.ts'
import { selectDeclared, selectTrust } from './trust-queries.ts'

/** What is known of the arena's judges, by name: of those that were tried and those that it asks, with their kin. */
export async function trustIn(db: Kysely<Database>, arenaId: number): Promise<TrustedJudge[]> {
  const trust = await selectTrust(db, arenaId)
  const tried = new Map(trust.map((one) => [one.judge, one]))
  const families = familiesOf([...tried.keys()], await selectDeclared(db, arenaId))
  const isOfAFamily = [...families.values()].some((family) => family !== null)
  const contestants = isOfAFamily ? await selectContestants(db, arenaId) : []
  return [...families]
    .map(([judge, family]) => ({
      judge,
      state: 'not_measured' as const,
      decided: 0,
      agreed: 0,
      minAgreement: 0,
      ...tried.get(judge),
      kin: kinOf(family, contestants).map(({ name }) => name),
    }))
    .sort((a, b) => (a.judge < b.judge ? -1 : 1))
}
