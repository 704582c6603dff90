import { JUDGE_TYPES } from './file-votes.ts'
import type { FileVotes } from './file-votes.ts'

const LLM = JUDGE_TYPES.indexOf('llm')

/** The names in a file that a choice of votes may use. */
export interface NamesIn {
  contestants: readonly string[]
  categories: readonly string[]
  voters: readonly string[]
  judges: readonly string[]
  /** Sorted; '' for rows without a name. */
  criteria: readonly string[]
}

export function namesIn(file: FileVotes): NamesIn {
  const { rows, judgeType, ordered, contestants, category, judge, criterion } = file
  const judges = new Set(ordered.flatMap((call) => call.judge ?? []))
  const judgeOf = judge.of(rows)
  for (let row = 0; row < judgeOf.length; row++)
    if (judgeType[row] === LLM && judgeOf[row] >= 0) judges.add(judge.names[judgeOf[row]])
  const criterionOf = criterion.of(rows)
  const isMissing =
    (rows > 0 && (criterionOf.length === 0 || criterionOf.includes(-1))) ||
    ordered.some((call) => call.criterion === null)
  return {
    contestants: contestants.names,
    categories: category.names,
    voters: judge.names,
    judges: [...judges],
    criteria: [...(isMissing ? [''] : []), ...criterion.names].sort(),
  }
}
