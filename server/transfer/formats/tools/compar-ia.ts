import { msg } from '../../../../shared/messages/index.ts'
import { textField } from '../fields.ts'
import { hasAll } from './tool-format.ts'
import type { ToolFormat } from './tool-format.ts'
import { splitConversation } from './texts.ts'

/** Votes of compar:IA: the name of the preferred model, or `both_equal`. */
export const comparIaVotes: ToolFormat = {
  name: 'compar:IA votes',
  source: 'https://huggingface.co/datasets/ministere-culture/comparia-votes',
  matches: (head) => hasAll(head, 'model_a_name', 'model_b_name', 'chosen_model_name', 'both_equal'),
  open: () => (fields) => {
    const [left, right] = [textField(fields['model_a_name']), textField(fields['model_b_name'])]
    const chosen = textField(fields['chosen_model_name'])
    const isEqual = ['true', '1'].includes(String(fields['both_equal']).toLowerCase())
    const winner = isEqual ? 'tie' : chosen === left ? 'model_a' : chosen === right ? 'model_b' : null
    if (winner === null || (chosen === null && !isEqual)) return msg('chosen_is_neither')
    const question = fields['conversation_pair_id'] ?? fields['id']
    const category = fields['selected_category']
    const vote = {
      question_id: question,
      model_a: left,
      model_b: right,
      winner,
      judge: fields['visitor_id'] ?? fields['session_hash'],
      tstamp: fields['timestamp'],
      category,
    }
    const [a, b] = [splitConversation(fields['conversation_a']), splitConversation(fields['conversation_b'])]
    if (!a || !b) return { votes: [vote] }
    return {
      prompt: { id: question, messages: a.messages.filter(({ role }) => role === 'user'), category },
      answers: [
        { model: left, ...a.answer },
        { model: right, ...b.answer },
      ],
      votes: [vote],
    }
  },
}
