/** Columns of a file whose names are nearly those that Deadheat reads. */
import { slipOf } from '../../platform/nearest.ts'

/** The columns of votes. */
export const VOTE_COLUMNS = [
  'model_a',
  'model_b',
  'winner',
  'question_id',
  'judge',
  'judge_type',
  'criterion',
  'category',
  'language',
  'turn',
  'pair_id',
  'order',
  'tstamp',
  'conversation_a',
  'conversation_b',
  'sample_a',
  'sample_b',
  'pair_probability',
]

/** The columns of votes, answers and prompts that a file needs to be recognised. */
export const NEEDED_COLUMNS = ['model_a', 'model_b', 'winner', 'prompt', 'model', 'text', 'id', 'question_id']

/** A column, and the one that was probably meant. */
export interface NearColumn {
  column: string
  meant: string
}

/**
 * The columns that are none of `known`, but nearly one that the file lacks.
 * @param columns those of the file
 * @param known those that are read
 */
export function nearColumns(columns: readonly string[], known: readonly string[]): NearColumn[] {
  const missing = known.filter((name) => !columns.includes(name))
  return columns
    .filter((column) => !known.includes(column))
    .flatMap((column) => {
      const meant = slipOf(column, missing)
      return meant === undefined ? [] : [{ column, meant }]
    })
}
