import type { Kysely } from 'kysely'
import type {
  CellVotes,
  CheckSummary,
  Exploration,
  ExploredCell,
  ExploredPrompt,
} from '../../../shared/contracts/index.ts'
import type { Arena } from '../../arenas/index.ts'
import { showAnswer } from '../../battles/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Database } from '../../platform/schema.ts'
import { publicIfRetiredBy, textsWithheld } from '../../prompts/index.ts'
import { currentExploredVotes } from '../../ratings/index.ts'
import type { ArenaView, VotesOfPrompt } from '../../ratings/index.ts'
import { selectChecked } from '../battle/queries.ts'
import { beginning } from '../beginning.ts'
import { shownView } from '../head-to-head.ts'
import { chosenContestants } from './chosen.ts'
import type { ExploreRequest } from './explore-request.ts'
import {
  selectAnswerBeginnings,
  selectCheckNames,
  selectPromptBeginnings,
  selectPromptPage,
  selectPromptsByKey,
} from './queries.ts'
import type { AnswerBeginning, ChosenContestant, PromptRow } from './queries.ts'

/**
 * A page of prompts with what some contestants answered, how they fared in a view, and which checks they passed.
 * Without public texts, a prompt is shown by key and votes only, unless `isAdmin`; then no check selects it either.
 * @throws {ProblemError} contestant_unknown; too_many_requests if too many views are being counted
 */
export async function explorePrompts(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  request: ExploreRequest,
  isAdmin: boolean,
): Promise<Exploration> {
  const contestants = await chosenContestants(deps, arena, view, request.contestant, request.of)
  const [listed, checks] = await Promise.all([
    listedPrompts(deps, arena, view, request, contestants, isAdmin),
    selectCheckNames(deps.db, arena.id),
  ])
  const now = deps.clock()
  const rows = listed.prompts.map((row) => ({ ...row, withheld: textsWithheld(row, now, isAdmin) }))
  const readable = rows.filter(({ withheld }) => withheld === null).map(({ id }) => id)
  const texts = await textsOf(deps.db, arena, readable, contestants)
  const votes = new Map(listed.votes.map(({ key, cells }) => [key, cells]))
  return {
    arena: arena.slug,
    view: shownView(view),
    contestants: contestants.map(({ slug, name, retired }) => ({ slug, name, retired })),
    checks,
    total: listed.total,
    offset: request.offset,
    prompts: rows.map(({ id, key, category, retiredAt, withheld }): ExploredPrompt => {
      const text = withheld === null ? (texts.prompts.get(id) ?? null) : null
      return {
        key,
        category,
        retired: retiredAt !== null,
        withheld,
        text: text === null ? null : beginning(text),
        cells: contestants.map((one, column) =>
          cellOf(votes.get(key)![column], withheld === null ? texts.cellOf(id, one.id) : null),
        ),
      }
    }),
  }
}

interface Listed {
  total: number
  prompts: PromptRow[]
  votes: VotesOfPrompt[]
}

/** The prompts of the page: selected by their votes in memory, or by what the database knows of them. */
async function listedPrompts(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  { show, of, check, offset, limit }: ExploreRequest,
  contestants: readonly ChosenContestant[],
  isAdmin: boolean,
): Promise<Listed> {
  const names = contestants.map(({ name }) => name)
  if (show !== 'all' && show !== 'readable' && show !== 'failed') {
    const name = contestants.find(({ slug }) => slug === of)?.name ?? null
    const { total, prompts } = await currentExploredVotes(deps, arena, view, names, {
      show,
      of: name,
      offset,
      limit,
    })
    const keys = prompts.map(({ key }) => key)
    return { total, prompts: await selectPromptsByKey(deps.db, arena.id, keys), votes: prompts }
  }
  const ids = contestants.filter(({ slug }) => of === undefined || slug === of).map(({ id }) => id)
  const mustBePublic = show === 'readable' || (show === 'failed' && !isAdmin)
  const selection = {
    category: view.category,
    retiredBy: mustBePublic ? publicIfRetiredBy(deps.clock()) : null,
    failed: show === 'failed' ? { contestants: ids, check: check || null } : null,
  }
  const { total, prompts } = await selectPromptPage(deps.db, arena.id, selection, { offset, limit })
  const keys = prompts.map(({ key }) => key)
  const { prompts: votes } = await currentExploredVotes(deps, arena, view, names, keys)
  return { total, prompts, votes }
}

interface CellTexts extends AnswerBeginning {
  checks: Pick<CheckSummary, 'name' | 'passed' | 'of'>[]
}

/** The texts of prompts that the reader may see, and of the contestants' answers to them. */
async function textsOf(
  db: Kysely<Database>,
  arena: Arena,
  promptIds: readonly number[],
  contestants: readonly ChosenContestant[],
) {
  const contestantIds = contestants.map(({ id }) => id)
  const [prompts, answers] = await Promise.all([
    selectPromptBeginnings(db, arena.id, promptIds),
    selectAnswerBeginnings(db, arena.id, promptIds, contestantIds),
  ])
  const results = await selectChecked(
    db,
    arena.id,
    answers.flatMap(({ ids }) => ids),
  )
  const resultsByAnswer = Map.groupBy(results, ({ answerId }) => answerId)
  const cells = new Map(
    answers.map((answer): [string, CellTexts] => {
      const ofAnswers = answer.ids.flatMap((id) => resultsByAnswer.get(id) ?? [])
      const byName = Map.groupBy(ofAnswers, ({ name }) => name)
      const checks = [...byName].map(([name, all]) => ({
        name,
        passed: all.filter(({ passed }) => passed === true).length,
        of: all.filter(({ passed }) => passed !== null).length,
      }))
      return [`${answer.promptId} ${answer.contestantId}`, { ...answer, checks }]
    }),
  )
  return {
    prompts,
    cellOf: (prompt: number, contestant: number) => cells.get(`${prompt} ${contestant}`) ?? 'no answer',
  }
}

/** @param texts  null: they are withheld */
function cellOf(votes: CellVotes, texts: CellTexts | 'no answer' | null): ExploredCell {
  if (texts === null) return { ...votes, text: null, samples: null, checks: [] }
  if (texts === 'no answer') return { ...votes, text: null, samples: 0, checks: [] }
  const { text = '' } = showAnswer({ text: texts.text, turns: null, context: null, transcript: null })
  return { ...votes, text: beginning(text), samples: texts.ids.length, checks: texts.checks }
}
