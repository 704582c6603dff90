/** Preferences in the forms that trainers read. */
import { listIn } from '../formats/tools/texts.ts'
import type { FileRecord } from './write-records.ts'

interface Turn {
  role: string
  content: string
}

/** A text as one turn of this role, messages as they are. */
const turnsOf = (value: unknown, role: string): Turn[] =>
  typeof value === 'string'
    ? [{ role, content: value }]
    : listIn(value).map((part) => (typeof part === 'string' ? { role, content: part } : (part as Turn)))

/** What names the vote beside its texts. */
const labels = ({ question_id, criterion, judge, judge_type, chosen_model, rejected_model }: FileRecord) => ({
  question_id,
  criterion,
  judge,
  judge_type,
  chosen_model,
  rejected_model,
})

const isText = ({ prompt, chosen, rejected }: FileRecord) =>
  [prompt, chosen, rejected].every((text) => typeof text === 'string')

/** `prompt`, `chosen` and `rejected` as texts. Conversations of several turns have no such form and are left out. */
export function dpoRecord(record: FileRecord): FileRecord[] {
  const { prompt, chosen, rejected } = record
  return isText(record) ? [{ prompt, chosen, rejected, ...labels(record) }] : []
}

/** `prompt`, `chosen` and `rejected` as messages. Answers to several questions follow all of them. */
export function conversationalRecord(record: FileRecord): FileRecord[] {
  return [
    {
      prompt: turnsOf(record['prompt'], 'user'),
      chosen: turnsOf(record['chosen'], 'assistant'),
      rejected: turnsOf(record['rejected'], 'assistant'),
      ...labels(record),
    },
  ]
}
