/** Formats whose rows a plan reads, as data. Light, since `rate` asks of every file whether it has one of them. */
import { MAX_CONTESTANTS } from '../../../shared/contracts/limits.ts'
import { ANSWER_OF, ReadPlan, type WrittenReadPlan } from '../../../shared/contracts/read-plan.ts'
import { msg } from '../../../shared/messages/index.ts'
import { BESIDE_SIDES, BESIDE_VOTES, RUN_IDS } from '../formats/aliases.ts'
import { FileError, structureField, textField } from '../formats/fields.ts'
import type { OpenFile } from '../formats/open-file.ts'
import { mappedColumns, headRows } from '../formats/rows.ts'
import { sourceColumn, EACH, sourceValue } from './sources.ts'

export interface Preset {
  /** Its name in messages and in `preset` of a plan. */
  name: string
  /** Where its form is published. */
  source: string
  /** Columns that a file has; of a path, some row of its beginning has a value. */
  has: readonly string[]
  /** If given, a file has no columns beside `has` and these. */
  mayHave?: readonly string[]
  /** Columns by which a file is another one. */
  lacks?: readonly string[]
  /** The column whose values are objects. */
  nested?: string
  plan: WrittenReadPlan
}

const COUNTED = { model_a: 'model_a', model_b: 'model_b' }
const BESIDE_COUNTS = ['criterion', 'category', 'question_id', 'judge', 'judge_type']
const same = (columns: readonly string[]) => Object.fromEntries(columns.map((column) => [column, column]))
const OF_VOTE = ['question_id', ...BESIDE_SIDES]
const OF_PROMPT = ['question_id', 'category', 'group', 'reference', 'context']
/** Votes whose rows have the text of the prompt. */
const ASKED = { ...COUNTED, ...same(['winner', 'prompt', 'reference', 'context', ...OF_VOTE]) }
const OWN = 'docs/reference/files.md'

export const PRESETS: readonly Preset[] = [
  {
    name: 'counts of wins',
    source: OWN,
    has: ['model_a', 'model_b', 'wins_a', 'wins_b'],
    mayHave: ['ties', ...BESIDE_COUNTS],
    plan: {
      kind: 'counts',
      columns: { ...COUNTED, ...same(['wins_a', 'wins_b', 'ties', ...BESIDE_COUNTS]) },
    },
  },
  {
    name: 'counts of outcomes',
    source: OWN,
    has: ['model_a', 'model_b', 'winner', 'count'],
    mayHave: BESIDE_COUNTS,
    plan: { kind: 'counts', columns: { ...COUNTED, ...same(['winner', 'count', ...BESIDE_COUNTS]) } },
  },
  {
    name: 'Label Studio pairs',
    source: 'https://labelstud.io/templates/pairwise_comparison',
    has: ['data.model1', 'data.model2', 'annotations'],
    plan: {
      kind: 'votes',
      each: 'annotations',
      only: { 'each.was_cancelled': ['false'] },
      columns: {
        prompt: 'data.prompt',
        model_a: 'data.model1',
        model_b: 'data.model2',
        answer_a: 'data.answer1',
        answer_b: 'data.answer2',
        winner: 'each.result.0.value.selected',
        judge: 'each.completed_by',
        tstamp: 'each.created_at',
      },
      // a task that nobody has judged has an empty result
      outcomes: { left: 'model_a', right: 'model_b', empty: 'skip' },
    },
  },
  {
    name: 'judgments of stories',
    source: 'https://github.com/lechmazur/writing',
    has: ['model_a', 'model_b', 'evaluator_id', 'parsed.outcome_for_model_a'],
    plan: {
      kind: 'votes',
      columns: {
        question_id: 'writing_prompt_id',
        pair_id: 'story_idx',
        model_a: 'model_a',
        model_b: 'model_b',
        winner: 'parsed.outcome_for_model_a',
        judge: 'evaluator_id',
        judge_type: '=llm',
        order: 'order_variant',
      },
      outcomes: { '1': 'model_a', '0.5': 'tie', '0': 'model_b' },
    },
  },
  {
    name: 'JudgeArena battles',
    source: 'https://github.com/OpenEuroLLM/JudgeArena',
    has: ['model_a', 'model_b', 'winner', 'source', 'judge_model'],
    plan: {
      kind: 'votes',
      columns: {
        ...same(['model_a', 'model_b', 'winner', 'question_id', 'tstamp', 'category']),
        judge: 'judge_model',
        judge_type: 'source',
      },
    },
  },
  {
    name: 'DeepEval arena',
    source: 'https://deepeval.com/docs/metrics-arena-g-eval',
    has: ['input', 'contestants', 'winner'],
    plan: { kind: 'table', columns: { prompt: 'input', answers: 'contestants', winner: 'winner' } },
  },
  {
    name: 'votes of workers',
    source: 'https://github.com/dustalov/llmfao',
    has: ['id', 'prompt', 'worker', 'left', 'right', 'winner'],
    plan: {
      kind: 'votes',
      columns: {
        question_id: 'prompt',
        pair_id: 'id',
        judge: 'worker',
        model_a: 'left',
        model_b: 'right',
        winner: 'winner',
      },
    },
  },
  {
    name: 'answers by contestant',
    source: OWN,
    has: ['prompt', 'answers'],
    mayHave: ['id', 'winner', ...OF_PROMPT, ...OF_VOTE],
    nested: 'answers',
    plan: {
      kind: 'table',
      columns: { prompt: 'prompt', answers: 'answers', ...same(['winner', ...OF_PROMPT]) },
      ignore: ['id'],
    },
  },
  {
    name: 'Deadheat battles',
    source: OWN,
    has: ['model_a', 'model_b', 'winner', 'prompt', 'answer_a'],
    lacks: ['conversation_a'],
    plan: {
      kind: 'votes',
      columns: { ...ASKED, ...same(['answer_a', 'answer_b']) },
      ignore: ['vote', ...BESIDE_VOTES],
    },
  },
  {
    name: 'votes with responses',
    source: OWN,
    has: ['model_a', 'model_b', 'winner', 'prompt', 'response_a'],
    lacks: ['conversation_a'],
    plan: {
      kind: 'votes',
      columns: { ...ASKED, answer_a: 'response_a', answer_b: 'response_b' },
      ignore: BESIDE_VOTES,
    },
  },
  {
    name: 'votes with prompts',
    source: OWN,
    has: ['model_a', 'model_b', 'winner', 'prompt'],
    lacks: ['conversation_a', 'question_id'],
    plan: { kind: 'votes', columns: ASKED, ignore: BESIDE_VOTES },
  },
  {
    name: 'pairs of winner and loser',
    source: OWN,
    has: ['winner', 'loser'],
    lacks: ['model_a', 'model_b'],
    plan: {
      kind: 'votes',
      columns: same(['winner', 'loser', 'prompt', 'reference', 'context', ...OF_VOTE]),
    },
  },
  {
    name: 'texts of prompts',
    source: OWN,
    has: ['prompt'],
    mayHave: ['id', ...OF_PROMPT],
    plan: { kind: 'prompts', columns: same(['prompt', ...OF_PROMPT]), ignore: ['id'] },
  },
  {
    name: 'votes of left and right',
    source: OWN,
    has: ['left', 'right', 'winner'],
    lacks: ['model_a', 'model_b', 'prompt'],
    plan: { kind: 'votes', columns: { model_a: 'left', model_b: 'right', ...same(['winner', ...OF_VOTE]) } },
  },
  {
    name: 'answers with the texts of their prompts',
    source: OWN,
    has: ['prompt', 'model', 'response'],
    lacks: ['text', 'turns'],
    plan: {
      kind: 'answers',
      columns: {
        text: 'response',
        ...same(['prompt', 'model', 'sample', 'tokens', 'costUsd', 'latencyMs', ...OF_PROMPT, ...RUN_IDS]),
      },
      // an id may be that of the row; equal texts are one prompt
      ignore: ['id'],
    },
  },
  {
    name: 'answers to ids of prompts',
    source: OWN,
    has: ['question_id', 'model', 'response'],
    lacks: ['prompt', 'text', 'turns'],
    plan: {
      kind: 'answers',
      columns: {
        text: 'response',
        ...same(['question_id', 'model', 'sample', 'context', 'tokens', 'costUsd', 'latencyMs', ...RUN_IDS]),
      },
    },
  },
  {
    name: 'AlpacaEval outputs',
    source: 'https://github.com/tatsu-lab/alpaca_eval',
    has: ['instruction', 'output', 'generator'],
    plan: {
      kind: 'answers',
      columns: { prompt: ['instruction', 'input'], text: 'output', model: 'generator', category: 'dataset' },
    },
  },
  {
    name: 'Arena-Hard questions',
    source: 'https://github.com/lmarena/arena-hard-auto',
    has: ['uid', 'prompt', 'category'],
    lacks: ['model'],
    plan: { kind: 'prompts', columns: { question_id: 'uid', prompt: 'prompt', category: 'category' } },
  },
  ...['expectedOutput', 'expected_output'].map((expected): Preset => ({
    name: 'Langfuse dataset',
    source: 'https://langfuse.com/docs/evaluation/dataset-runs/datasets',
    has: ['input', expected],
    lacks: ['output', 'actual_output'],
    plan: { kind: 'prompts', columns: { question_id: 'id', prompt: 'input', reference: expected } },
  })),
  {
    name: 'Braintrust dataset',
    source: 'https://www.braintrust.dev/docs/annotate/export',
    has: ['input', 'expected'],
    lacks: ['output'],
    plan: { kind: 'prompts', columns: { question_id: 'id', prompt: 'input', reference: 'expected' } },
  },
  {
    name: 'LangSmith dataset',
    source: 'https://docs.smith.langchain.com/evaluation',
    has: ['inputs', 'outputs'],
    lacks: ['runs', 'model', 'variant', 'reference_outputs', 'reference_example_id'],
    plan: { kind: 'prompts', columns: { question_id: 'id', prompt: 'inputs', reference: 'outputs' } },
  },
]

export const TABLE = 'a table of answers'
const VERDICTS = 'a table of answers with votes'
/** The columns of a table of answers that are no contestants; with a winner, those of a vote, too. */
export const OF_TABLE = ['prompt', 'id', ...OF_PROMPT]

/** The plan of a table of answers: every column that is nothing else is a contestant. A column may say whose answer is best. */
function planOfTable(columns: readonly string[]): ReadPlan | null {
  const hasVotes = columns.includes('winner')
  const isOther = ['model', 'text', 'turns', ...(hasVotes ? ['model_a', 'model_b', 'loser'] : [])]
  const beside = [...OF_TABLE, ...(hasVotes ? ['winner', ...OF_VOTE] : [])]
  const contestants = columns.filter((column) => column !== '' && !beside.includes(column))
  const fewest = hasVotes ? 2 : 1
  if (!columns.includes('prompt') || isOther.some((column) => columns.includes(column))) return null
  if (contestants.length < fewest) return null
  return ReadPlan.parse({
    kind: 'table',
    preset: hasVotes ? VERDICTS : TABLE,
    columns: {
      ...same(beside.filter((column) => column !== 'id' && columns.includes(column))),
      ...(columns.includes('id') && !columns.includes('question_id') && { question_id: 'id' }),
      ...Object.fromEntries(contestants.map((name) => [`${ANSWER_OF}${name}`, name])),
    },
  })
}

/** A plan that was found by the columns of a file, and where its form is published. */
export interface FoundPlan {
  plan: ReadPlan
  source: string
}

/**
 * The plan of a preset that a file has by its columns, or that of a table of answers; null if it is neither.
 * @throws {FileError} if its rows have more columns than an arena has contestants
 */
export function detectPreset(file: OpenFile): FoundPlan | null {
  const rows = headRows(file)
  // a row of JSON may have more than the first
  const columns = new Set([...mappedColumns(file), ...rows.flatMap((row) => Object.keys(row))])
  columns.delete('')
  const has = (source: string) =>
    columns.has(source) ||
    (columns.has(sourceColumn(source, columns)) &&
      rows.some((row) => textField(sourceValue(row, source)) !== null))
  const isNested = (column: string) =>
    rows.some((row) => {
      const value = structureField(row[column])
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    })
  const preset = PRESETS.find(({ has: wanted, mayHave, lacks = [], nested }) => {
    const known = mayHave && new Set([...wanted, ...mayHave])
    return (
      (nested === undefined || isNested(nested)) &&
      wanted.every(has) &&
      !lacks.some((column) => columns.has(column)) &&
      (known === undefined || [...columns].every((column) => known.has(column)))
    )
  })
  if (preset) return { plan: planOfPreset(preset, columns), source: preset.source }
  if (columns.size > MAX_COLUMNS)
    throw new FileError(msg('columns_many', { file: file.name, count: columns.size, most: MAX_COLUMNS }))
  const plan = planOfTable([...columns])
  return plan && { plan, source: OWN }
}
const MAX_COLUMNS = MAX_CONTESTANTS + 100

/** The plan of a preset for a file, without the columns that it lacks. @param columns  of the file */
function planOfPreset({ name, plan }: Preset, columns: ReadonlySet<string>): ReadPlan {
  const isThere = (source: string) =>
    source.startsWith('=') || columns.has(sourceColumn(source, columns)) || source.startsWith(`${EACH}.`)
  const there = Object.entries(plan.columns ?? {}).flatMap(([target, source]) => {
    const parts = [source].flat().filter(isThere)
    return parts.length === 0 ? [] : [[target, parts.length === 1 ? parts[0] : parts]]
  })
  return ReadPlan.parse({
    preset: name,
    ...plan,
    columns: Object.fromEntries(there),
    ...(plan.ignore && { ignore: plan.ignore.filter((column) => columns.has(column)) }),
  })
}

/** The formats that are read by a plan, by name. */
export const isPreset = (name: string): boolean =>
  [TABLE, VERDICTS].includes(name) || PRESETS.some((preset) => preset.name === name)
