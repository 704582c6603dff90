import { createHash } from 'node:crypto'
import type { Transaction, Insertable } from 'kysely'
import type { CheckSpec, ProviderOptions } from '../../../shared/contracts/index.ts'
import type { NewProvider } from '../../arenas/index.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'
import type { Database } from '../../platform/schema.ts'
import type { CheckTable } from '../tables.ts'

/**
 * Replaces the checks of the arena. Results of earlier checks stay, under the hashes of those. The hash of a check by a
 * command includes the command.
 */
export async function putChecks(
  trx: Transaction<Database>,
  arenaId: number,
  checks: readonly CheckSpec[],
  providers: readonly NewProvider[],
): Promise<void> {
  const commandOf = (spec: CheckSpec) => {
    if (spec.kind !== 'exec') return {}
    const { options } = providers.find(({ name }) => name === spec.provider)!
    return { command: (JSON.parse(options ?? '{}') as ProviderOptions).command }
  }
  await deactivateChecks(trx, arenaId)
  await upsertChecks(
    trx,
    checks.map((spec) => ({
      arena_id: arenaId,
      name: spec.name,
      sha256: createHash('sha256')
        .update(canonicalJson({ ...spec, ...commandOf(spec) }))
        .digest('hex'),
      spec: JSON.stringify(spec),
      active: true,
    })),
  )
}

async function deactivateChecks(trx: Transaction<Database>, arenaId: number): Promise<void> {
  await trx.updateTable('checks').set({ active: false }).where('arena_id', '=', arenaId).execute()
}

async function upsertChecks(trx: Transaction<Database>, rows: Insertable<CheckTable>[]): Promise<void> {
  if (rows.length === 0) return
  await trx
    .insertInto('checks')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['arena_id', 'name', 'sha256']).doUpdateSet({ active: true }))
    .execute()
}
