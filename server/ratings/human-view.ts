import { MAJORITY, POWERED } from '../../shared/votes/majority.ts'
import { viewKey } from '../../shared/contracts/index.ts'
import type { ArenaView } from './arena-view.ts'

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
