/** The state of the facts that boards of a source rest on, in one short text: equal basis, equal boards. */
import { createHash } from 'node:crypto'
import type { Arena } from '../arenas/index.ts'
import { canonicalJson } from '../platform/canonical-json.ts'
import { isOfSource } from './vote-store/groups.ts'
import type { Group } from './vote-store/groups.ts'
import type { ArenaView } from './arena-view.ts'

/** The facts of an arena that are out, counted. */
export interface DataState {
  revision: number
  groups: readonly Group[]
}

/**
 * `<arena's revision>:<votes>:<retractions>:<quarantines and releases>`, of which none ever shrinks; and where judges are
 * counted, what was known of them, as a digest.
 */
export function dataVersionOf({ revision, groups }: DataState, view: VersionedView): string {
  const own = groups.filter((group) => isOfSource(group, view.source))
  const sum = (kind: 'votes' | 'retractions' | 'marks') => own.reduce((all, group) => all + group[kind], 0)
  const known = digestOf(view)
  return [revision, sum('votes'), sum('retractions'), sum('marks'), ...(known ? [known] : [])].join(':')
}

type VersionedView = Pick<ArenaView, 'source' | 'judges' | 'trust'>

function digestOf({ judges, trust }: VersionedView): string | null {
  if (!judges && trust.length === 0) return null
  const known = [
    judges,
    trust.map(({ judge, state, minAgreement, sameFamily }) => [judge, state, minAgreement, sameFamily]),
  ]
  // opens with a letter: as a number it is none, and neither older nor newer than another
  return `j${createHash('sha256').update(canonicalJson(known)).digest('hex').slice(0, 12)}`
}

/** Whether contestants and texts are the same as when the board was computed. */
export const isOfRevision = (basis: string, { revision }: Arena): boolean => basis.startsWith(`${revision}:`)

/** Whether `latest` already counts facts that `basis` does not. */
export function isOlder(basis: string, latest: string): boolean {
  const later = latest.split(':').map(Number)
  return basis.split(':').some((count, i) => Number(count) < later[i])
}
