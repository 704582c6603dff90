import type { Looks, TogetherBy, View } from '../../shared/contracts/index.ts'
import type { TrustedJudge } from '../judge-evaluation/index.ts'

/** A view with every setting resolved. */
export interface ArenaView extends View {
  /** Whether the board holds for all looks at the view (`any`, the default) or for one look. */
  looks: Looks
  /** The other boards with which the board holds together; null: none. */
  together: TogetherBy | null
  /** The number of categories of the arena if the view is of one or holds together with them; else 0. */
  categories: number
  /** Only votes cast at this time or later. */
  since: Date | null
  /** Only votes cast before this time. */
  before: Date | null
  /** A text that identifies the view. */
  key: string
  /** The trust in each judge, if the view counts judges. */
  trust: TrustedJudge[]
}
