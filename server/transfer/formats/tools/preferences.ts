import { msg } from '../../../../shared/messages/index.ts'
import { FileError } from '../file-error.ts'
import { structureField, textField } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { hasAll } from './tool-format.ts'
import type { ToolFormat } from './tool-format.ts'
import { keyOfText, splitConversation } from './texts.ts'

const CHOSEN = ['chosen_model', 'chosen-model', 'model_chosen']
const REJECTED = ['rejected_model', 'rejected-model', 'model_rejected']

/**
 * Preferences for training: `prompt`, `chosen`, `rejected` as texts or as messages, with columns for the two models.
 * Each row is a vote for the chosen answer.
 */
export const preferences: ToolFormat = {
  name: 'preferences',
  source: 'https://huggingface.co/docs/trl/dataset_formats#preference',
  matches: (head) => hasAll(head, 'chosen', 'rejected'),
  open: ({ columns, file }) => {
    const [chosenModel, rejectedModel] = [CHOSEN, REJECTED].map((names) =>
      names.find((name) => columns.has(name)),
    )
    if (chosenModel === undefined || rejectedModel === undefined)
      throw new FileError(msg('preferences_unnamed', { file }))
    return (fields) => {
      const [chosen, rejected] = [fields['chosen'], fields['rejected']].map((side) =>
        sideOf(side, fields['prompt']),
      )
      if (!chosen || !rejected) return msg('no_preference_texts')
      const [winner, loser] = [fields[chosenModel], fields[rejectedModel]]
      const id =
        textField(fields['question_id']) ??
        textField(fields['prompt_id']) ??
        keyOfText(JSON.stringify(chosen.messages))
      return {
        prompt: { id, messages: chosen.messages },
        answers: [
          { model: winner, ...chosen.answer },
          { model: loser, ...rejected.answer },
        ],
        votes: [
          {
            model_a: winner,
            model_b: loser,
            winner: 'model_a',
            judge: fields['judge'],
            judge_type: fields['judge_type'],
            criterion: fields['criterion'],
          },
        ],
      }
    }
  },
}

interface Side {
  messages: { role: string; content: string }[]
  answer: Fields
}

/** A text with the prompt beside it, the messages of the answer alone, or the whole conversation. */
function sideOf(side: unknown, prompt: unknown): Side | null {
  const structure = structureField(side)
  const question = structureField(prompt)
  const asked = Array.isArray(question)
    ? question
    : typeof prompt === 'string' && prompt.trim() !== ''
      ? [{ role: 'user', content: prompt }]
      : []
  if (Array.isArray(structure) && structure.every((part) => typeof part === 'string'))
    return splitConversation([...asked, ...structure.map((content) => ({ role: 'assistant', content }))])
  if (!Array.isArray(structure))
    return typeof side === 'string' && side.trim() !== ''
      ? splitConversation([...asked, { role: 'assistant', content: side }])
      : null
  return splitConversation(structure) ?? splitConversation([...asked, ...structure])
}
