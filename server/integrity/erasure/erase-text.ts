import type { ErasedText, EraseTextRequest } from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { eraseAnswers, forgetLeaksOfPrompt } from '../../answers/index.ts'
import { touchArena } from '../../arenas/index.ts'
import type { Arena } from '../../arenas/index.ts'
import { eraseReferences, eraseResultReasons } from '../../challenges/index.ts'
import { putOnRecord } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { ProblemError } from '../../platform/problem.ts'
import { removeUnusedPictures } from '../../pictures/index.ts'
import { erasePrompt } from '../../prompts/index.ts'
import { eraseReplies, isOpen, lockRuns } from '../../runs/index.ts'
import { eraseReasonsAbout, requestRating } from '../../votes/index.ts'
import { eraseLeakWords, selectLeaksIn, selectTextIds } from './queries.ts'

/**
 * Erases the answers of a contestant to a prompt, or the prompt with all its answers. A tombstone stands in their place.
 * Reasons, judges' replies and other texts that may quote them are erased too. Votes stay and count, and the digests stay
 * valid. An erased text is not shown, judged, made or imported again.
 * @throws {ProblemError} prompt_unknown, contestant_unknown; invalid_request while judges are at work, who may be reading
 *   the text
 */
export async function eraseText(
  deps: Deps,
  arena: Arena,
  { prompt, contestant }: EraseTextRequest,
): Promise<ErasedText> {
  const now = deps.clock()
  const answers = await deps.db.transaction().execute(async (trx) => {
    const run = await lockRuns(trx, arena.id)
    if (run && isOpen(run.status))
      throw new ProblemError('invalid_request', msg('judging_reads_texts', { arena: arena.slug }))
    const ids = await selectTextIds(trx, arena.id, prompt, contestant)
    if (!ids)
      throw await unknownText(prompt, contestant, arena, () =>
        selectTextIds(trx, arena.id, prompt, undefined),
      )
    const { promptId, answerIds, contestantId } = ids
    const isWhole = contestantId === null
    const leaks = await selectLeaksIn(trx, arena.id, { promptId: isWhole ? promptId : null, answerIds })
    await eraseLeakWords(trx, arena.id, leaks)
    await eraseReplies(trx, arena.id, answerIds)
    await eraseReasonsAbout(trx, arena.id, answerIds)
    await eraseResultReasons(trx, arena.id, answerIds)
    const erased = await eraseAnswers(trx, arena.id, { promptId, contestantId }, now)
    if (isWhole) {
      await erasePrompt(trx, arena.id, promptId, now)
      await forgetLeaksOfPrompt(trx, arena.id, promptId)
      await eraseReferences(trx, arena.id, promptId)
    }
    await removeUnusedPictures(trx, arena.id)
    await touchArena(trx, arena.id)
    await putOnRecord(trx, deps, arena.id, 'text_erased', {
      prompt,
      ...(contestant !== undefined && { contestant }),
      answers: erased.length,
    })
    await requestRating(trx, arena.id, deps.publishEvery)
    return erased.length
  })
  return { arena: arena.slug, prompt, contestant: contestant ?? null, answers }
}

async function unknownText(
  prompt: string,
  contestant: string | undefined,
  { slug }: Arena,
  findPrompt: () => Promise<object | undefined>,
): Promise<ProblemError> {
  if (contestant !== undefined && (await findPrompt()))
    return new ProblemError(
      'contestant_unknown',
      msg('no_such_contestant_named', { arena: slug, contestant }),
    )
  return new ProblemError(
    'prompt_unknown',
    msg('no_such_prompts', { arena: slug, prompts: [prompt], more: false }),
  )
}
