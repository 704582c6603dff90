import { stringify } from 'yaml'
import {
  MAX_ARENA_BYTES,
  MAX_ARENA_FILES,
  PICTURE_NAME,
  type ArenaRecipe,
  type LeftOut,
  type Message,
  type Rubric,
  type CheckSpec,
} from '../../../shared/contracts/index.ts'
import { arenaForOperator, selectProviders, type Arena } from '../../arenas/index.ts'
import { recordAct } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { ProblemError } from '../../platform/problem.ts'
import type { AnswerRow } from '../formats/answers.ts'
import { sql, type Selectable } from 'kysely'
import type { Database, Db } from '../../platform/schema.ts'
import { contestantFamily, type Contestant } from '../../contestants/index.ts'
import { currentJudges, type CurrentJudge } from '../../judging/index.ts'
import { hashRubric, placesMaterial, readRubric, SHIPPED_RUBRICS } from '../../rubrics/index.ts'

/**
 * Writes the arena as an arena.yaml with the files it names. Importing them again changes nothing. `leftOut` lists
 * what no file can hold. The audit log records each call, because it gives out texts with names.
 * @throws {ProblemError} too_large if the files are too large to be sent back over HTTP
 */
export async function arenaAsFiles(
  deps: Pick<Deps, 'db' | 'actor' | 'clock'>,
  { id, slug }: Arena,
): Promise<ArenaRecipe> {
  if ((await sizeOfGivenAnswers(deps.db, id)) > MAX_ARENA_BYTES) throw tooLarge()
  return deps.db.transaction().execute(async (trx) => {
    const state = await selectArenaState(trx, await arenaForOperator(trx, slug))
    const recipe = await recipeFiles(state, await selectGivenAnswers(trx, id))
    const texts = Object.values(recipe.files)
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
    if (bytes > MAX_ARENA_BYTES || texts.length > MAX_ARENA_FILES) throw tooLarge()
    await recordAct(trx, deps, id, 'texts_exported', { what: 'recipe', format: 'yaml' })
    return recipe
  })
}

/** Whether a file of the arena names the prompt. */
const isNamed = (retiredBy: string | null) => retiredBy === null || retiredBy === 'admin'

/** @param importedAnswers the answers that no provider makes */
async function recipeFiles(state: ArenaState, importedAnswers: readonly GivenAnswer[]): Promise<ArenaRecipe> {
  const { arena, contestants, prompts, providers, checks } = state
  const inFiles = prompts.filter(({ messages, retired_by }) => messages !== null && isNamed(retired_by))
  const rows = inFiles.map(promptEntry)
  const isFile = inFiles.every(fitsIntoRow)
  const entries = contestantEntries(contestants, importedAnswers)
  const judging = await judgeEntries(state.judges)
  const { title, description, visibility, criteria, settings } = arena
  const described = {
    arena: arena.slug,
    title,
    description,
    visibility,
    criteria,
    contestants: entries.contestants,
    prompts: isFile ? PROMPTS : rows,
    ...(judging.judges.length > 0 && { judges: judging.judges }),
    ...(checks.length > 0 && { checks }),
    ...settings,
    ...(providers.length > 0 && { providers: Object.fromEntries(providers.map(providerEntry)) }),
  }
  const files = new Map([
    ['arena.yaml', stringify(described, { lineWidth: 0, aliasDuplicateObjects: false })],
    ...(isFile ? [[PROMPTS, rows.map((row) => `${JSON.stringify(row)}\n`).join('')] as const] : []),
    ...entries.files,
    ...judging.files,
  ])
  const keys = (isMeant: (prompt: ArenaState['prompts'][number]) => boolean) =>
    prompts.filter(isMeant).map(({ key }) => key)
  const leftOut: LeftOut[] = [
    { why: 'prompts_without_text', names: keys(({ messages }) => messages === null) },
    {
      why: 'prompts_retired',
      names: keys(({ messages, retired_by }) => messages !== null && !isNamed(retired_by)),
    },
    { why: 'contestants_without_answers', names: entries.without },
    {
      why: 'answers_made',
      names: contestants.flatMap(({ name, provider }) => (provider === null ? [] : [name])),
    },
  ]
  const withPictures = new Set([
    ...inFiles.filter((prompt) => namesPicture(promptEntry(prompt))).map(({ key }) => key),
    ...importedAnswers.filter(namesPicture).map(({ prompt }) => prompt),
  ])
  leftOut.push({ why: 'pictures', names: [...withPictures].sort() })
  return {
    arena: arena.slug,
    files: Object.fromEntries(files),
    leftOut: leftOut.filter(({ names }) => names.length > 0),
    retired: {
      contestants: contestants.flatMap(({ name, retired_at }) => (retired_at === null ? [] : [name])),
      prompts: keys(({ retired_by }) => retired_by === 'admin'),
    },
  }
}

const namesPicture = (texts: object): boolean => PICTURE.test(JSON.stringify(texts))
const PICTURE = new RegExp(`\\(<?picture:${PICTURE_NAME}\\b`)

const PROMPTS = 'prompts.jsonl'

export const providerEntry = (providerRow: ArenaState['providers'][number]) => {
  const { folder: _, ...options } = providerRow.options
  return [
    providerRow.name,
    {
      type: providerRow.type,
      ...(providerRow.base_url !== null && {
        [providerRow.type === 'http' ? 'url' : 'baseUrl']: providerRow.base_url,
      }),
      ...(providerRow.api_key_env !== null && { apiKeyEnv: providerRow.api_key_env }),
      ...options,
      ...(providerRow.concurrency !== null && { concurrency: providerRow.concurrency }),
      ...(providerRow.requests_per_minute !== null && { requestsPerMinute: providerRow.requests_per_minute }),
    },
  ] as const
}

const tooLarge = () =>
  new ProblemError(
    'too_large',
    `This arena has more than ${MAX_ARENA_BYTES / 1024 / 1024} MB or more than ${MAX_ARENA_FILES} files, which is too much to edit here. Change its original files: deadheat run arena.yaml, or deadheat import.`,
  )

/** The entry of a prompt in arena.yaml or in a prompts file. */
const promptEntry = (prompt: StandingPrompt) => ({
  id: prompt.key,
  ...messagesEntry(prompt.messages!),
  ...aboutPrompt(prompt),
})

export function aboutPrompt({ category, unit_group: group, reference, variables, context }: StandingPrompt) {
  return {
    ...(category !== null && { category }),
    ...(group !== null && { group }),
    ...(reference !== null && { reference }),
    ...(variables !== null && { variables }),
    ...(context !== null && { context }),
  }
}

function messagesEntry(messages: Message[]): { text: string } | { messages: Message[] } {
  const [only, ...more] = messages
  const isText = only && more.length === 0 && only.role === 'user' && only.content.trim() !== ''
  return isText ? { text: only.content } : { messages }
}

/** Whether a row of a prompts file can hold this prompt unchanged: reading a row trims its cells. */
const fitsIntoRow = ({ key, category, unit_group, reference }: StandingPrompt): boolean =>
  [key, category, unit_group, reference].every(
    (cell) => cell === null || (cell !== '' && cell.trim() === cell),
  )

/** The answers that no provider makes, to prompts that a file can contain. */
const importedAnswers = (db: Db, arenaId: number) =>
  db
    .selectFrom('answers as a')
    .innerJoin('contestants as c', (join) =>
      join.onRef('c.arena_id', '=', 'a.arena_id').onRef('c.id', '=', 'a.contestant_id'),
    )
    .innerJoin('prompts as p', (join) =>
      join.onRef('p.arena_id', '=', 'a.arena_id').onRef('p.id', '=', 'a.prompt_id'),
    )
    .where('a.arena_id', '=', arenaId)
    .where('c.provider', 'is', null)
    .where('p.messages', 'is not', null)
    .where(sql<boolean>`coalesce(p.retired_by, 'admin') = 'admin'`)

/** Ordered by contestant, prompt and sample. */
const selectGivenAnswers = (db: Db, arenaId: number): Promise<GivenAnswer[]> =>
  importedAnswers(db, arenaId)
    .select([
      'a.contestant_id as contestantId',
      'p.key as prompt',
      'a.sample',
      'a.text',
      'a.turns',
      'a.context',
      'a.transcript',
    ])
    .select(['a.tokens', 'a.cost_usd as costUsd', 'a.latency_ms as latencyMs'])
    .orderBy('a.contestant_id')
    .orderBy('a.prompt_id')
    .orderBy('a.sample')
    .execute()

/** The size of all these texts together, in bytes. */
async function sizeOfGivenAnswers(db: Db, arenaId: number): Promise<number> {
  const { bytes } = await importedAnswers(db, arenaId)
    .select(
      sql<number>`coalesce(sum(octet_length(coalesce(a.text, a.turns::text)) + coalesce(octet_length(a.context::text), 0)
        + coalesce(octet_length(a.transcript::text), 0)), 0)::float8`.as('bytes'),
    )
    .executeTakeFirstOrThrow()
  return bytes
}

/** The entries of the contestants in arena.yaml, the files of their answers, and the names of those known from votes only. */
function contestantEntries(contestants: readonly Contestant[], importedAnswers: readonly GivenAnswer[]) {
  const answers = Map.groupBy(importedAnswers, ({ contestantId }) => contestantId)
  const files = new Map<string, string>()
  const entries: object[] = []
  const without: string[] = []
  for (const contestant of contestants) {
    const contestantAnswers = answers.get(contestant.id)
    const path = `answers/${contestant.slug}.jsonl`
    if (contestant.provider === null && !contestantAnswers) without.push(contestant.name)
    else {
      entries.push(contestantEntry(contestant, path))
      if (contestantAnswers && contestant.provider === null) files.set(path, answerRows(contestantAnswers))
    }
  }
  return { contestants: entries, files, without }
}

export function contestantEntry(contestant: Contestant, responses?: string) {
  const { name, provider, model, system, template, params, owner, family, control_of, factors } = contestant
  const inferredFamily = contestantFamily({ name: '', model, family: null })
  return {
    name,
    ...(provider === null ? responses && { responses } : { provider }),
    ...(model !== null && { model }),
    ...(system !== null && { system }),
    ...(template !== null && { template }),
    ...(Object.keys(params).length > 0 && { params }),
    ...(owner !== null && { owner }),
    ...(family !== null && family !== inferredFamily && { family }),
    ...(control_of !== null && { controlOf: control_of }),
    ...(Object.keys(factors).length > 0 && { factors }),
  }
}

/** Names the samples if any prompt has several. */
function answerRows(answers: readonly GivenAnswer[]): string {
  const several = answers.some(({ sample }) => sample > 1)
  return answers.map(({ sample, ...answer }) => answerRow(answer, several ? sample : null)).join('')
}

function answerRow(
  { contestantId: _, prompt, text, turns, ...beside }: Omit<GivenAnswer, 'sample'>,
  sample: number | null,
): string {
  const known = Object.entries(beside).filter(([, value]) => value !== null)
  const reply = turns ? { turns } : { text: text ?? '' }
  return `${JSON.stringify({ prompt, ...(sample !== null && { sample }), ...reply, ...Object.fromEntries(known) })}\n`
}

/** The entries of the judges in arena.yaml, and files for the rubrics and judge prompts that Deadheat does not ship. */
async function judgeEntries(judges: readonly CurrentJudge[]) {
  const files = new Map<string, string>()
  const paths = new Map<string, string>()
  /** The path of a file with this text; texts that are equal share one. */
  const filed = (folder: string, name: string, text: string): string => {
    const key = `${folder}\n${text}`
    const path = paths.get(key) ?? freePath(folder, name, files)
    paths.set(key, path)
    files.set(path, text)
    return path
  }
  const entries: ReturnType<typeof judgeEntry>[] = []
  for (const judge of judges) {
    const { rubric, form } = judge
    const judgePrompt = rubric.judgePrompts[form]
    const customPrompt = judgePrompt !== undefined && placesMaterial(judgePrompt) ? judgePrompt : null
    const rubricName = (await isShipped(judge, customPrompt !== null))
      ? rubric.name
      : filed('rubrics', rubric.name, rubricFile(rubric))
    entries.push(
      judgeEntry(
        judge,
        rubricName,
        customPrompt === null ? null : filed('judge-prompts', rubric.name, `${customPrompt}\n`),
      ),
    )
  }
  return { judges: entries, files }
}

/** Whether Deadheat ships exactly this rubric under this name, apart from a judge prompt of the user's own. */
async function isShipped(
  { rubric, form }: Pick<CurrentJudge, 'rubric' | 'form'>,
  hasOwnPrompt: boolean,
): Promise<boolean> {
  if (!Object.hasOwn(SHIPPED_RUBRICS, rubric.name)) return false
  const shipped = await readRubric(SHIPPED_RUBRICS[rubric.name as keyof typeof SHIPPED_RUBRICS])
  const judgePrompts = { ...rubric.judgePrompts, [form]: shipped.rubric.judgePrompts[form] }
  return hashRubric(hasOwnPrompt ? { ...rubric, judgePrompts } : rubric) === shipped.sha256
}

export function judgeEntry(judge: CurrentJudge, rubric: string, judgePrompt: string | null = null) {
  const { name, provider, model, params, criteria, categories, family } = judge
  const { form, listSize, ask } = judge
  return {
    name,
    provider,
    model,
    ...(Object.keys(params).length > 0 && { params }),
    rubric,
    ...(judgePrompt !== null && { judge_prompt: judgePrompt }),
    ...(criteria && { criteria }),
    ...(categories && { categories }),
    ...(family !== null && family !== contestantFamily({ name, model, family: null }) && { family }),
    ...(form === 'listwise' && { form, answers: listSize }),
    ...(ask === 'apart' && { ask }),
  }
}

function rubricFile({ criteria, forms, reason, shows, instructions }: Rubric): string {
  const head = {
    ...(criteria.length === 1 ? { criterion: criteria[0] } : { criteria }),
    forms,
    ...(reason !== 'before' && { reason }),
    ...(shows.length > 0 && { shows }),
  }
  return `---\n${stringify(head, { lineWidth: 0 })}---\n\n${instructions}\n`
}

function freePath(folder: string, name: string, taken: ReadonlyMap<string, string>): string {
  const plain = name.replace(/[^\p{L}\p{N}_-]+/gu, '-') || 'rubric'
  for (let n = 1; ; n++) {
    const path = `${folder}/${n === 1 ? plain : `${plain}-${n}`}.md`
    if (!taken.has(path)) return path
  }
}

type GivenAnswer = Omit<AnswerRow, 'line' | 'contestant'> & {
  contestantId: number
}

/** The stored state of an arena, as far as an arena.yaml describes it. */
export interface ArenaState {
  arena: Arena
  contestants: Contestant[]
  prompts: StandingPrompt[]
  judges: CurrentJudge[]
  checks: CheckSpec[]
  providers: Selectable<Database['providers']>[]
}

/** Reads what is stored of an arena now; the arena itself is taken as given. */
export async function selectArenaState(db: Db, arena: Arena): Promise<ArenaState> {
  // one after another: a transaction has one connection
  const contestants = await selectStandingContestants(db, arena.id)
  const prompts = await selectStandingPrompts(db, arena.id)
  const judges = await currentJudges(db, arena.id)
  const checks = await selectStandingChecks(db, arena.id)
  const providers = await selectProviders(db, arena.id)
  return { arena, contestants, prompts, judges, checks, providers }
}

/** In the order in which they came. */
const selectStandingContestants = (db: Db, arenaId: number): Promise<Contestant[]> =>
  db.selectFrom('contestants').selectAll().where('arena_id', '=', arenaId).orderBy('id').execute()

/** In the order in which they came. */
const selectStandingPrompts = (db: Db, arenaId: number): Promise<StandingPrompt[]> =>
  db.selectFrom('prompts').selectAll().where('arena_id', '=', arenaId).orderBy('id').execute()

/** The checks in use. */
async function selectStandingChecks(db: Db, arenaId: number): Promise<CheckSpec[]> {
  const rows = await db
    .selectFrom('checks')
    .select('spec')
    .where('arena_id', '=', arenaId)
    .where('active', '=', true)
    .orderBy('name')
    .execute()
  return rows.map(({ spec }) => spec)
}

type StandingPrompt = Selectable<Database['prompts']>
