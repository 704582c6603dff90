/** Prompts × contestants, one cell of it, and categories × contestants. Responses depend on the token: none is cached. */
import type { AnswerContent } from '../../answers/tables.ts'
import { Hono } from 'hono'
import {
  CategoryStandings,
  Exploration,
  ExploredAnswer,
  type Board,
  type CategoryStanding,
  type Message,
} from '../../../shared/contracts/index.ts'
import { ofReader, type Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { checked, type Env } from '../../platform/http/http.ts'
import { describeRoute, jsonBody } from '../../platform/http/route-description.ts'
import {
  resolveView,
  currentSnapshot,
  currentCellVotes,
  currentExploredVotes,
  type ArenaView,
} from '../../ratings/index.ts'
import {
  explorePrompts,
  CellRequest,
  ExploreRequest,
  StandingsRequest,
  chosenContestants,
  type ChosenContestant,
  selectPromptsByKey,
} from './explore-prompts.ts'
import { shownView } from '../view-figures.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/schema.ts'
import { showAnswer } from '../../battles/index.ts'
import { contestantWithSlug } from '../../contestants/index.ts'
import { textsPublicFrom, textsWithheld, unknownPrompts } from '../../prompts/index.ts'
import { selectChecked } from '../decided-battle.ts'
import { recorded, selectVotesOn } from '../contestant-record.ts'

const MOST_BATTLES = 20
const MOST_ANSWERS = 10

/**
 * One contestant on one prompt: its answers with their checks, its votes in a view, and their latest battles. Texts and
 * checks are left out while the prompt's texts are not public, unless `isAdmin`.
 * @throws {ProblemError} contestant_unknown, prompt_unknown; too_many_requests if too many views are being counted
 */
async function exploreAnswer(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  { contestant: slug, prompt: key }: CellRequest,
  isAdmin: boolean,
): Promise<ExploredAnswer> {
  const { id, name, retired_at } = await contestantWithSlug(deps.db, arena, slug)
  const [prompt] = await selectPromptsByKey(deps.db, arena.id, [key])
  if (!prompt) throw await unknownPrompts(deps.db, arena, [key])
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
    prompt: { key, category: prompt.category, retired: prompt.retired_at !== null },
    withheld,
    textsPublicFrom: prompt.retired_at && textsPublicFrom(prompt.retired_at).toISOString(),
    messages,
    answers: answers.map((answer) => ({
      ...showAnswer(answer, arena.settings.webAnswers === 'on'),
      sample: answer.sample,
      checks: checks
        .filter(({ answerId }) => answerId === answer.id)
        .map(({ name: check, passed, reason }) => ({ name: check, passed, reason })),
    })),
    votes: votes.prompts[0].cells[0],
    battles: battles.map(recorded),
  }
}

interface WholeAnswer extends AnswerContent {
  id: number
  sample: number
}

/** The first answers of a contestant to a prompt, and the prompt's messages. */
async function selectWholeTexts(
  db: Db,
  arenaId: number,
  promptId: number,
  contestantId: number,
  most: number,
): Promise<{ messages: Message[]; answers: WholeAnswer[] }> {
  const prompt = await db
    .selectFrom('prompts')
    .select('messages')
    .where('arena_id', '=', arenaId)
    .where('id', '=', promptId)
    .executeTakeFirstOrThrow()
  const answers = await db
    .selectFrom('answers')
    .select(['id', 'sample', 'text', 'turns', 'context', 'transcript'])
    .where('arena_id', '=', arenaId)
    .where('prompt_id', '=', promptId)
    .where('contestant_id', '=', contestantId)
    .orderBy('sample')
    .limit(most)
    .execute()
  return { messages: prompt.messages ?? [], answers }
}

/**
 * How some contestants stand on the boards of the categories. Nothing is concluded beyond what each board declares, for
 * itself alone.
 * @throws {ProblemError} contestant_unknown; too_many_requests when too many requested boards are waiting
 */
async function categoryStandings(
  deps: Deps,
  arena: Arena,
  { contestant, offset, limit, ...votes }: StandingsRequest,
): Promise<CategoryStandings> {
  const view = await resolveView(deps, arena, votes)
  const [contestants, page] = await Promise.all([
    chosenContestants(deps, arena, view, contestant),
    selectCategoryPage(deps.db, arena.id, { offset, limit }),
  ])
  const categories: CategoryStanding[] = []
  const shown = page.total === 0 ? [] : offset === 0 ? [null, ...page.categories] : page.categories
  for (const category of shown) {
    const request = { ...votes, ...(category !== null && { category }) }
    const { board } = await currentSnapshot(deps, arena, await resolveView(deps, arena, request))
    categories.push(standingOf(category, JSON.parse(board) as Board, contestants))
  }
  return {
    arena: arena.slug,
    view: shownView(view),
    contestants: contestants.map(({ slug, name, retired }) => ({ slug, name, retired })),
    total: page.total,
    offset,
    categories,
  }
}

function standingOf(
  category: string | null,
  board: Board,
  contestants: readonly ChosenContestant[],
): CategoryStanding {
  const { state, leader, deadHeat } = board
  const first = new Set(deadHeat)
  const rowBySlug = new Map(board.contestants.map((row) => [row.slug, row]))
  return {
    category,
    votes: board.votes,
    leader,
    state,
    inDeadHeat: deadHeat.length,
    rated: board.contestants.filter(({ status }) => status === 'rated').length,
    cells: contestants.map(({ slug }) => {
      const row = rowBySlug.get(slug)
      if (!row) return null
      const { status, votes, rating, interval, place } = row
      return { status, votes, rating, interval, place, mayBeFirst: first.has(row.name) }
    }),
  }
}

/** A page of the categories of an arena, sorted, and how many there are. */
async function selectCategoryPage(
  db: Db,
  arenaId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; categories: string[] }> {
  const { rows } = await sql<{ category: string }>`
    select distinct category from prompts where arena_id = ${arenaId} and category is not null
    order by category`.execute(db)
  const categories = rows.slice(offset, offset + limit).map(({ category }) => category)
  return { total: rows.length, categories }
}

const exploreRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/api/arenas/:arena/explore',
      describeRoute({
        summary:
          'Prompts and contestants, page by page: votes of a view on each prompt, the beginnings of prompt and answers, checks. Texts and checks are shown if the prompt is not voted on any more, or with the admin token.',
        responses: { 200: jsonBody('The page.', Exploration) },
        problems: ['contestant_unknown', 'too_many_requests'],
      }),
      checked('query', ExploreRequest),
      ofReader(deps),
      async (c) => {
        const { arena, isOperator } = c.var
        const request = c.req.valid('query')
        const { source, criterion, category, from, to } = request
        const view = await resolveView(deps, arena, { source, criterion, category, from, to })
        c.header('cache-control', 'no-store')
        return c.json(await explorePrompts(deps, arena, view, request, isOperator))
      },
    )
    .get(
      '/api/arenas/:arena/explore/answer',
      describeRoute({
        summary:
          'One contestant on one prompt: its answers with their checks, its votes in a view, and the latest battles of these votes. Texts and checks are shown if the prompt is not voted on any more, or with the admin token.',
        responses: { 200: jsonBody('The answers and battles.', ExploredAnswer) },
        problems: ['contestant_unknown', 'prompt_unknown', 'too_many_requests'],
      }),
      checked('query', CellRequest),
      ofReader(deps),
      async (c) => {
        const { arena, isOperator } = c.var
        const { source, criterion, from, to, ...cell } = c.req.valid('query')
        const view = await resolveView(deps, arena, { source, criterion, from, to })
        c.header('cache-control', 'no-store')
        return c.json(await exploreAnswer(deps, arena, view, { ...cell }, isOperator))
      },
    )
    .get(
      '/api/arenas/:arena/explore/categories',
      describeRoute({
        summary: 'How some contestants stand on the boards of the categories, page by page.',
        responses: { 200: jsonBody('The standings.', CategoryStandings) },
        problems: ['contestant_unknown', 'too_many_requests'],
      }),
      checked('query', StandingsRequest),
      ofReader(deps),
      async (c) => c.json(await categoryStandings(deps, c.var.arena, c.req.valid('query'))),
    )

export const explore = { routes: exploreRoutes }
