/** Why results that a challenge was to have could not come: what it needs was taken away while it went on. */
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
 * Says who or what keeps these results from coming, and what can be done: a contestant that cannot be asked, prompts that
 * are retired, or the judge.
 * @param versionId  of the judge that was to judge them
 * @param kept  those for which somebody was not asked, or the judge asked no more
 */
export async function missingResultsCause(
  db: Kysely<Database>,
  { id, slug }: Pick<Arena, 'id' | 'slug'>,
  versionId: number,
  kept: readonly ChallengeResult[],
): Promise<CodedMessage> {
  const unasked = kept.flatMap((result) => result.unasked)
  for (const { contestantId, name, isRetired, hasProvider } of await selectAnswererStates(db, id, unasked)) {
    const missing = unasked.filter((one) => one === contestantId).length
    if (isRetired) return msg('retired_unasked', { name, missing })
    if (!hasProvider) return msg('unprovided_unasked', { name, missing })
  }
  const retired = await selectRetiredKeys(
    db,
    id,
    kept.map(({ promptId }) => promptId),
  )
  if (retired.length > 0) return msg('prompts_taken_away', few(retired))
  const { judge, isActive, isCurrent } = await selectJudgeNow(db, id, versionId)
  if (!isActive) return msg('judge_removed', { judge })
  return isCurrent
    ? msg('changed_and_back', { arena: slug, missing: kept.length })
    : msg('judge_changed', { arena: slug })
}

/**
 * Makes sure that whoever is retired has been asked for all that would count as lost without an answer.
 * @throws {ProblemError} invalid_request naming the one who has not
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
