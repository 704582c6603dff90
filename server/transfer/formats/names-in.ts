import type { Warning } from '../../../shared/contracts/board.ts'
import { msg, warning } from '../../../shared/messages/index.ts'
import { lookOf, quoted } from './fields.ts'
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

const MOST_GROUPS = 5

/**
 * A warning about contestants whose names differ only by case, width, blanks or invisible characters. Null: there are
 * none.
 * @param names  those of the arena
 * @param named  those of which at least one must be among them
 */
export function namesAlike(names: Iterable<string>, named?: ReadonlySet<string>): Warning | null {
  const groups = new Map<string, Set<string>>()
  for (const name of names) {
    const look = lookOf(name)
    groups.set(look, (groups.get(look) ?? new Set()).add(name))
  }
  const alike = [...groups.values()].filter(
    (group) => group.size > 1 && (!named || [...group].some((name) => named.has(name))),
  )
  if (alike.length === 0) return null
  const shown = alike.slice(0, MOST_GROUPS).map((group) => [...group].map(quoted).join(' / '))
  return warning(msg('names_alike', { groups: shown, more: alike.length - shown.length }))
}
