import type { PreviewPair, PreviewRequest } from '../../shared/contracts/index.ts'
import { msg } from '../../shared/messages/index.ts'
import type { Arena } from '../arenas/index.ts'
import { contestantWithSlug } from '../contestants/index.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import { drawPreview } from '../sampling/index.ts'
import { criterionOf } from './issue-battle.ts'
import { selectNames, selectPromptId, selectPromptKey, selectTexts } from './queries.ts'
import { showAnswer } from './show-answer.ts'

/**
 * Draws a pair as for a voter who has seen nothing, among the named contestants and on the named prompt. Nothing is recorded.
 * @throws {ProblemError} contestant_unknown, prompt_unknown; arena_not_ready if voters are shown no such pair; invalid_request
 *   if the arena does not have the criterion, or both contestants are the same
 */
export async function previewPair(
  deps: Pick<Deps, 'db' | 'random'>,
  arena: Arena,
  request: PreviewRequest,
): Promise<PreviewPair> {
  const { db } = deps
  const criterion = criterionOf(arena, request.criterion)
  const slugs = [request.one, request.other].filter((slug) => slug !== undefined)
  const named = await Promise.all(slugs.map((slug) => contestantWithSlug(db, arena, slug)))
  if (named.length === 2 && named[0].id === named[1].id)
    throw new ProblemError('invalid_request', msg('preview_of_one', { name: named[0].name }))
  const { prompt: key } = request
  const promptId = key === undefined ? undefined : await selectPromptId(db, arena.id, key)
  if (key !== undefined && promptId === undefined)
    throw new ProblemError(
      'prompt_unknown',
      msg('no_such_prompts', { arena: arena.slug, prompts: [key], more: false }),
    )
  const draw = await drawPreview(deps, arena, { promptId, contestantIds: named.map(({ id }) => id) })
  if (!draw) {
    const isAny = named.length === 0 && key === undefined
    throw new ProblemError(
      'arena_not_ready',
      isAny ? msg('arena_without_pairs', { arena: arena.slug }) : msg('preview_pair_missing'),
    )
  }
  const { left, right } = draw
  const texts = await selectTexts(db, arena.id, draw.promptId, [left.answerId, right.answerId], criterion)
  const sides = await selectNames(db, arena.id, [left.contestantId, right.contestantId])
  return {
    criterion,
    prompt: {
      key: await selectPromptKey(db, arena.id, draw.promptId),
      messages: texts.messages,
      ...(texts.reference !== null && { reference: texts.reference }),
    },
    left: { ...sides[0], answer: showAnswer(texts.left) },
    right: { ...sides[1], answer: showAnswer(texts.right) },
  }
}
