import type { ErasedVoter, EraseVoterRequest } from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { countErasedVoter } from '../../arenas/index.ts'
import type { Arena } from '../../arenas/index.ts'
import { renameVoter } from '../../battles/index.ts'
import { forgetCommitted } from '../../chain/index.ts'
import { eraseVoterInLog, putOnRecord } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { newPseudonym } from '../../platform/erased.ts'
import { ProblemError } from '../../platform/problem.ts'
import { forgetVoter, requestRating } from '../../votes/index.ts'
import { forgetInvited } from '../../voters/index.ts'
import { forgetSuspicion, selectPerson } from './queries.ts'

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
