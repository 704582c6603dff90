import type { View } from '../../../shared/contracts/board-parts.ts'
import { judgeOfSource } from '../../../shared/contracts/source.ts'
import { dayText } from '../ui/figures.ts'
import { textByKey, words } from './words.ts'

/** What differs from all votes of a source: "humans · group “experts” · tone · since 1 Oct 2026". */
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
  const judge = judgeOfSource(source)
  const who =
    judge === null ? (textByKey(source, words.method.sources) ?? source) : words.method.judge({ name: judge })
  return [who, group && words.method.group({ group }), criterion, category, time].filter(Boolean).join(' · ')
}
