import { stringify } from 'yaml'
import { LARGEST_ARENA_BYTES, MOST_ARENA_FILES, PICTURE_NAME } from '../../../../shared/contracts/index.ts'
import type { ArenaRecipe, LeftOut, RecipeRequest, Message } from '../../../../shared/contracts/index.ts'
import { arenaNamed } from '../../../arenas/index.ts'
import type { Arena } from '../../../arenas/index.ts'
import { putOnRecord, putOnRecordOnce } from '../../../platform/audit.ts'
import type { Deps } from '../../../platform/deps.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { stateOf } from '../../import/state-of.ts'
import type { ArenaState } from '../../import/state-of.ts'
import { contestantEntries } from './contestant-entries.ts'
import { judgeEntries } from './judge-entries.ts'
import { selectGivenAnswers, sizeOfGivenAnswers } from './queries.ts'
import type { GivenAnswer } from './queries.ts'
import { msg } from '../../../../shared/messages/index.ts'
import type { StandingPrompt } from '../../import/state-queries.ts'

/**
 * Writes the arena as an arena.yaml with the files it names. Importing them again changes nothing. `leftOut` lists
 * what no file can hold. The audit log records each call, because it gives out texts with names; with `for:
 * 'editing'` at most one an hour.
 * @throws {ProblemError} too_large if the files are too large to be sent back over HTTP
 */
export async function arenaAsFiles(
  deps: Pick<Deps, 'db' | 'actor' | 'clock'>,
  { id, slug }: Arena,
  request: RecipeRequest,
): Promise<ArenaRecipe> {
  if ((await sizeOfGivenAnswers(deps.db, id)) > LARGEST_ARENA_BYTES) throw tooLarge()
  return deps.db.transaction().execute(async (trx) => {
    const state = await stateOf(trx, await arenaNamed(trx, slug))
    const recipe = await filesOf(state, await selectGivenAnswers(trx, id))
    const texts = Object.values(recipe.files)
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
    if (bytes > LARGEST_ARENA_BYTES || texts.length > MOST_ARENA_FILES) throw tooLarge()
    if (request.for === 'editing') await putOnRecordOnce(trx, deps, id, 'opened_for_editing', HOUR_MS)
    else await putOnRecord(trx, deps, id, 'texts_exported', { what: 'recipe', format: 'yaml' })
    return recipe
  })
}

const HOUR_MS = 60 * 60_000

/** @param importedAnswers the answers that no provider makes */
async function filesOf(state: ArenaState, importedAnswers: readonly GivenAnswer[]): Promise<ArenaRecipe> {
  const { arena, contestants, prompts, providers, checks } = state
  const inFiles = prompts.filter(({ messages, retired_by }) => messages !== null && retired_by !== 'file')
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
      names: keys(({ messages, retired_by }) => messages !== null && retired_by === 'file'),
    },
    { why: 'contestants_without_answers', names: entries.without },
    {
      why: 'answers_made',
      names: contestants.flatMap(({ name, provider }) => (provider === null ? [] : [name])),
    },
  ]
  const withPictures = new Set([
    ...inFiles.filter((one) => namesPicture(promptEntry(one))).map(({ key }) => key),
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

const providerEntry = (one: ArenaState['providers'][number]) => {
  const { folder: _, ...options } = one.options
  return [
    one.name,
    {
      type: one.type,
      ...(one.base_url !== null && { [one.type === 'http' ? 'url' : 'baseUrl']: one.base_url }),
      ...(one.api_key_env !== null && { apiKeyEnv: one.api_key_env }),
      ...options,
      ...(one.concurrency !== null && { concurrency: one.concurrency }),
      ...(one.requests_per_minute !== null && { requestsPerMinute: one.requests_per_minute }),
    },
  ] as const
}

const tooLarge = () =>
  new ProblemError(
    'too_large',
    msg('recipe_large', { megabytes: LARGEST_ARENA_BYTES / 1024 / 1024, most: MOST_ARENA_FILES }),
  )

/** The entry of a prompt in arena.yaml or in a prompts file. */
function promptEntry({ key, messages, category, reference, variables, context }: StandingPrompt) {
  return {
    id: key,
    ...messagesEntry(messages!),
    ...(category !== null && { category }),
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
const fitsIntoRow = ({ key, category, reference }: StandingPrompt): boolean =>
  [key, category, reference].every((cell) => cell === null || (cell !== '' && cell.trim() === cell))
