/** A plan as the format of a file. */
import { ANSWER_OF, type ReadPlan } from '../../../shared/contracts/read-plan.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { OWN, type ToolFormat } from '../formats/tools/tool-format.ts'
import { columnOf } from './sources.ts'
import { translateBy } from './translate.ts'

/** The name of a format whose plan a user gives. */
const GIVEN = 'a read plan'

/** Reads a file as a plan says. @param source  where the form is published */
export const formatOfPlan = (plan: ReadPlan, source: string = OWN): ToolFormat => ({
  name: plan.preset ?? GIVEN,
  plan,
  source,
  matches: () => true,
  open: (head) => {
    const read = new Set(columnsRead(plan))
    for (const column of head.columns) if (!read.has(column) && column !== '') head.notes.unread.add(column)
    head.notes.told.push(...notesOf(plan, head.file))
    return translateBy(plan)
  },
  watchers: () => [],
})

/** The columns of a file that a plan reads, or leaves out. */
export const columnsRead = ({ columns, each, again = [], ignore }: ReadPlan): string[] =>
  [columns, ...again]
    .flatMap((one) => Object.values(one).flat())
    .concat(each ?? [])
    .map(columnOf)
    .concat(ignore)

/** What is lost by reading a file so. */
function notesOf({ kind, columns }: ReadPlan, file: string): CodedMessage[] {
  const answers = Object.keys(columns).filter((target) => target.startsWith(ANSWER_OF))
  return [
    ...(kind === 'counts' ? [msg('counts_read', { file })] : []),
    ...(kind === 'table' && answers.length > 2 && 'winner' in columns ? [msg('best_of_many', { file })] : []),
  ]
}
