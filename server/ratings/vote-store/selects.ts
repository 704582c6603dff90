import { countsJudge } from '../../../shared/votes/judge-choice.ts'
import { microsecondsOf } from '../../platform/copy-rows.ts'
import type { ArenaView } from '../view.ts'
import type { ArenaFacts } from './arena-facts.ts'
import { isOfSource } from './groups.ts'

/** Whether a view counts the vote in a row, if it stands. */
export type Selects = (row: number) => boolean

export function selectsOf(facts: ArenaFacts, view: ArenaView): Selects {
  const { columns, groups } = facts
  const since = view.since ? microsecondsOf(view.since) : -Infinity
  const before = view.before ? microsecondsOf(view.before) : Infinity
  const isNarrow = view.since !== null || view.before !== null || view.category !== null
  const known: boolean[] = []
  const isChosen = (group: number): boolean =>
    (known[group] ??=
      isOfSource(groups.all[group], view.source) &&
      (groups.all[group].name === null || countsJudge(view.judges, groups.all[group].name)) &&
      (view.criterion === null || view.criterion === groups.all[group].criterion))
  return (row) => {
    if (!isChosen(columns.group[row])) return false
    if (!isNarrow) return true
    if (columns.castAt[row] < since || columns.castAt[row] >= before) return false
    return view.category === null || facts.categories[columns.prompt[row]] === view.category
  }
}
