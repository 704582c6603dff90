import { msg } from '../../../../shared/messages/index.ts'
import { textField } from '../fields.ts'
import { hasAll } from './tool-format.ts'
import type { ToolFormat } from './tool-format.ts'
import { contentText, listIn, objectIn } from './texts.ts'

/**
 * The log of OpenAI evals (`oaieval`): the first line names the model, and events of the type `sampling` have prompt
 * and answer. Later samplings of the same sample are those of a grader.
 */
export const openaiEvals: ToolFormat = {
  name: 'OpenAI evals log',
  source: 'https://github.com/openai/evals/blob/main/evals/record.py',
  matches: (head) => hasAll(head, 'spec') && head.text.includes('"completion_fns"'),
  open: () => {
    let model: string | null = null
    const sampled = new Set<string>()
    return (fields) => {
      const names = listIn(objectIn(fields['spec'])['completion_fns'])
      if (names.length > 0) model = names.map(String).join(' + ')
      if (fields['type'] !== 'sampling') return null
      const id = textField(fields['sample_id'])
      if (id === null) return msg('field_missing', { field: 'sample_id' })
      if (sampled.has(id)) return null
      const { prompt, sampled: answers } = objectIn(fields['data'])
      const asked = listIn(prompt).map(objectIn)
      const text = contentText(prompt)
      const [answer] = Array.isArray(answers) ? answers : [answers]
      if (typeof answer !== 'string') return msg('no_answer')
      sampled.add(id)
      const messages = asked.map(({ role, content }) => ({ role, content: contentText(content) }))
      return {
        prompt: { id, ...(Array.isArray(prompt) ? { messages } : { text }) },
        answers: [{ model, text: answer }],
      }
    }
  },
}
