import type { CodedMessage } from '../../shared/messages/index.ts'
import { inEnglish } from '../../shared/messages/index.ts'
import type { Deps } from '../platform/deps.ts'
import { bodyOf } from './notice-body.ts'
import { post } from './post-notice.ts'
import { selectDue, updateNotice } from './queries.ts'

const MOST_AT_ONCE = 100
const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 60 * 60_000
/** How long a notice is tried. */
const GIVEN_UP_MS = 3 * 24 * 60 * 60_000

/**
 * Sends the notices that are due. After a failed attempt the next one follows a minute later, then two, four and so on, up to
 * an hour, for three days. A receiver that cannot be reached is tried once in a call, not with every notice.
 * @returns how many were delivered
 */
export async function deliverNotices(
  deps: Pick<Deps, 'db' | 'clock' | 'notices' | 'origins' | 'log'>,
): Promise<number> {
  const address = deps.notices
  if (address === null) return 0
  let delivered = 0
  for (const notice of await selectDue(deps.db, deps.clock(), MOST_AT_ONCE)) {
    const now = deps.clock()
    const attempts = notice.attempts + 1
    const failure = await post(address, notice.id, bodyOf(notice, address, deps.origins), now)
    if (failure === null) {
      await updateNotice(deps.db, notice, {
        state: 'delivered',
        attempts,
        delivered_at: now,
        next_at: null,
        last_error: null,
      })
      delivered++
      continue
    }
    deps.log.warn(
      { notice: notice.id, kind: notice.kind },
      `a notice was not delivered: ${inEnglish(failure)}`,
    )
    const isGivenUp = now.getTime() - notice.found_at.getTime() >= GIVEN_UP_MS
    await updateNotice(deps.db, notice, {
      state: isGivenUp ? 'failed' : 'waiting',
      attempts,
      last_error: JSON.stringify(failure),
      next_at: isGivenUp ? null : new Date(now.getTime() + waitAfter(attempts)),
    })
    if (isUnreachable(failure)) break
  }
  return delivered
}

/** Milliseconds from a failed attempt to the next. */
export const waitAfter = (attempts: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1))

const isUnreachable = ({ code }: CodedMessage): boolean =>
  code === 'notice_unreachable' || code === 'notice_timed_out'
