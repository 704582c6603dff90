/** The state of the facts that boards of a source rest on, in one short text: equal basis, equal boards. */
import type { Arena } from '../arenas/index.ts'
import { isOfSource } from './fold/groups.ts'
import type { Group } from './fold/groups.ts'

/** The facts of an arena that are out, counted. */
export interface FactState {
  revision: number
  groups: readonly Group[]
}

/** `<arena's revision>:<votes>:<retractions>:<quarantines and releases>`; none of the four ever shrinks. */
export function basisOf({ revision, groups }: FactState, source: string): string {
  const own = groups.filter((group) => isOfSource(group, source))
  const sum = (kind: 'votes' | 'retractions' | 'marks') => own.reduce((all, group) => all + group[kind], 0)
  return [revision, sum('votes'), sum('retractions'), sum('marks')].join(':')
}

/** Whether contestants and texts are the same as when the board was computed. */
export const isOfRevision = (basis: string, { revision }: Arena): boolean => basis.startsWith(`${revision}:`)

/** Whether `latest` already counts facts that `basis` does not. */
export function isOlder(basis: string, latest: string): boolean {
  const later = latest.split(':').map(Number)
  return basis.split(':').some((count, i) => Number(count) < later[i]!)
}
