/** Why results of a challenge are missing: something that it needs was removed while it ran. */
import type { Kysely } from 'kysely'
import { few, msg } from '../../shared/messages/index.ts'
import type { CodedMessage } from '../../shared/messages/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { ChallengeResult } from './challenge-results.ts'
import type { Database } from '../platform/schema.ts'
import { rejectChallenge } from './reject-challenge.ts'
import {
  selectAnswererStates,
  selectJudgeNow,
  selectNeverAsked,
  selectRetiredKeys,
} from './removed-input-queries.ts'

/**
 * Explains why results of a challenge cannot come: a contestant that cannot be asked, retired prompts, or a changed
 * judge.
 * @param versionId  the judge version of the epoch
 * @param kept  the missing results
 */
export async function missingResultsCause(
  db: Kysely<Database>,
  { id, slug }: Pick<Arena, 'id' | 'slug'>,
  versionId: number,
  missingResults: readonly ChallengeResult[],
): Promise<CodedMessage> {
  const unasked = missingResults.flatMap((result) => result.unasked)
  for (const { contestantId, name, isRetired, hasProvider } of await selectAnswererStates(db, id, unasked)) {
    const missing = unasked.filter((one) => one === contestantId).length
    if (isRetired) return msg('retired_unasked', { name, missing })
    if (!hasProvider) return msg('unprovided_unasked', { name, missing })
  }
  const retired = await selectRetiredKeys(
    db,
    id,
    missingResults.map(({ promptId }) => promptId),
  )
  if (retired.length > 0) return msg('prompts_taken_away', few(retired))
  const { judge, isActive, isCurrent } = await selectJudgeNow(db, id, versionId)
  if (!isActive) return msg('judge_removed', { judge })
  return isCurrent
    ? msg('changed_and_back', { arena: slug, missing: missingResults.length })
    : msg('judge_changed', { arena: slug })
}

/**
 * Requires that a retired contestant was asked for every answer whose absence would count as a loss.
 * @throws {ProblemError} invalid_request naming the contestant
 */
export async function requireAnswersAsked(
  db: Kysely<Database>,
  { id }: Pick<Arena, 'id'>,
  contestantId: number,
  promptIds: readonly number[],
): Promise<void> {
  const never = await selectNeverAsked(db, id, contestantId, promptIds)
  if (never) rejectChallenge(msg('retired_unasked', never))
}
