import { msg } from '../../../../shared/messages/index.ts'
import { structureField, textField } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { judgeOf } from './mt-bench.ts'
import { hasAll, hasAny } from './tool-format.ts'
import type { ToolFormat, Translated } from './tool-format.ts'
import { answerOf, keyOfText, listIn, splitConversation } from './texts.ts'

/**
 * Battles with both conversations: lmsys/chatbot_arena_conversations (33k), lmarena-ai/arena-human-preference-100k and
 * -140k, and the log of FastChat's arena. Without `question_id`, rows with the same questions share a prompt.
 */
export const battlesWithConversations: ToolFormat = {
  name: 'LMArena battles with conversations',
  source: 'https://huggingface.co/datasets/lmarena-ai/arena-human-preference-140k',
  matches: (head) => hasAll(head, 'model_a', 'model_b', 'winner', 'conversation_a', 'conversation_b'),
  open: () => (fields) => {
    const [a, b] = ['conversation_a', 'conversation_b'].map((side) => splitConversation(fields[side]))
    const question = textField(fields['question_id'])
    const vote: Fields = {
      ...fields,
      id: question === null ? fields['id'] : undefined,
      question_id: question ?? (a ? keyOfText(JSON.stringify(a.messages)) : fields['id']),
      tstamp: fields['tstamp'] ?? fields['timestamp'],
      ...voterOf(fields),
    }
    if (!a || !b) return { votes: [vote] }
    return {
      prompt: { id: vote['question_id'], messages: a.messages, category: fields['category'] },
      answers: [
        { model: fields['model_a'], ...a.answer },
        { model: fields['model_b'], ...b.answer },
      ],
      votes: [vote],
    }
  },
}

/** A judge that is a model has a prompt beside its name. */
function voterOf({ judge, judge_hash, evaluation_session_id }: Fields): Fields {
  const isModel = Array.isArray(structureField(judge))
  return {
    judge: judgeOf(judge) ?? judge_hash ?? evaluation_session_id,
    ...(isModel && { judge_type: 'llm' }),
  }
}

const WINNERS = { winner_model_a: 'model_a', winner_model_b: 'model_b', winner_tie: 'tie' } as const

/** lmsys/lmsys-arena-human-preference-55k: one column for each outcome, texts as lists of turns. Rows with the same
 * questions share a prompt. */
export const arena55k: ToolFormat = {
  name: 'LMArena 55k',
  source: 'https://huggingface.co/datasets/lmsys/lmsys-arena-human-preference-55k',
  matches: (head) => hasAll(head, 'model_a', 'model_b', 'response_a', 'response_b', 'winner_model_a'),
  open: () => (fields) => {
    const [winner, ...others] = Object.entries(WINNERS)
      .filter(([column]) => Number(fields[column]) === 1)
      .map(([, outcome]) => outcome)
    if (winner === undefined || others.length > 0) return msg('not_one_winner')
    const turns = turnsOf(fields['prompt'])
    return {
      prompt: { id: keyOfText(JSON.stringify(turns)), turns },
      answers: [
        { model: fields['model_a'], ...answerOf(turnsOf(fields['response_a'])) },
        { model: fields['model_b'], ...answerOf(turnsOf(fields['response_b'])) },
      ],
      votes: [{ id: fields['id'], model_a: fields['model_a'], model_b: fields['model_b'], winner }],
    } satisfies Translated
  },
}

/** A list of turns, some of them null; or one text. */
function turnsOf(value: unknown): string[] {
  const turns = listIn(value)
  if (turns.length > 0) return turns.map((turn) => (typeof turn === 'string' ? turn : ''))
  return typeof value === 'string' ? [value] : []
}

/**
 * Battles as Deadheat exports them: votes with the text of the prompt and of both answers, which others call responses. A
 * prompt without an id is known by its text.
 */
export const ownBattles: ToolFormat = {
  name: 'Deadheat battles',
  source: 'docs/reference/files.md',
  matches: (head) =>
    hasAll(head, 'model_a', 'model_b', 'winner', 'prompt') && hasAny(head, 'answer_a', 'response_a'),
  open: () => (fields) => {
    const { prompt, response_a, response_b, answer_a = response_a, answer_b = response_b, ...vote } = fields
    const content = structureField(prompt)
    if (content === null) return { votes: [vote] }
    const id =
      textField(fields['question_id']) ??
      keyOfText(typeof content === 'string' ? content : JSON.stringify(content))
    const answers = [
      { model: fields['model_a'], sample: fields['sample_a'], ...ownAnswer(answer_a) },
      { model: fields['model_b'], sample: fields['sample_b'], ...ownAnswer(answer_b) },
    ]
    return {
      prompt: {
        id,
        category: fields['category'],
        ...(Array.isArray(content) ? { messages: content } : { text: prompt }),
      },
      answers: answers.filter((answer) => 'text' in answer || 'turns' in answer),
      votes: [{ ...vote, question_id: id }],
    }
  },
}

function ownAnswer(value: unknown): Fields {
  const turns = structureField(value)
  if (Array.isArray(turns)) return { turns }
  return typeof value === 'string' && value !== '' ? { text: value } : {}
}
