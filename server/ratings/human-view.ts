import { POWERED } from '../../shared/votes/judges-counted.ts'
import { viewKey } from './arena-view.ts'
import type { ArenaView } from './arena-view.ts'

/** Of a view powered by judges, the view of people's votes alone, which its records are of; any other as it is. */
export function humanView(view: ArenaView): ArenaView {
  if (view.source !== POWERED) return view
  const { judges: _, ...rest } = view
  const people = { ...rest, source: 'humans', trust: [] }
  return { ...people, key: viewKey(people) }
}
