import type { View } from '../../../shared/contracts/board.ts'
import { method as words } from '../words/method.ts'
import { dayText } from './figures.ts'
import { judgeIn } from '../../../shared/contracts/source.ts'

/** What differs from all votes of a source: "humans · group “experts” · tone · since 1 Oct 2026". */
export function viewWords({ source, criterion, category, from, to, group }: View): string {
  const say = words.here
  const [first, last] = [from && dayText(from), to && dayText(to)]
  const time =
    first && last ? say.fromTo(first, last) : first ? say.since(first) : last ? say.until(last) : null
  const judge = judgeIn(source)
  const who = judge === null ? (say.sources[source] ?? source) : say.judge(judge)
  return [who, group && say.group(group), criterion, category, time].filter(Boolean).join(' · ')
}
