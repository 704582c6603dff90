import { sql } from 'kysely'
import {
  type CellVotes,
  type CheckSummary,
  type Exploration,
  type ExploredCell,
  type ExploredPrompt,
  MOST_EXPLORED,
  SHOWN_PROMPTS,
  type Board,
} from '../../../shared/contracts/index.ts'
import type { Arena } from '../../arenas/index.ts'
import { showAnswer } from '../../battles/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Db } from '../../platform/schema.ts'
import { publicIfRetiredBy, textsWithheld } from '../../prompts/index.ts'
import {
  currentExploredVotes,
  type ArenaView,
  type VotesOfPrompt,
  ViewRequest,
  currentSnapshot,
  resolveView,
} from '../../ratings/index.ts'
import { selectChecked } from '../decided-battle.ts'
import { beginning, UNITS_OF_BEGINNING } from '../contestant-record.ts'
import { shownView } from '../view-figures.ts'
import { z } from 'zod'
import { unknownContestant } from '../../contestants/index.ts'
import { refuse } from '../../../shared/contracts/problem.ts'

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
    prompts: rows.map(({ id, key, category, retired_at, withheld }): ExploredPrompt => {
      const text = withheld === null ? (texts.prompts.get(id) ?? null) : null
      return {
        key,
        category,
        retired: retired_at !== null,
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
  db: Db,
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
  const { text = '' } = showAnswer({ text: texts.text, turns: null, context: null, transcript: null }, false)
  return { ...votes, text: beginning(text), samples: texts.ids.length, checks: texts.checks }
}

/**
 * The votes that are looked at. A group of invited people is not among the choices: single prompts would show how each
 * of few people voted.
 */
const Votes = ViewRequest.pick({ source: true, criterion: true, category: true, from: true, to: true })

const Contestant = z.string().min(1, refuse('contestant_asked')).max(200)

/** May be repeated. Default: the highest rated. */
const Contestants = z.union([Contestant, z.array(Contestant).max(MOST_EXPLORED)]).optional()

const Offset = z.coerce.number().int().min(0).max(1_000_000).default(0)

export const ExploreRequest = Votes.extend({
  contestant: Contestants,
  show: z.enum(SHOWN_PROMPTS).default('all'),
  /** The contestant whose votes or answers select prompts. Default: any of the chosen ones. */
  of: Contestant.optional(),
  /** With `show=failed`: the check. Default: any. */
  check: z.string().max(200).optional(),
  offset: Offset,
  limit: z.coerce.number().int().min(1).max(50).default(25),
})
export type ExploreRequest = z.infer<typeof ExploreRequest>

export const CellRequest = Votes.omit({ category: true }).extend({
  contestant: Contestant,
  prompt: z.string().min(1).max(1000),
})
export type CellRequest = z.infer<typeof CellRequest>

export const StandingsRequest = Votes.omit({ category: true }).extend({
  contestant: Contestants,
  offset: Offset,
  limit: z.coerce.number().int().min(1).max(8).default(4),
})
export type StandingsRequest = z.infer<typeof StandingsRequest>

/** How many contestants are shown if the request names none. */
const HIGHEST = 4

/**
 * The contestants that a request names, in its order; by default the first of the board of all categories.
 * @param also  a contestant that follows if it is not among them
 * @throws {ProblemError} contestant_unknown
 */
export async function chosenContestants(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  asked: string | readonly string[] | undefined,
  also?: string,
): Promise<ChosenContestant[]> {
  const named = asked === undefined ? await highestRated(deps, arena, view) : [asked].flat()
  const slugs = [...new Set(also === undefined ? named : [...named, also])]
  const chosen = await selectChosen(deps.db, arena.id, slugs)
  const missing = slugs.find((slug) => !chosen.some((one) => one.slug === slug))
  if (missing === undefined) return chosen
  return unknownContestant(deps.db, arena, missing)
}

async function highestRated(deps: Deps, arena: Arena, view: ArenaView): Promise<string[]> {
  const { source, criterion } = view
  const whole = await resolveView(deps, arena, { source, ...(criterion !== null && { criterion }) })
  const { board } = await currentSnapshot(deps, arena, whole)
  const { contestants } = JSON.parse(board) as Board
  return contestants.flatMap(({ slug }) => slug ?? []).slice(0, HIGHEST)
}

/** The contestants with these slugs, in this order. Unknown slugs are left out. */
async function selectChosen(db: Db, arenaId: number, slugs: readonly string[]): Promise<ChosenContestant[]> {
  const { rows } = await sql<ChosenContestant>`
    select id, slug, name, retired_at is not null as retired from contestants
    where arena_id = ${arenaId} and slug = any (${slugs}::text[])
    order by array_position(${slugs}::text[], slug)`.execute(db)
  return rows
}

export interface ChosenContestant {
  id: number
  slug: string
  name: string
  retired: boolean
}

async function selectCheckNames(db: Db, arenaId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('checks')
    .select('name')
    .where('arena_id', '=', arenaId)
    .where('active', '=', true)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

interface PromptRow {
  id: number
  key: string
  category: string | null
  retired_at: Date | null
  retired_by: 'file' | 'admin' | 'live' | null
  /** Whether the arena knows any text of the prompt or of its answers. */
  isKnown: boolean
}

// a subquery with a limit: for `exists`, Postgres may read all answers of the arena at once
const promptColumns = sql`p.id, p.key, p.category, p.retired_at, p.retired_by,
  p.messages is not null or (select true from answers x
    where x.arena_id = p.arena_id and x.prompt_id = p.id limit 1) is not null as "isKnown"`

interface PromptSelection {
  category: string | null
  /** Only prompts that were retired by then; null: any. */
  retiredBy: Date | null
  /** Only prompts whose answers of these contestants failed a check; `check` null: any check. */
  failed: { contestants: readonly number[]; check: string | null } | null
}

/** A page of prompts in the order in which they came, and how many there are in all. */
async function selectPromptPage(
  db: Db,
  arenaId: number,
  { category, retiredBy, failed }: PromptSelection,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; prompts: PromptRow[] }> {
  const from = sql`from prompts p where p.arena_id = ${arenaId}
    ${category === null ? sql`` : sql`and p.category = ${category}`}
    ${retiredBy === null ? sql`` : sql`and p.retired_at <= ${retiredBy} and p.retired_by <> 'live'`}
    ${failed === null ? sql`` : sql`and p.id in ${promptsFailed(arenaId, failed)}`}`
  const counted = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db)
  const { rows } = await sql<PromptRow>`
    select ${promptColumns} ${from} order by p.id limit ${limit} offset ${offset}`.execute(db)
  return { total: counted.rows[0].total, prompts: rows }
}

/** By the latest result of each active check. */
const promptsFailed = (arenaId: number, { contestants, check }: NonNullable<PromptSelection['failed']>) =>
  sql`(
    select a.prompt_id from check_results r
    join checks k on k.arena_id = r.arena_id and k.name = r.name and k.sha256 = r.sha256 and k.active
    join answers a on a.arena_id = r.arena_id and a.id = r.answer_id
    where r.arena_id = ${arenaId} and not r.passed and a.contestant_id = any (${contestants}::integer[])
      ${check === null ? sql`` : sql`and r.name = ${check}`}
      and not exists (select from check_results n where n.arena_id = r.arena_id and n.answer_id = r.answer_id
        and n.name = r.name and n.sha256 = r.sha256 and n.run_id > r.run_id))`

/** The prompts with these keys, in this order. */
export async function selectPromptsByKey(
  db: Db,
  arenaId: number,
  keys: readonly string[],
): Promise<PromptRow[]> {
  const { rows } = await sql<PromptRow>`
    select ${promptColumns} from prompts p
    where p.arena_id = ${arenaId} and p.key = any (${keys}::text[])
    order by array_position(${keys}::text[], p.key)`.execute(db)
  return rows
}

/** The beginnings of the first user message of these prompts, or of their first message; null: no text is known. */
async function selectPromptBeginnings(
  db: Db,
  arenaId: number,
  promptIds: readonly number[],
): Promise<Map<number, string | null>> {
  const { rows } = await sql<{ id: number; text: string | null }>`
    select p.id, left(coalesce(
      (select m->>'content' from jsonb_array_elements(p.messages) m where m->>'role' = 'user' limit 1),
      p.messages->0->>'content'), ${UNITS_OF_BEGINNING}::integer) as text
    from prompts p where p.arena_id = ${arenaId} and p.id = any (${promptIds}::integer[])`.execute(db)
  return new Map(rows.map(({ id, text }) => [id, text]))
}

interface AnswerBeginning {
  promptId: number
  contestantId: number
  /** The beginning of the first answer. */
  text: string
  /** The ids of all answers, in the order of their numbers. */
  ids: number[]
}

/** The answers of these contestants to these prompts. */
async function selectAnswerBeginnings(
  db: Db,
  arenaId: number,
  promptIds: readonly number[],
  contestantIds: readonly number[],
): Promise<AnswerBeginning[]> {
  const { rows } = await sql<AnswerBeginning>`
    select prompt_id as "promptId", contestant_id as "contestantId", array_agg(id order by sample) as ids,
      (array_agg(left(coalesce(text, turns->>0, ''), ${UNITS_OF_BEGINNING}::integer) order by sample))[1] as text
    from answers
    where arena_id = ${arenaId} and prompt_id = any (${promptIds}::integer[])
      and contestant_id = any (${contestantIds}::integer[])
    group by prompt_id, contestant_id`.execute(db)
  return rows
}
