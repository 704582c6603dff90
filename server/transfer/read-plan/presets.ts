/**
 * Formats whose rows a plan reads, as data: Deadheat's own, and those of tools that `rate` asks for in every file, so this file loads
 * little. The rest are in tools/tool-presets.ts, and come before these.
 */
import { extname } from 'node:path'
import { MAX_CONTESTANTS } from '../../../shared/contracts/limits.ts'
import {
  ANSWER_OF,
  ReadPlan,
  type ReadSource,
  type WrittenReadPlan,
} from '../../../shared/contracts/read-plan.ts'
import { msg } from '../../../shared/messages/index.ts'
import { VOTE_DETAIL_COLUMNS, IGNORED_VOTE_COLUMNS } from '../formats/aliases.ts'
import { FileError, structureField, textField } from '../formats/fields.ts'
import type { OpenFile } from '../formats/open-file.ts'
import { mappedColumns, headRows } from '../formats/rows.ts'
import { planOfVoters } from '../formats/columns-of-voters.ts'
import { columnSource, EACH, OWN_SOURCE, sourceColumns, sourceParts, sourceValue } from './sources.ts'

export interface Preset {
  /** Its name in messages and in `preset` of a plan. */
  name: string
  /** Where its form is published. */
  source: string
  /** Columns that a file has, or one of several with `|` between; of a path, some row of its beginning has a value. */
  has: string
  /** If given, a file has no columns beside `has` and these. */
  mayHave?: string
  /** Columns by which a file is another one. */
  lacks?: string
  /** The column whose values are objects. */
  nested?: string
  /** Beside a prompt, these columns hold names, of which most stand in several rows, and not answers. */
  names?: string
  /** Which of the columns that are not read say something about an answer; without it all of them. */
  notes?: RegExp
  plan: WrittenReadPlan
}

/** As `model`: the file is that of one contestant, and named after it. A plan keeps it, so that it fits the next file, too. */
export const FILE_NAME = '=^'

const words = (list: string): string[] => list.split(' ').filter((word) => word !== '')

/**
 * The columns of a plan: `id text=output` reads `id` as itself and `output` as the text. `a|b` is the first of two that is not
 * empty, `a+b` both.
 */
export const columns = (list: string): Record<string, ReadSource> =>
  Object.fromEntries(
    words(list).map((word): [string, ReadSource] => {
      const [target = '', source = target] = word.split('=')
      const [first, several] = [source.split('|'), source.split('+')]
      return [target, first.length > 1 ? { first } : several.length > 1 ? several : source]
    }),
  )

const COUNT_DETAIL_COLUMNS = 'criterion category question_id judge judge_type'
/** Of a vote beside its `id`, its sides and its outcome. */
export const VOTE_COLUMNS_WITHOUT_ID = [
  'question_id',
  ...VOTE_DETAIL_COLUMNS.filter((column) => column !== 'id'),
].join(' ')
const PROMPT_COLUMNS = 'question_id category group reference context'
/** Votes whose rows have the text of the prompt. */
const VOTE_WITH_PROMPT_COLUMNS = `model_a model_b winner prompt reference context id ${VOTE_COLUMNS_WITHOUT_ID}`
const ANSWER_DETAIL_COLUMNS = 'model sample tokens costUsd latencyMs'

export const PRESETS: readonly Preset[] = [
  {
    name: 'counts of wins',
    source: OWN_SOURCE,
    has: 'model_a model_b wins_a wins_b',
    lacks: 'winner',
    plan: { kind: 'counts', columns: columns(`model_a model_b wins_a wins_b ties ${COUNT_DETAIL_COLUMNS}`) },
  },
  {
    name: 'counts of outcomes',
    source: OWN_SOURCE,
    has: 'model_a model_b winner count',
    mayHave: COUNT_DETAIL_COLUMNS,
    plan: { kind: 'counts', columns: columns(`model_a model_b winner count ${COUNT_DETAIL_COLUMNS}`) },
  },
  {
    name: 'counts of winner and loser',
    source: OWN_SOURCE,
    has: 'winner loser count',
    mayHave: COUNT_DETAIL_COLUMNS,
    plan: { kind: 'counts', columns: columns(`winner loser count ${COUNT_DETAIL_COLUMNS}`) },
  },
  // a control for pairs, or one of choices
  ...['choices.0', 'selected'].map((verdict): Preset => ({
    name: 'Label Studio pairs',
    source: 'https://labelstud.io/templates/pairwise_comparison',
    has: `data.model1 data.model2 annotations${verdict === 'selected' ? '' : ` annotations.0.result.0.value.${verdict}`}`,
    plan: {
      kind: 'votes',
      each: 'annotations',
      only: { 'each.was_cancelled': ['false'] },
      columns: {
        ...columns('model_a=data.model1 model_b=data.model2 answer_a=data.answer1 answer_b=data.answer2'),
        ...columns('prompt=data.prompt judge=each.completed_by.id|each.completed_by tstamp=each.created_at'),
        winner: `each.result.0.value.${verdict}`,
      },
      outcomes: { left: 'model_a', right: 'model_b' },
    },
  })),
  {
    name: 'judgments of stories',
    source: 'https://github.com/lechmazur/writing',
    has: 'model_a model_b evaluator_id parsed.outcome_for_model_a',
    plan: {
      kind: 'votes',
      columns: {
        ...columns('model_a model_b winner=parsed.outcome_for_model_a judge=evaluator_id'),
        ...columns('question_id=writing_prompt_id pair_id=story_idx order=order_variant'),
        judge_type: '=llm',
      },
      outcomes: { '1': 'model_a', '0.5': 'tie', '0': 'model_b' },
    },
  },
  {
    name: 'JudgeArena battles',
    source: 'https://github.com/OpenEuroLLM/JudgeArena',
    has: 'model_a model_b winner source judge_model',
    plan: {
      kind: 'votes',
      columns: columns(
        'model_a model_b winner question_id tstamp category judge=judge_model judge_type=source',
      ),
    },
  },
  {
    name: 'DeepEval arena',
    source: 'https://deepeval.com/docs/metrics-arena-g-eval',
    has: 'input contestants winner',
    plan: { kind: 'table', columns: columns('prompt=input answers=contestants winner') },
  },
  {
    name: 'votes of workers',
    source: 'https://github.com/dustalov/llmfao',
    has: 'id prompt worker left right winner',
    plan: {
      kind: 'votes',
      columns: columns('question_id=prompt pair_id=id judge=worker model_a=left model_b=right winner'),
    },
  },
  {
    name: 'answers by contestant',
    source: OWN_SOURCE,
    has: 'prompt answers',
    mayHave: `id winner ${PROMPT_COLUMNS} ${VOTE_COLUMNS_WITHOUT_ID}`,
    nested: 'answers',
    plan: { kind: 'table', columns: columns(`prompt answers winner ${PROMPT_COLUMNS}`), ignore: ['id'] },
  },
  {
    name: 'Deadheat battles',
    source: OWN_SOURCE,
    has: 'model_a model_b winner prompt answer_a',
    lacks: 'conversation_a',
    plan: {
      kind: 'votes',
      columns: columns(`${VOTE_WITH_PROMPT_COLUMNS} answer_a answer_b`),
      ignore: ['vote', ...IGNORED_VOTE_COLUMNS],
    },
  },
  {
    name: 'votes with responses',
    source: OWN_SOURCE,
    has: 'model_a model_b winner prompt response_a',
    lacks: 'conversation_a',
    plan: {
      kind: 'votes',
      columns: columns(`${VOTE_WITH_PROMPT_COLUMNS} answer_a=response_a answer_b=response_b`),
      ignore: IGNORED_VOTE_COLUMNS,
    },
  },
  {
    name: 'votes with prompts',
    source: OWN_SOURCE,
    has: 'model_a model_b winner prompt',
    lacks: 'conversation_a question_id',
    plan: { kind: 'votes', columns: columns(VOTE_WITH_PROMPT_COLUMNS), ignore: IGNORED_VOTE_COLUMNS },
  },
  {
    name: 'pairs of winner and loser',
    source: OWN_SOURCE,
    has: 'winner loser',
    lacks: 'model_a model_b',
    plan: {
      kind: 'votes',
      columns: columns(`winner loser prompt reference context id ${VOTE_COLUMNS_WITHOUT_ID}`),
    },
  },
  {
    name: 'texts of prompts',
    source: OWN_SOURCE,
    has: 'prompt',
    mayHave: `id ${PROMPT_COLUMNS}`,
    plan: { kind: 'prompts', columns: columns(`prompt ${PROMPT_COLUMNS}`), ignore: ['id'] },
  },
  {
    name: 'votes of left and right',
    source: OWN_SOURCE,
    has: 'left right winner',
    lacks: 'model_a model_b',
    names: 'left right',
    plan: {
      kind: 'votes',
      columns: columns(
        `model_a=left model_b=right winner prompt reference context id ${VOTE_COLUMNS_WITHOUT_ID}`,
      ),
    },
  },
  {
    name: 'answers with the texts of their prompts',
    source: OWN_SOURCE,
    has: 'prompt model response',
    lacks: 'text turns',
    plan: {
      kind: 'answers',
      columns: columns(`text=response prompt ${ANSWER_DETAIL_COLUMNS} ${PROMPT_COLUMNS}`),
      // an id may be that of the row; equal texts are one prompt
      ignore: ['id'],
    },
  },
  {
    name: 'answers to ids of prompts',
    source: OWN_SOURCE,
    has: 'question_id model response',
    lacks: 'prompt text turns',
    plan: { kind: 'answers', columns: columns(`text=response question_id context ${ANSWER_DETAIL_COLUMNS}`) },
  },
  {
    name: 'AlpacaEval outputs',
    source: 'https://github.com/tatsu-lab/alpaca_eval',
    has: 'instruction output generator',
    plan: {
      kind: 'answers',
      columns: columns('prompt=instruction+input text=output model=generator category=dataset'),
    },
  },
  {
    name: 'Arena-Hard questions',
    source: 'https://github.com/lmarena/arena-hard-auto',
    has: 'uid prompt category',
    lacks: 'model',
    plan: { kind: 'prompts', columns: columns('question_id=uid prompt category') },
  },
  ...['expectedOutput', 'expected_output'].map((expected): Preset => ({
    name: 'Langfuse dataset',
    source: 'https://langfuse.com/docs/evaluation/dataset-runs/datasets',
    has: `input ${expected}`,
    lacks: 'output actual_output',
    plan: { kind: 'prompts', columns: columns(`question_id=id prompt=input reference=${expected}`) },
  })),
  {
    name: 'Braintrust dataset',
    source: 'https://www.braintrust.dev/docs/annotate/export',
    has: 'input expected',
    lacks: 'output',
    plan: { kind: 'prompts', columns: columns('question_id=id prompt=input reference=expected') },
  },
  {
    name: 'LangSmith dataset',
    source: 'https://docs.smith.langchain.com/evaluation',
    has: 'inputs outputs',
    lacks: 'runs model variant reference_outputs reference_example_id',
    plan: { kind: 'prompts', columns: columns('question_id=id prompt=inputs reference=outputs') },
  },
]

/** Whether no tool wrote the files that a plan is about. */
export const isOfNoTool = ({ preset }: ReadPlan): boolean =>
  preset === undefined ||
  isTable(preset) ||
  PRESETS.some(({ name, source }) => name === preset && source === OWN_SOURCE)

export const TABLE = 'a table of answers'
const VERDICTS = 'a table of answers with votes'
/** The columns of a table of answers that are no contestants; with a winner, those of a vote, too. */
export const OF_TABLE = words(`prompt id ${PROMPT_COLUMNS}`)

export const SIDES_WITH_SCORES = ['model_a', 'model_b', 'score_a', 'score_b']

/** The plan of a table of answers: every column that is nothing else is a contestant. A column may say whose answer is best. */
function planOfTable(header: readonly string[]): ReadPlan | null {
  const hasVotes = header.includes('winner')
  const otherKindColumns = ['model', 'text', 'turns', ...(hasVotes ? ['model_a', 'model_b', 'loser'] : [])]
  const beside = [...OF_TABLE, ...(hasVotes ? words(`winner ${VOTE_COLUMNS_WITHOUT_ID}`) : [])]
  const contestants = header.filter((column) => column !== '' && !beside.includes(column))
  const fewest = hasVotes ? 2 : 1
  if (!header.includes('prompt') || otherKindColumns.some((column) => header.includes(column))) return null
  if (contestants.length < fewest) return null
  // two sides with a score each, which only --from reads
  if (SIDES_WITH_SCORES.every((column) => contestants.includes(column))) return null
  // a further column says who won
  const areSides = ['model_a', 'model_b'].every((column) => contestants.includes(column))
  if (areSides && contestants.length > 2) return null
  return ReadPlan.parse({
    kind: 'table',
    preset: hasVotes ? VERDICTS : TABLE,
    columns: {
      ...columns(beside.filter((column) => column !== 'id' && header.includes(column)).join(' ')),
      ...(header.includes('id') && !header.includes('question_id') && { question_id: 'id' }),
      ...Object.fromEntries(contestants.map((name) => [`${ANSWER_OF}${name}`, columnSource(name)])),
    },
  })
}

/** A plan that was found by the columns of a file, and where its form is published. */
interface FoundPlan {
  plan: ReadPlan
  source: string
}

/**
 * The plan of a preset that a file has by its columns, or that of a table of answers; null if it is neither.
 * @throws {FileError} if its rows have more columns than an arena has contestants
 */
export function detectPreset(file: OpenFile, presets: readonly Preset[] = PRESETS): FoundPlan | null {
  const header = columnsIn(file)
  const found = findPreset(file, presets, header)
  if (found) return found
  if (header.size > MAX_COLUMNS)
    throw new FileError(msg('columns_many', { file: file.name, count: header.size, most: MAX_COLUMNS }))
  const plan = planOfVoters(file) ?? planOfTable([...header])
  return plan && { plan, source: OWN_SOURCE }
}
const MAX_COLUMNS = MAX_CONTESTANTS + 100

/** The columns of a file. A row of JSON may have more than the first. */
const columnsIn = (file: OpenFile): ReadonlySet<string> =>
  new Set(
    [...mappedColumns(file), ...headRows(file).flatMap((row) => Object.keys(row))].filter(
      (column) => column !== '',
    ),
  )

/** The plan of the first preset that a file has by its columns; null if it has none of them. */
function findPreset(file: OpenFile, presets: readonly Preset[], header = columnsIn(file)): FoundPlan | null {
  const rows = headRows(file)
  const has = (source: string) =>
    header.has(source) ||
    (sourceColumns(source, header).some((column) => header.has(column)) &&
      (source.endsWith('.*') || rows.some((row) => textField(sourceValue(row, source)) !== null)))
  const isNested = (column: string) =>
    rows.some((row) => {
      const value = structureField(row[column])
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    })
  const areNames = (...names: string[]) => {
    const texts = rows.flatMap((row) => names.map((name) => textField(row[name])))
    return 2 * new Set(texts).size <= rows.length
  }
  const preset = presets.find(({ has: wanted, mayHave, lacks = '', nested, names }) => {
    const known = mayHave === undefined ? undefined : new Set(words(`${wanted} ${mayHave}`))
    return (
      (nested === undefined || isNested(nested)) &&
      (names === undefined || !header.has('prompt') || areNames(...words(names))) &&
      words(wanted).every((column) => column.split('|').some(has)) &&
      !words(lacks).some((column) => header.has(column)) &&
      (known === undefined || [...header].every((column) => known.has(column)))
    )
  })
  return preset ? { plan: planOfPreset(preset, header), source: preset.source } : null
}

/** The plan of a preset for a file, without the columns that it lacks. @param header  the columns of the file */
function planOfPreset({ name, plan, notes }: Preset, header: ReadonlySet<string>): ReadPlan {
  const isPresent = (source: string) =>
    source.startsWith('=') ||
    source.startsWith(`${EACH}.`) ||
    sourceColumns(source, header).some((column) => header.has(column))
  const presentSources = (way: Record<string, ReadSource> = {}): Record<string, ReadSource> =>
    Object.fromEntries(
      Object.entries(way).flatMap(([target, source]): [string, ReadSource][] => {
        const [part, ...more] = sourceParts(source).filter(isPresent)
        if (part === undefined || more.length === 0) return part === undefined ? [] : [[target, part]]
        return [[target, Array.isArray(source) ? [part, ...more] : { first: [part, ...more] }]]
      }),
    )
  const conditions = Object.fromEntries(
    Object.entries(plan.only ?? {}).filter(
      ([name]) => Object.hasOwn(plan.columns ?? {}, name) || isPresent(name),
    ),
  )
  const made = ReadPlan.parse({
    preset: name,
    ...plan,
    only: undefined,
    columns: presentSources(plan.columns),
    ...(plan.again && { again: plan.again.map(presentSources) }),
    ...(Object.keys(conditions).length > 0 && { only: conditions }),
    ...(plan.ignore && { ignore: plan.ignore.filter((column) => header.has(column)) }),
  })
  if (!notes) return made
  const read = new Set(columnsRead(made, header))
  return { ...made, ignore: [...header].filter((column) => !read.has(column) && !notes.test(column)) }
}

/** The name of a file without its extensions; null if it came without a name. */
export function contestantOfName({ name }: OpenFile): string | null {
  // Bedrock adds .out to the name of the requests
  const base = name.replace(/\.(?:gz|out)$/i, '')
  const extension = extname(base)
  return extension === '' ? null : base.slice(0, -extension.length)
}

/** The columns of a file that a plan reads, or leaves out. @param header  those of the file */
export const columnsRead = (
  { columns, each, again = [], only = {}, ignore }: ReadPlan,
  header: ReadonlySet<string>,
): string[] =>
  [columns, ...again]
    .flatMap((way) => Object.values(way).flatMap(sourceParts))
    .concat(
      each ?? [],
      Object.keys(only).filter((name) => !Object.hasOwn(columns, name)),
    )
    .flatMap((source) => sourceColumns(source, header))
    .concat(ignore)

/** The names of formats that a plan reads and that have no preset. */
export const isTable = (name: string): boolean => [TABLE, VERDICTS].includes(name)
