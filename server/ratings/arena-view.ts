import type { View } from '../../shared/contracts/index.ts'
import type { TrustedJudge } from '../judge-evaluation/index.ts'

/** A view whose every switch is decided. */
export interface ArenaView extends View {
  /** Votes cast from then on. */
  since: Date | null
  /** Votes cast before then. */
  before: Date | null
  /** One text per distinct view. */
  key: string
  /** What is known of the judges, where the view counts any. */
  trust: TrustedJudge[]
}

/** One text per distinct view. */
export const viewKey = ({ source, criterion, category, from, to }: View): string =>
  JSON.stringify([source, criterion, category, from, to])
