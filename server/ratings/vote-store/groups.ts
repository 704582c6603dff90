/** Groups of votes: who reached them, under which criterion. Views choose whole groups, so that is decided once. */
import { parseSource } from '../../../shared/contracts/index.ts'
import type { VoteSource } from '../../../shared/contracts/index.ts'

export interface Group {
  source: VoteSource
  /** Of a judge; null for the others. */
  name: string | null
  criterion: string
  /** Facts that are out: votes, retractions, and what was said of quarantine. None of the three ever shrinks. */
  votes: number
  retractions: number
  marks: number
}

export type EntryKind = 'votes' | 'retractions' | 'marks'

/** By their code in the facts. */
const SOURCES: readonly VoteSource[] = ['human', 'judge', 'result', 'simulated']

export class Groups {
  readonly all: Group[] = []
  #numbers = new Map<string, number>()

  /** The number of a group, given to it when it is first asked for. */
  number(source: number, name: string | null, criterion: string): number {
    const key = `${source}\0${criterion}\0${name ?? ''}`
    let number = this.#numbers.get(key)
    if (number === undefined) {
      this.#numbers.set(key, (number = this.all.length))
      this.all.push({ source: SOURCES[source], name, criterion, votes: 0, retractions: 0, marks: 0 })
    }
    return number
  }

  /** As if no fact were out yet. */
  reset(): void {
    for (const group of this.all) group.votes = group.retractions = group.marks = 0
  }
}

/** Whether a source, as it stands in an address, counts the votes of a group. */
export function isOfSource(group: Pick<Group, 'source' | 'name'>, source: string): boolean {
  const { kinds, judge } = parseSource(source)!
  return kinds.includes(group.source) && (judge === null || judge === group.name)
}
