import type { Kysely } from 'kysely'
import type { PairedAgreement } from '../../../shared/contracts/index.ts'
import type { Database } from '../../platform/schema.ts'
import { pairedAgreements } from './jury-agreement.ts'
import { selectTwoJudges } from './jury-queries.ts'
import type { OnSome } from './jury-queries.ts'

/** How far two judges agree on the pairs of answers that both judged, of these prompts, under each criterion. */
export async function agreementOnPrompts(
  db: Kysely<Database>,
  arenaId: number,
  on: OnSome,
): Promise<PairedAgreement[]> {
  const all = pairedAgreements(await selectTwoJudges(db, arenaId, null, on))
  return all.map(({ raters: _, ...figures }) => figures)
}
