import { insertLeaks, releaseOpenLeaks, settleLeaks } from '../../answers/index.ts'
import type { Arena } from '../../arenas/index.ts'
import { touchArena } from '../../arenas/index.ts'
import { putOnRecord } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { ProblemError } from '../../platform/problem.ts'
import { requestRating } from '../../votes/index.ts'
import { lockQuarantine } from '../queries.ts'
import { selectLeaksById } from './leak-queries.ts'
import { msg } from '../../../shared/messages/index.ts'

const MOST_NAMED = 5

/**
 * Releases leaks as false alarms: votes on them count again, unless another leak or an operator keeps them out. They are
 * not found again. With `held`, released leaks are held again instead. Other leaks do not change.
 * @returns the leaks that changed, and how many votes with them
 * @throws {ProblemError} leak_unknown naming the unknown leaks; nothing changes then
 */
export async function changeLeaks(
  deps: Deps,
  arena: Arena,
  { leaks: ids, reason, held }: { leaks: readonly number[]; reason: string; held: boolean },
): Promise<{ leaks: number[]; votes: number }> {
  const at = deps.clock()
  return deps.db.transaction().execute(async (trx) => {
    await lockQuarantine(trx, arena.id)
    const known = await selectLeaksById(trx, arena.id, ids)
    const unknown = ids.filter((id) => !known.some((one) => one.id === id))
    if (unknown.length > 0)
      throw new ProblemError(
        'leak_unknown',
        msg('no_such_leaks', {
          arena: arena.slug,
          leaks: unknown.slice(0, MOST_NAMED).map(String),
          more: unknown.length > MOST_NAMED,
        }),
      )
    let changed: number[]
    if (held) {
      const again = known.filter((one) => one.isReleased && !one.isOpenAgain)
      await insertLeaks(trx, arena.id, again, at)
      changed = again.map(({ id }) => id)
    } else changed = await releaseOpenLeaks(trx, arena.id, ids, { by: 'operator', because: reason, at })
    if (changed.length === 0) return { leaks: [], votes: 0 }
    await touchArena(trx, arena.id)
    const votes = await settleLeaks(trx, arena.id, at)
    await putOnRecord(trx, deps, arena.id, held ? 'leaks_held' : 'leaks_released', {
      leaks: changed,
      votes,
      reason,
    })
    await requestRating(trx, arena.id, deps.publishEvery)
    return { leaks: changed, votes }
  })
}
