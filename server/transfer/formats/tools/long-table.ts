import { msg } from '../../../../shared/messages/index.ts'
import { structureField, textField } from '../fields.ts'
import { hasAll } from './tool-format.ts'
import type { FileHead, ToolFormat } from './tool-format.ts'
import { promptOfInput } from './input-output.ts'

const MODEL = ['model', 'variant']
const PROMPT = ['prompt', 'input', 'question']
const ANSWER = ['response', 'output', 'answer', 'completion']

const firstOf = ({ columns }: FileHead, names: readonly string[]) => names.find((name) => columns.has(name))

/** A long table of answers: a row for each answer, with the text of its prompt. */
export const longTable: ToolFormat = {
  name: 'answers with the texts of their prompts',
  source: 'docs/reference/files.md',
  matches: (head) => {
    const names = [MODEL, PROMPT, ANSWER].map((some) => firstOf(head, some))
    return !names.includes(undefined) && !hasAll(head, 'text') && !hasAll(head, 'turns')
  },
  open: (head) => {
    const [model, prompt, answer] = [MODEL, PROMPT, ANSWER].map((some) => firstOf(head, some)!)
    return (fields) => {
      const { id, question_id: question, category, reference } = fields
      const asked = promptOfInput(fields[prompt], question ?? id, { category, reference })
      if (!asked) return msg('field_empty', { field: prompt })
      const text = fields[answer]
      if (typeof text !== 'string' || textField(structureField(text)) === null) return msg('no_answer')
      return { prompt: asked, answers: [{ model: fields[model], text }] }
    }
  },
}
