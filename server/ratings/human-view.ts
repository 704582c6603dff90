import { POWERED } from '../../shared/votes/judges-counted.ts'
import { viewKey } from '../../shared/contracts/index.ts'
import type { ArenaView } from './arena-view.ts'

/** The view of people's votes alone, if a view is powered by judges; any other view unchanged. */
export function humanView(view: ArenaView): ArenaView {
  if (view.source !== POWERED) return view
  const { judges: _, ...rest } = view
  const people = { ...rest, source: 'humans', trust: [] }
  return { ...people, key: viewKey(people) }
}
