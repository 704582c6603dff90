import { judgeOfSource } from '../../../shared/contracts/source.ts'
import { replaceDirectionControls } from '../ui/directions.ts'
import { textByKey, words } from './words.ts'

/** "People", "Judge “strict”" */
export function sourceLabel(source: string): string {
  const judge = judgeOfSource(source)
  return judge === null
    ? (textByKey(source, words.board.sources) ?? source)
    : words.board.judge({ name: replaceDirectionControls(judge) })
}
