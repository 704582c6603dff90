import type { Lapse } from '../../../shared/stats/judges/agreement.ts'

/** The ways in which judges' votes are grouped. */
export type SliceKind = 'version' | 'criterion' | 'category' | 'month' | 'day'

/** The number of votes of one judge that are alike in everything measured. */
export interface VoteCell {
  kind: SliceKind
  judge: string
  /** For `version`, `month` and `day`; null for imported votes. */
  version: number | null
  /** The model served, with `version`; null if no reply of the version named one. */
  served: string | null
  /** For `month` and `day`: how many lapses of the version were before these votes. */
  lapses: number | null
  /** Whether the votes count. Retracted and quarantined votes do not. */
  counted: boolean
  /** The criterion, category, month (2026-01) or day (2026-01-31); null for `version`, and for no category. */
  slice: string | null
  verdict: 'left' | 'right' | 'tie'
  people: 'left' | 'right' | 'tie' | null
  inconsistent: boolean
  /** Whether Deadheat asked the judge itself, in both orders. */
  madeHere: boolean
  longer: 'left' | 'right' | null
  ownFamily: 'left' | 'right' | null
  count: number
}

/** A run after which a version of a judge, as served, is shown not to agree with itself. */
export interface JudgeLapse extends Lapse {
  version: number
  served: string | null
}

/** Two lists of equal length: a judge, and the id of a contestant of its family. */
export interface SameFamilyPairs {
  judges: string[]
  contestants: number[]
}
