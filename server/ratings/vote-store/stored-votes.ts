import type { Columns, Names } from './columns.ts'
import type { VoteStatuses } from './vote-status.ts'
import { parseSource, type VoteSource } from '../../../shared/contracts/index.ts'
import { countsJudge } from '../../../shared/votes/majority.ts'
import { microsecondsOf } from '../../platform/postgres/rows.ts'
import type { ArenaView } from '../view.ts'

/** The votes of one arena in memory, as filters and tallies read them. */
export interface StoredVotes {
  readonly columns: Columns
  readonly contestants: Names
  readonly prompts: Names
  readonly groups: Groups
  readonly statuses: Pick<VoteStatuses, 'of'>
  /** Indexed by the number of the prompt. */
  readonly categories: readonly (string | null)[]
  /** The number of different voters. */
  readonly voters: number
  /** The names of voters, indexed by number. */
  readonly voterNames: readonly string[]
  /** The group that each voter was invited to, indexed by number; null: none. It never changes. */
  readonly voterGroups: readonly (string | null)[]
  /** A text that changes with every name and category. */
  readonly namesVersion: string
}

// Groups of votes by source, judge and criterion. A view includes whole groups, so filters decide once for each group.

export interface Group {
  source: VoteSource
  /** The judge's name; null for other sources. */
  name: string | null
  criterion: string
  /** The numbers of published votes, of retractions, and of quarantines and releases. They never decrease. */
  votes: number
  retractions: number
  marks: number
}

export type EntryKind = 'votes' | 'retractions' | 'marks'

/** Indexed by their code in rows of `readEntries`. */
const SOURCES: readonly VoteSource[] = ['human', 'judge', 'result', 'simulated']

export class Groups {
  readonly all: Group[] = []
  #numbers = new Map<string, number>()

  /** The number of a group; a new group gets the next number. */
  number(source: number, name: string | null, criterion: string): number {
    const key = `${source}\0${criterion}\0${name ?? ''}`
    let number = this.#numbers.get(key)
    if (number === undefined) {
      this.#numbers.set(key, (number = this.all.length))
      this.all.push({ source: SOURCES[source], name, criterion, votes: 0, retractions: 0, marks: 0 })
    }
    return number
  }

  /** Sets all counts to zero. */
  reset(): void {
    for (const group of this.all) group.votes = group.retractions = group.marks = 0
  }
}

/** Whether a source, as written in an address, includes the votes of a group. */
export function isOfSource(group: Pick<Group, 'source' | 'name'>, source: string): boolean {
  const { kinds, judge } = parseSource(source)!
  return kinds.includes(group.source) && (judge === null || judge === group.name)
}

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
