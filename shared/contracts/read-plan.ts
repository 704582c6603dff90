/** How a table is read: a value that a user can look at, save beside the file, and give again. */
import { z } from 'zod'
import { SCORED } from './votes.ts'

/** What an outcome of a file can mean. `name`: it names a contestant of its vote. */
export const OUTCOME_MEANINGS = ['model_a', 'model_b', 'tie', 'both_bad', 'skip', 'name'] as const
export type OutcomeMeaning = (typeof OUTCOME_MEANINGS)[number]

/** What a row of a file is. `counts`: how often each side won; `table`: a prompt and the answer of each contestant. */
export const READ_KINDS = ['votes', 'answers', 'table', 'prompts', 'scores', 'counts'] as const
export type ReadKind = (typeof READ_KINDS)[number]

/** What a column can be, beside `answer of NAME` in a table, `wins over NAME` in counts and `score of NAME` in scores. */
export const READ_TARGETS: readonly string[] = [
  // the prompt
  'prompt question_id category group reference context language messages variables',
  // who was compared, and the answers
  'model model_a model_b text answer_a answer_b answers turns transcript',
  'conversation conversation_a conversation_b input output variant variantVersion',
  // the vote
  'winner loser judge judge_type criterion tstamp id id_alone turn pair_id order pair_probability',
  'sample sample_a sample_b',
  // how an answer was made
  'tokens costUsd latencyMs latencySeconds startedAt endedAt',
  'span_kind',
  // counts and scores
  'wins_a wins_b ties count score rank result score_a score_b',
].flatMap((group) => group.split(' '))
export const ANSWER_OF = 'answer of '
export const WINS_OVER = 'wins over '
export const SCORE_OF = 'score of '

const isTarget = (target: string): boolean =>
  READ_TARGETS.includes(target) ||
  [ANSWER_OF, WINS_OVER, SCORE_OF].some(
    (prefix) => target.startsWith(prefix) && target.length > prefix.length,
  )

const Text = z.string().min(1)

const Several = z.array(Text).min(2).max(8)

/**
 * Where a value is. A column of exactly this name comes first.
 *
 * | source | value |
 * |---|---|
 * | `winner` | the column |
 * | `data.model1`, `games.0.score` | a path into the lists and objects of a column |
 * | `inputs.*` | all columns that begin so |
 * | `['instruction', 'input']` | several texts, joined by a blank line |
 * | `{ first: ['a', 'b'] }` | the first that is not empty |
 * | `=Anna` | the same text in every row |
 * | `=^` | as `model`: the name of the file |
 * | `'=x` | a column whose name is `=x` |
 */
export const ReadSource = z.union([Text, Several, z.strictObject({ first: Several })])
export type ReadSource = z.infer<typeof ReadSource>

const Columns = z.record(Text, ReadSource)

const Written = z.strictObject({
  kind: z.enum(READ_KINDS),
  /** The format of another tool, by the name that `look` gives it. Its columns need not be named. */
  preset: z.string().optional(),
  /** By what it is read as: where the value is. */
  columns: Columns.default({}),
  /** A list in the row, each of whose elements is a vote of its own: sources begin with `each.` for what is in the element. */
  each: Text.optional(),
  /** Further votes of a row, such as that of the other order: sources that differ from `columns`. */
  again: z.array(Columns).max(20).optional(),
  /**
   * By source, or by what `columns` reads: the values with which a row, or an element of `each`, is read. Where the source has no
   * value, it is read, too. Case does not matter. After `=` a value is a source, which has the same value.
   */
  only: z.record(Text, z.array(Text).min(1).max(20)).optional(),
  /** Columns that are not read. */
  ignore: z.array(Text).default([]),
  /** What texts in `winner` mean. `-3..-1` stands for all numbers from −3 to −1 that are not named themselves. */
  outcomes: z.record(z.string(), z.enum(OUTCOME_MEANINGS)).default({}),
  /** Of the kind `scores`: what the values are. */
  scored: z.enum(SCORED).optional(),
})

export const ReadPlan = Written.superRefine(({ columns, again = [] }, context) => {
  for (const target of [columns, ...again].flatMap(Object.keys))
    if (!isTarget(target))
      context.addIssue({
        code: 'custom',
        path: ['columns', target],
        message: `no column is read as "${target}"`,
      })
})
export type ReadPlan = z.infer<typeof ReadPlan>
/** A plan as it is written: what is empty may be left out. */
export type WrittenReadPlan = z.input<typeof ReadPlan>
