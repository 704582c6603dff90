import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { CheckSpec } from '../../../shared/contracts/index.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'
import type { Database } from '../../platform/schema.ts'
import { deactivateChecks, upsertChecks } from './queries.ts'

/** Replaces the checks of the arena. Results of earlier checks stay, under the hashes of those. */
export async function putChecks(
  trx: Transaction<Database>,
  arenaId: number,
  checks: readonly CheckSpec[],
): Promise<void> {
  await deactivateChecks(trx, arenaId)
  await upsertChecks(
    trx,
    checks.map((spec) => ({
      arena_id: arenaId,
      name: spec.name,
      sha256: createHash('sha256').update(canonicalJson(spec)).digest('hex'),
      spec: JSON.stringify(spec),
      active: true,
    })),
  )
}
