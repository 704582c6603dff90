import type { View } from '../../shared/contracts/index.ts'
import { POWERED } from '../../shared/votes/judge-choice.ts'
import type { ArenaView } from './view.ts'

/** One text per distinct view. */
export const keyOf = ({ source, criterion, category, from, to }: View): string =>
  JSON.stringify([source, criterion, category, from, to])

/** Of a view powered by judges, the view of people's votes alone, which its records are of; any other as it is. */
export function peopleOf(view: ArenaView): ArenaView {
  if (view.source !== POWERED) return view
  const { judges: _, ...rest } = view
  const people = { ...rest, source: 'humans', trust: [] }
  return { ...people, key: keyOf(people) }
}
