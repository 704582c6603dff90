import type { ErasedVoter, EraseVoterRequest } from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { countErasedVoter, type Arena } from '../../arenas/index.ts'
import { renameVoter } from '../../battles/index.ts'
import { forgetCommitted } from '../../chain/index.ts'
import { eraseVoterInLog, putOnRecord, newPseudonym } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { ProblemError } from '../../platform/http/http.ts'
import { forgetVoter, requestRating } from '../../votes/index.ts'
import { forgetInvited } from '../../voters/index.ts'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '../../platform/schema.ts'

/**
 * Erases a person from an arena. Its votes stay and count, under a pseudonym that nothing connects with it. Its reasons,
 * its network, what was found about it and the salt of its commitment are deleted. The digests stay valid.
 * @throws {ProblemError} voter_unknown if nobody in the arena has this id, or the battle was shown to no person
 */
export async function eraseVoter(deps: Deps, arena: Arena, request: EraseVoterRequest): Promise<ErasedVoter> {
  const voter = await selectPerson(deps.db, arena.id, request)
  if (voter === undefined)
    throw new ProblemError(
      'voter_unknown',
      msg('no_such_voter', { arena: arena.slug, voter: request.voter ?? request.battle! }),
    )
  const erasedAs = newPseudonym()
  const battles = await deps.db.transaction().execute(async (trx) => {
    const renamed = await renameVoter(trx, arena.id, voter, erasedAs)
    await forgetInvited(trx, arena.id, voter, erasedAs)
    await forgetVoter(trx, arena.id, voter, erasedAs)
    await forgetCommitted(trx, arena.id, voter, erasedAs)
    await forgetSuspicion(trx, arena.id, voter)
    await eraseVoterInLog(trx, arena.id, voter, erasedAs)
    await countErasedVoter(trx, arena.id)
    await putOnRecord(trx, deps, arena.id, 'voter_erased', { voter: erasedAs, battles: renamed })
    await requestRating(trx, arena.id, deps.publishEvery)
    return renamed
  })
  return { arena: arena.slug, erasedAs, battles }
}

/** A person who was shown the battle, or has this id; undefined if there is none. A judge is no person. */
async function selectPerson(
  db: Kysely<Database>,
  arenaId: number,
  { voter = null, battle = null }: { voter?: string | null | undefined; battle?: string | null | undefined },
): Promise<string | undefined> {
  const { rows } = await sql<{ voter: string }>`
    select b.voter from battles b
    where b.arena_id = ${arenaId} and b.judgement_id is null
      and (${battle}::uuid is null or b.id = ${battle}) and (${voter}::text is null or b.voter = ${voter})
      and not exists (select from votes v where v.arena_id = b.arena_id and v.battle_id = b.id
        and (v.source <> 'human' or v.voter = v.import_key))
    limit 1`.execute(db)
  return rows[0]?.voter
}

/** Removes what was found about a voter. */
async function forgetSuspicion(trx: Transaction<Database>, arenaId: number, voter: string): Promise<void> {
  await trx.deleteFrom('suspicions').where('arena_id', '=', arenaId).where('subject', '=', voter).execute()
}
