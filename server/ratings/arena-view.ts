import type { Looks, TogetherBy, View } from '../../shared/contracts/index.ts'
import type { TrustedJudge } from '../judge-evaluation/index.ts'

/** A view with every setting resolved. */
export interface ArenaView extends View {
  /** For how many looks at the view its board is to hold; for all of them unless somebody asks for one. */
  looks: Looks
  /** With which other boards it is to hold together; null: alone. */
  together: TogetherBy | null
  /** How many categories the arena has, if the view is of one or is held together with them; else 0. */
  categories: number
  /** Only votes cast at this time or later. */
  since: Date | null
  /** Only votes cast before this time. */
  before: Date | null
  /** One text per distinct view. */
  key: string
  /** What is known about the judges, if the view counts any. */
  trust: TrustedJudge[]
}
