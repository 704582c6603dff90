import { judgeIn } from '../../../shared/contracts/source.ts'
import { withoutDirections } from '../ui/directions.ts'
import { textUnder, words } from './words.ts'

/** "Humans", "Judge “strict”" */
export function sourceLabel(source: string): string {
  const judge = judgeIn(source)
  return judge === null
    ? (textUnder(source, words.board.sources) ?? source)
    : words.board.judge({ name: withoutDirections(judge) })
}
