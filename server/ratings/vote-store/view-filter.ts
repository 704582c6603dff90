import { countsJudge } from '../../../shared/votes/majority.ts'
import { microsecondsOf } from '../../platform/postgres/rows.ts'
import type { ArenaView } from '../arena-view.ts'
import type { StoredVotes } from './stored-votes.ts'
import { isOfSource } from './groups.ts'

/** Whether a view includes the vote in a row, whatever the vote's status is. */
export type ViewFilter = (row: number) => boolean

export function viewFilter(store: StoredVotes, view: ArenaView): ViewFilter {
  const { columns, groups } = store
  const since = view.since ? microsecondsOf(view.since) : -Infinity
  const before = view.before ? microsecondsOf(view.before) : Infinity
  const hasMoreConditions =
    view.since !== null || view.before !== null || view.category !== null || view.group !== undefined
  const groupsIncluded: boolean[] = []
  const isGroupIncluded = (group: number): boolean =>
    (groupsIncluded[group] ??=
      isOfSource(groups.all[group], view.source) &&
      (groups.all[group].name === null || countsJudge(view.judges, groups.all[group].name)) &&
      (view.criterion === null || view.criterion === groups.all[group].criterion))
  return (row) => {
    if (!isGroupIncluded(columns.group[row])) return false
    if (!hasMoreConditions) return true
    if (columns.castAt[row] < since || columns.castAt[row] >= before) return false
    if (view.group !== undefined && store.voterGroups[columns.voter[row]] !== view.group) return false
    return view.category === null || store.categories[columns.prompt[row]] === view.category
  }
}
