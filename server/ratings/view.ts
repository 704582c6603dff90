import { type Looks, type TogetherBy, type View, viewKey } from '../../shared/contracts/index.ts'
import type { TrustedJudge } from '../judge-evaluation/index.ts'
import { MAJORITY, POWERED } from '../../shared/votes/majority.ts'

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

/**
 * The view of the votes as they were cast: of people's alone, if a view is powered by judges, and of each judge's, if
 * it is by majority. Any other view is unchanged.
 */
export function humanView(view: ArenaView): ArenaView {
  if (view.source === MAJORITY) {
    const judges = { ...view, source: 'judges' }
    return { ...judges, key: viewKey(judges) }
  }
  if (view.source !== POWERED) return view
  const { judges: _, ...rest } = view
  const people = { ...rest, source: 'humans', trust: [] }
  return { ...people, key: viewKey(people) }
}

const DAY_MS = 24 * 3600 * 1000

/** The time at which a view begins, or before which it ends; null if it has no such limit. */
export function momentOf(text: string | null, daysAfter: 0 | 1): Date | null {
  if (text === null) return null
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  return new Date(new Date(text).getTime() + (isDay ? daysAfter * DAY_MS : 0))
}
