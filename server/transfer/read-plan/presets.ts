/** Formats whose rows a plan reads, as data. Light, since `rate` asks of every file whether it has one of them. */
import { ReadPlan, type WrittenReadPlan } from '../../../shared/contracts/read-plan.ts'
import { textField, type Fields } from '../formats/fields.ts'
import type { OpenFile } from '../formats/open-file.ts'
import { columnsOf, rowsOfHead } from '../formats/rows.ts'
import { columnOf, EACH, sourceValue } from './sources.ts'

export interface Preset {
  /** Its name in messages and in `preset` of a plan. */
  name: string
  /** Where its form is published. */
  source: string
  /** Columns that a file has; of a path, some row of its beginning has a value. */
  has: readonly string[]
  /** If given, a file has no columns beside `has` and these. */
  mayHave?: readonly string[]
  plan: WrittenReadPlan
}

const COUNTED = { model_a: 'model_a', model_b: 'model_b' }
const BESIDE_COUNTS = ['criterion', 'category', 'question_id', 'judge', 'judge_type']
const same = (columns: readonly string[]) => Object.fromEntries(columns.map((column) => [column, column]))

export const PRESETS: readonly Preset[] = [
  {
    name: 'counts of wins',
    source: 'docs/reference/files.md',
    has: ['model_a', 'model_b', 'wins_a', 'wins_b'],
    mayHave: ['ties', ...BESIDE_COUNTS],
    plan: {
      kind: 'counts',
      columns: { ...COUNTED, ...same(['wins_a', 'wins_b', 'ties', ...BESIDE_COUNTS]) },
    },
  },
  {
    name: 'counts of outcomes',
    source: 'docs/reference/files.md',
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
]

const has = (columns: readonly string[], rows: readonly Fields[], source: string): boolean =>
  columns.includes(columnOf(source)) &&
  (columns.includes(source) || rows.some((row) => textField(sourceValue(row, source)) !== null))

/** The preset that a file has by its columns; null if none. */
export function presetOf(file: OpenFile): Preset | null {
  const columns = columnsOf(file)
  const rows = rowsOfHead(file)
  const isOf = ({ has: wanted, mayHave }: Preset) =>
    wanted.every((source) => has(columns, rows, source)) &&
    (mayHave === undefined ||
      columns.every((column) => column === '' || [...wanted, ...mayHave].includes(column)))
  return PRESETS.find(isOf) ?? null
}

/** The plan of a preset for a file, without the columns that it lacks. @param columns  of the file */
export function planOfPreset({ name, plan }: Preset, columns: readonly string[]): ReadPlan {
  const isThere = (source: string) =>
    source.startsWith('=') || columns.includes(columnOf(source)) || source.startsWith(`${EACH}.`)
  const there = Object.entries(plan.columns ?? {}).filter(([, source]) => [source].flat().every(isThere))
  return ReadPlan.parse({ preset: name, ...plan, columns: Object.fromEntries(there) })
}
