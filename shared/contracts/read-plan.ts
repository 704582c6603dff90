/** How a table is read: a value that a user can look at, save beside the file, and give again. */
import { z } from 'zod'
import { SCORED } from './votes.ts'

/** What an outcome of a file can mean. `name`: it names a contestant of its vote. */
export const OUTCOME_MEANINGS = ['model_a', 'model_b', 'tie', 'both_bad', 'skip', 'name'] as const

/** What a row of a file is. `counts`: how often each side won; `table`: a prompt and the answer of each contestant. */
export const READ_KINDS = ['votes', 'answers', 'table', 'prompts', 'scores', 'counts'] as const
export type ReadKind = (typeof READ_KINDS)[number]

/** What a column can be, beside `answer of NAME` in a table, `wins over NAME` in counts and `score of NAME` in scores. */
export const READ_TARGETS =
  'prompt question_id category group reference context model text turns model_a model_b answer_a answer_b answers winner loser judge judge_type criterion tstamp id turn pair_id order sample sample_a sample_b pair_probability language messages transcript variables tokens costUsd latencyMs run_id trace_id session_id observation_id span_id wins_a wins_b ties count score rank result score_a score_b input output conversation conversation_a conversation_b latencySeconds startedAt endedAt variant variantVersion'.split(
    ' ',
  )
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
 * Where a value is: the name of a column, else a path into its lists and objects (`data.model1`, `games.0.score`), or `inputs.*` for
 * all columns that begin so; several, whose texts are joined by a blank line, the `first` of several that is not empty; or after `=`
 * a text that is the same in every row; as `model`, `=^` is the name of the file. A column whose name begins with `=` has `'` before
 * it, and a column of exactly this name comes first.
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

export const ReadPlan = Written.superRefine(({ preset, columns, again = [] }, context) => {
  // the format of a tool has names of its own, such as keys of outputs
  const targets = preset === undefined ? [columns, ...again].flatMap(Object.keys) : []
  for (const target of targets)
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
