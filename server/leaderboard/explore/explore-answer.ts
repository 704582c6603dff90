import type { ExploredAnswer } from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import type { Arena } from '../../arenas/index.ts'
import { showAnswer } from '../../battles/index.ts'
import { contestantWithSlug } from '../../contestants/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { ProblemError } from '../../platform/problem.ts'
import { textsPublicFrom, textsWithheld } from '../../prompts/index.ts'
import { currentCellVotes, currentExploredVotes } from '../../ratings/index.ts'
import type { ArenaView } from '../../ratings/index.ts'
import { selectChecked } from '../battle/queries.ts'
import { recorded } from '../contestant/contestant-record.ts'
import { selectVotesOn } from '../contestant/queries.ts'
import { shownView } from '../head-to-head.ts'
import type { CellRequest } from './explore-request.ts'
import { selectPromptsByKey, selectWholeTexts } from './queries.ts'

const MOST_BATTLES = 20
const MOST_ANSWERS = 10

/**
 * One contestant on one prompt: its answers with their checks, its votes in a view, and their latest battles. Texts and
 * checks are left out while the prompt's texts are not public, unless `isAdmin`.
 * @throws {ProblemError} contestant_unknown, prompt_unknown; too_many_requests if too many views are being counted
 */
export async function exploreAnswer(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  { contestant: slug, prompt: key }: CellRequest,
  isAdmin: boolean,
): Promise<ExploredAnswer> {
  const { id, name, retired_at } = await contestantWithSlug(deps.db, arena, slug)
  const [prompt] = await selectPromptsByKey(deps.db, arena.id, [key])
  if (!prompt)
    throw new ProblemError(
      'prompt_unknown',
      msg('no_such_prompts', { arena: arena.slug, prompts: [key], more: false }),
    )
  const withheld = textsWithheld(prompt, deps.clock(), isAdmin)
  const cell = { contestant: name, prompt: key, most: MOST_BATTLES }
  const [votes, ids, texts] = await Promise.all([
    currentExploredVotes(deps, arena, view, [name], [key]),
    currentCellVotes(deps, arena, view, cell),
    withheld === null ? selectWholeTexts(deps.db, arena.id, prompt.id, id, MOST_ANSWERS) : null,
  ])
  const { messages, answers } = texts ?? { messages: [], answers: [] }
  const [battles, checks] = await Promise.all([
    selectVotesOn(deps.db, arena.id, id, ids),
    selectChecked(
      deps.db,
      arena.id,
      answers.map((answer) => answer.id),
    ),
  ])
  return {
    arena: arena.slug,
    view: shownView(view),
    contestant: { slug, name, retired: retired_at !== null },
    prompt: { key, category: prompt.category, retired: prompt.retiredAt !== null },
    withheld,
    textsPublicFrom: prompt.retiredAt && textsPublicFrom(prompt.retiredAt).toISOString(),
    messages,
    answers: answers.map((answer) => ({
      ...showAnswer(answer),
      sample: answer.sample,
      checks: checks
        .filter(({ answerId }) => answerId === answer.id)
        .map(({ name: check, passed, reason }) => ({ name: check, passed, reason })),
    })),
    votes: votes.prompts[0].cells[0],
    battles: battles.map(recorded),
  }
}
