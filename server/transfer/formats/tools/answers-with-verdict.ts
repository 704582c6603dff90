import { msg } from '../../../../shared/messages/index.ts'
import { textField } from '../fields.ts'
import { VERDICT } from '../doubtful-columns.ts'
import { FileError } from '../file-error.ts'
import { PROMPT_COLUMNS } from '../wide-answers.ts'
import { keyOfText } from './texts.ts'
import type { FileHead, ToolFormat } from './tool-format.ts'

/** Columns of a votes file that such a table may have, too. */
const OF_VOTE = new Set(['judge', 'judge_type', 'criterion', 'tstamp'])

const isOfRow = (column: string): boolean =>
  column === '' || PROMPT_COLUMNS.has(column) || OF_VOTE.has(column)

const verdictsIn = ({ header, kept }: FileHead): string[] =>
  header.filter((column) => VERDICT.test(column) && !kept.has(column))

function contestantsIn(head: FileHead): string[] {
  const verdicts = verdictsIn(head)
  return head.header.filter(
    (column) =>
      !verdicts.includes(column) && (!isOfRow(column) || (OF_VOTE.has(column) && head.kept.has(column))),
  )
}

/**
 * A table of answers with the verdict of a vote in each row: `prompt, NAME, NAME, winner`. The verdict names a
 * contestant or says what `winner` of a votes file says; the first contestant is on the left. An empty verdict is no
 * vote. The same answers may be in several rows, one for each vote.
 */
export const answersWithVerdict: ToolFormat = {
  name: 'a table of answers with votes',
  source: 'docs/reference/files.md',
  matches: (head) =>
    head.columns.has('prompt') &&
    !['model', 'model_a', 'model_b', 'text', 'turns'].some((column) => head.columns.has(column)) &&
    verdictsIn(head).length > 0 &&
    contestantsIn(head).length > 1,
  open: (head) => {
    const [verdict, ...others] = verdictsIn(head)
    const contestants = contestantsIn(head)
    const { file } = head
    if (others.length > 0)
      throw new FileError(msg('verdicts_several', { file, columns: [verdict, ...others] }))
    if (contestants.length > 2)
      throw new FileError(msg('verdict_among_many', { file, column: verdict, contestants }))
    const [left, right] = contestants
    return (fields) => {
      // a row of JSON may add columns
      const added = Object.keys(fields).filter((column) => !head.columns.has(column) && !isOfRow(column))
      if (added.length > 0)
        throw new FileError(
          msg('verdict_among_many', { file, column: verdict, contestants: [...contestants, ...added] }),
        )
      const { prompt: text, category, reference, context } = fields
      if (textField(text) === null) return msg('field_empty', { field: 'prompt' })
      const id = fields['question_id'] ?? fields['id']
      const answers = contestants.flatMap((model) => {
        const answer = textField(fields[model])
        return answer === null
          ? []
          : [{ model, text: typeof fields[model] === 'string' ? fields[model] : answer }]
      })
      if (contestants.some((model) => typeof fields[model] === 'object' && fields[model] !== null))
        return msg('answer_no_text')
      if (answers.length === 0) return msg('no_answer')
      const winner = textField(fields[verdict])
      if (winner !== null && answers.length < 2) return msg('verdict_on_one')
      const { judge, judge_type, criterion, tstamp } = fields
      const vote = { model_a: left, model_b: right, winner, judge, judge_type, criterion, tstamp, category }
      return {
        prompt: { id: textField(id) ?? keyOfText(String(text)), text, category, reference, context },
        answers,
        votes: winner === null ? [] : [vote],
      }
    }
  },
  outcomes: (head) => verdictsIn(head)[0],
}
