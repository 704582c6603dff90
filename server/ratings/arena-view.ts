import type { View } from '../../shared/contracts/index.ts'
import type { TrustedJudge } from '../judge-evaluation/index.ts'

/** A view with every setting resolved. */
export interface ArenaView extends View {
  /** Only votes cast at this time or later. */
  since: Date | null
  /** Only votes cast before this time. */
  before: Date | null
  /** One text per distinct view. */
  key: string
  /** What is known about the judges, if the view counts any. */
  trust: TrustedJudge[]
}

/** One text for each distinct view; stored boards go by it. */
export const viewKey = ({ source, criterion, category, from, to }: View): string =>
  JSON.stringify([source, criterion, category, from, to])
