import { msg, type CodedMessage } from '../../../../shared/messages/index.ts'
import { structureField, textField, type Fields, parseObject, parseList, contentText } from '../fields.ts'
import {
  hasAll,
  type ToolFormat,
  type Translated,
  answerFields,
  battleRows,
  keyOfText,
  splitConversation,
} from './tool-format.ts'

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
    const prompt = { id: vote['question_id'], messages: a.messages, category: fields['category'] }
    return battleRows(prompt, vote, [a.answer, b.answer])
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

/**
 * lmsys/lmsys-arena-human-preference-55k: one column for each outcome, texts as lists of turns. Rows with the same
 * questions share a prompt. Tables made of it may lack the texts.
 */
export const arena55k: ToolFormat = {
  name: 'LMArena 55k',
  source: 'https://huggingface.co/datasets/lmsys/lmsys-arena-human-preference-55k',
  matches: (head) => hasAll(head, 'model_a', 'model_b', 'winner_model_a', 'winner_model_b'),
  open: (head) => (fields) => {
    const [winner, ...others] = Object.entries(WINNERS)
      .filter(([column]) => Number(fields[column]) === 1)
      .map(([, outcome]) => outcome)
    if (winner === undefined || others.length > 0) return msg('not_one_winner')
    if (!hasAll(head, 'prompt', 'response_a', 'response_b')) return { votes: [{ ...fields, winner }] }
    const turns = turnsOf(fields['prompt'])
    const { id, model_a, model_b } = fields
    const sides = ['response_a', 'response_b'].map((side) => answerFields(turnsOf(fields[side])))
    return battleRows(
      { id: keyOfText(JSON.stringify(turns)), turns },
      { id, model_a, model_b, winner },
      sides,
    )
  },
}

/** A list of turns, some of them null; or one text. */
function turnsOf(value: unknown): string[] {
  const turns = parseList(value)
  if (turns.length > 0) return turns.map((turn) => (typeof turn === 'string' ? turn : ''))
  return typeof value === 'string' ? [value] : []
}

const FASTCHAT = 'https://github.com/lm-sys/FastChat/tree/main/fastchat/llm_judge'

/** The name of a judge that is written as `["gpt-4", "pair-v2"]`: model and prompt. The model is the judge. */
function judgeOf(judge: unknown): unknown {
  const parts = structureField(judge)
  return Array.isArray(parts) ? parts[0] : judge
}

/**
 * Judgments of pairs (`JUDGE_pair.jsonl`): each row has both orders. In the second, `model_2` was shown first. `error`
 * is no verdict.
 */
export const mtBenchPairs: ToolFormat = {
  name: 'MT-bench judgments of pairs',
  source: FASTCHAT,
  matches: (head) => hasAll(head, 'model_1', 'model_2', 'g1_winner', 'g2_winner'),
  open: () => (fields) => {
    const { model_1, model_2, question_id, turn, tstamp } = fields
    const call = { question_id, turn, tstamp, judge: judgeOf(fields['judge']), judge_type: 'llm' }
    const orders = [
      { order: '1-2', model_a: model_1, model_b: model_2, winner: sideOf(fields['g1_winner'], 'model_1') },
      { order: '2-1', model_a: model_2, model_b: model_1, winner: sideOf(fields['g2_winner'], 'model_2') },
    ]
    const votes = orders.filter(({ winner }) => winner !== 'error').map((order) => ({ ...call, ...order }))
    return votes.length === 0 ? msg('no_verdict_in_row') : { votes }
  },
}

/** A winner by the name of its model, as a side of a vote with `first` on the left. */
function sideOf(winner: unknown, first: 'model_1' | 'model_2'): unknown {
  if (winner !== 'model_1' && winner !== 'model_2') return winner
  return winner === first ? 'model_a' : 'model_b'
}

/** Answers of FastChat (MT-bench, Arena-Hard v0.1): `choices` of `turns`. The prompts are in `question.jsonl`. */
export const fastChatAnswers: ToolFormat = {
  name: 'FastChat answers',
  source: FASTCHAT,
  matches: (head) => hasAll(head, 'question_id', 'model_id', 'choices'),
  open: () => (fields) => ({
    answers: parseList(fields['choices']).map((choice) => ({
      prompt: fields['question_id'],
      model: fields['model_id'],
      ...answerFields(turnTexts(parseObject(choice)['turns'])),
    })),
  }),
}

/** Questions whose turns are `{ content }`, as in Arena-Hard v0.1. */
export const arenaHardQuestionsOld: ToolFormat = {
  name: 'Arena-Hard v0.1 questions',
  source: 'https://github.com/lmarena/arena-hard-auto',
  matches: (head) => hasAll(head, 'question_id', 'cluster', 'turns'),
  open: () => (fields) => ({
    prompt: { id: fields['question_id'], turns: turnTexts(fields['turns']), category: fields['cluster'] },
  }),
}

const turnTexts = (turns: unknown): string[] =>
  parseList(turns).map((turn) => contentText(turn) ?? contentText((turn as Fields | null)?.['content']) ?? '')

const SOURCE = 'https://github.com/lmarena/arena-hard-auto'
/** Judgments of v0.1 do not name their baseline. Its scripts compare with this model. */
const BASELINE = 'gpt-4-0314'

/** What a score says about the answers shown as A and B. "Much better" is a win like any other. */
const SCORES: Record<string, 'a' | 'b' | 'tie'> = {
  'A>>B': 'a',
  'A>B': 'a',
  'A=B': 'tie',
  'B=A': 'tie',
  'B>A': 'b',
  'B>>A': 'b',
  'A<B': 'b',
  'A<<B': 'b',
  'B<A': 'a',
  'B<<A': 'a',
}

/**
 * Judgments of Arena-Hard (v0.1 and v2): two games, in the first the baseline is A, in the second B. A game without a
 * score has no verdict.
 */
export const arenaHardJudgments: ToolFormat = {
  name: 'Arena-Hard judgments',
  source: SOURCE,
  matches: (head) => hasAll(head, 'model', 'judge', 'games'),
  open: (head) => {
    if (!head.columns.has('baseline'))
      head.notes.remarks.push(msg('baseline_assumed', { file: head.file, baseline: BASELINE }))
    return judgmentsIn
  },
}

function judgmentsIn(fields: Fields): Translated | CodedMessage {
  const [model, baseline] = [fields['model'], fields['baseline'] ?? BASELINE]
  const votes = parseList(fields['games']).flatMap((game, i) => {
    const verdict = SCORES[textField(parseObject(game)['score']) ?? '']
    if (verdict === undefined || i > 1) return []
    return [
      {
        question_id: fields['uid'] ?? fields['question_id'],
        model_a: i === 0 ? baseline : model,
        model_b: i === 0 ? model : baseline,
        winner: verdict === 'tie' ? 'tie' : `model_${verdict}`,
        order: i === 0 ? 'baseline first' : 'model first',
        judge: fields['judge'],
        judge_type: 'llm',
        tstamp: fields['tstamp'],
        category: fields['category'],
      },
    ]
  })
  return votes.length === 0 ? msg('no_verdict_in_row') : { votes }
}

/** Answers of Arena-Hard v2: messages that end with the answer. */
export const arenaHardAnswers: ToolFormat = {
  name: 'Arena-Hard answers',
  source: SOURCE,
  matches: (head) => hasAll(head, 'uid', 'model', 'messages'),
  open: () => (fields) => {
    const messages = parseList(fields['messages']).map(parseObject)
    const last = messages.at(-1)
    const content = last?.['content']
    const text = contentText(parseObject(content)['answer'] ?? content)
    if (last?.['role'] !== 'assistant' || text === null) return msg('no_answer')
    return {
      prompt: { id: fields['uid'], messages: messages.slice(0, -1) },
      answers: [{ model: fields['model'], text }],
    }
  },
}
