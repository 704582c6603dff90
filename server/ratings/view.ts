/** Views, and the data version of a view: what tells whether its board is still current. */
import { createHash } from 'node:crypto'
import type { Decides, Looks, View, VoteSource } from '../../shared/contracts/index.ts'
import { parseSource, viewKey } from '../../shared/contracts/source.ts'
import type { TrustedJudge } from '../judge-evaluation/index.ts'
import { canonicalJson } from '../platform/json.ts'

/** A view with every setting resolved. */
export interface ArenaView extends View {
  /** Whether the board holds for all looks at the view (`any`) or for one look. */
  looks: Looks
  /** Only votes cast at this time or later. */
  since: Date | null
  /** Only votes cast before this time. */
  before: Date | null
  /** A text that identifies the view. */
  key: string
  /** The trust in each judge, if the view counts judges. */
  trust: TrustedJudge[]
  /** When the arena decides, and what it decided. Null: it is open-ended. */
  decides: Decides | null
}

/** The same view for all looks. */
export const anytimeView = (view: ArenaView): ArenaView => {
  const watched = { ...view, looks: 'any' as const }
  return { ...watched, key: viewKey(watched) }
}

const DAY_MS = 24 * 3600 * 1000

/** The time at which a view begins, or before which it ends; null if it has no such limit. */
export function parseViewDate(text: string | null, daysAfter: 0 | 1): Date | null {
  if (text === null) return null
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  return new Date(new Date(text).getTime() + (isDay ? daysAfter * DAY_MS : 0))
}

// The data version of a view: one short text for the votes that its board counts. Equal versions mean equal boards.
// Snapshots store it.

/** The votes of one source, judge and criterion. A view includes whole strata. */
export interface Stratum {
  source: VoteSource
  /** The judge's name; null for other sources. */
  judge: string | null
  criterion: string
  /** The numbers of published votes, of retractions, and of quarantines and releases. They never decrease. */
  votes: number
  retractions: number
  marks: number
}

/** Whether a source, as written in an address, includes the votes of a stratum. */
export function isOfSource(stratum: Pick<Stratum, 'source' | 'judge'>, source: string): boolean {
  const { kinds, judge } = parseSource(source)!
  return kinds.includes(stratum.source) && (judge === null || judge === stratum.judge)
}

/** How many published votes and changes an arena has, by stratum. */
export interface DataState {
  revision: number
  strata: readonly Stratum[]
}

/**
 * `<arena's revision>:<votes>:<retractions>:<quarantines and releases>:<recipe>`. None of the counts ever shrinks.
 * The version of a view that counts judges, or of an arena with a decision day, ends with a digest of the trust and the day.
 */
export function viewDataVersion({ revision, strata }: DataState, view: VersionedView): string {
  const included = strata.filter((stratum) => isOfSource(stratum, view.source))
  const sum = (kind: 'votes' | 'retractions' | 'marks') =>
    included.reduce((all, stratum) => all + stratum[kind], 0)
  return [revision, sum('votes'), sum('retractions'), sum('marks'), settingsVersion(view)].join(':')
}

/** What a board depends on besides its votes and the arena's texts. */
export function settingsVersion(view: VersionedView): string {
  const judgesDigest = hashJudges(view)
  return [recipeVersion(view), ...(judgesDigest ? [judgesDigest] : [])].join(':')
}

/** Whether two versions differ in more than added votes and texts: a past board may then be another one, too. */
export function affectsPastBoards(dataVersion: string, latest: string): boolean {
  const past = (version: string) => version.split(':').slice(2).join(':')
  return past(dataVersion) !== past(latest)
}

type VersionedView = Pick<ArenaView, 'source' | 'judges' | 'trust' | 'looks' | 'decides'>

/** Increase this when the same votes give another board, so that stored boards are computed again. */
const RECIPE = 8

// `isOlder` ignores parts with letters, such as this one
const recipeVersion = ({ looks }: Pick<ArenaView, 'looks'>): string => `${looks}${RECIPE}`

function hashJudges({ judges, trust, decides }: VersionedView): string | null {
  if (!judges && trust.length === 0 && decides === null) return null
  const facts = [
    decides,
    judges,
    trust.map(({ judge, state, minAgreement, sameFamily, failure }) => [
      judge,
      state,
      minAgreement,
      sameFamily,
      ...(failure ? [failure.reason] : []),
    ]),
  ]
  // `isOlder` ignores parts with letters, such as this one
  return `j${createHash('sha256').update(canonicalJson(facts)).digest('hex').slice(0, 12)}`
}

/** Whether contestants, texts, trust in judges and the computation of boards are unchanged since the board was computed. */
export function isOfRevision(
  dataVersion: string,
  { revision }: Pick<DataState, 'revision'>,
  view: VersionedView,
): boolean {
  const parts = dataVersion.split(':')
  return parts[0] === String(revision) && parts.slice(4).join(':') === settingsVersion(view)
}

/** Whether `latest` counts votes or changes that `dataVersion` does not count. */
export function isOlder(dataVersion: string, latest: string): boolean {
  const later = latest.split(':').map(Number)
  return dataVersion.split(':').some((count, i) => Number(count) < later[i])
}
