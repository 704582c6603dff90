/** Groups of votes by source, judge and criterion. A view includes whole groups, so filters decide once for each group. */
import { parseSource } from '../../../shared/contracts/index.ts'
import type { VoteSource } from '../../../shared/contracts/index.ts'

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
