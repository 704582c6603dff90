import type { View } from '../../../shared/contracts/board-parts.ts'
import { dayText } from '../ui/figures.ts'
import { sourceLabel } from './source.ts'
import { words } from './words.ts'

/** What differs from all votes of a source: "People · group “experts” · tone · since 1 Oct 2026". */
export function viewWords({ source, criterion, category, from, to, group }: View): string {
  const [first, last] = [from && dayText(from), to && dayText(to)]
  const time =
    first && last
      ? words.method.fromTo({ from: first, to: last })
      : first
        ? words.method.since({ from: first })
        : last
          ? words.method.until({ to: last })
          : null
  return [sourceLabel(source), group && words.method.group({ group }), criterion, category, time]
    .filter(Boolean)
    .join(' · ')
}
