import { msg } from '../../../../shared/messages/index.ts'
import { FileError, parseObject, structureField, textField, type Fields } from '../fields.ts'
import { battleRows, hasAll, keyOfText, splitConversation, type ToolFormat } from './tool-format.ts'

const CHOSEN = ['chosen_model', 'chosen-model', 'model_chosen']
const REJECTED = ['rejected_model', 'rejected-model', 'model_rejected']

/**
 * Preferences for training: `prompt`, `chosen`, `rejected` as texts or as messages, with columns for the two models.
 * Each row is a vote for the chosen answer.
 */
export const preferences: ToolFormat = {
  name: 'preferences',
  reads: [...CHOSEN, ...REJECTED].concat(
    'prompt input chosen rejected preferred_output non_preferred_output question_id prompt_id judge judge_type criterion'.split(
      ' ',
    ),
  ),
  source: 'https://huggingface.co/docs/trl/dataset_formats#preference',
  matches: (head) =>
    hasAll(head, 'chosen', 'rejected') || hasAll(head, 'preferred_output', 'non_preferred_output'),
  open: ({ columns, file }) => {
    const [chosenModel, rejectedModel] = [CHOSEN, REJECTED].map((names) =>
      names.find((name) => columns.has(name)),
    )
    if (chosenModel === undefined || rejectedModel === undefined)
      throw new FileError(msg('preferences_unnamed', { file }))
    return (fields) => {
      const prompt = fields['prompt'] ?? parseObject(fields['input'])['messages']
      const [chosen, rejected] = [
        fields['chosen'] ?? fields['preferred_output'],
        fields['rejected'] ?? fields['non_preferred_output'],
      ].map((side) => sideOf(side, prompt))
      if (!chosen || !rejected) return msg('no_preference_texts')
      const [winner, loser] = [fields[chosenModel], fields[rejectedModel]]
      const id =
        textField(fields['question_id']) ??
        textField(fields['prompt_id']) ??
        keyOfText(JSON.stringify(chosen.messages))
      const { judge, judge_type, criterion } = fields
      const vote = { model_a: winner, model_b: loser, winner: 'model_a', judge, judge_type, criterion }
      return battleRows({ id, messages: chosen.messages }, vote, [chosen.answer, rejected.answer])
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
