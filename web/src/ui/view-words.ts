import type { View } from '../../../shared/contracts/board.ts'
import { method as words } from '../words/method/index.ts'
import { dayText } from './figures.ts'
import { judgeIn } from '../../../shared/contracts/source.ts'

/** "humans · group “experts” · tone · all categories · since 1 Oct 2026" */
export function viewWords({ source, criterion, category, from, to, group }: View): string {
  const say = words.here
  const [first, last] = [from && dayText(from), to && dayText(to)]
  const time =
    first && last ? say.fromTo(first, last) : first ? say.since(first) : last ? say.until(last) : say.allTime
  const judge = judgeIn(source)
  const who = judge === null ? (say.sources[source] ?? source) : say.judge(judge)
  const people = group === undefined ? [] : [say.group(group)]
  return [who, ...people, criterion ?? say.oneCriterion, category ?? say.allCategories, time].join(' · ')
}
