import { structureField } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { msg } from '../../../../shared/messages/index.ts'
import { hasAll } from './tool-format.ts'
import type { ToolFormat } from './tool-format.ts'
import { answerOf, contentText, listIn, objectIn } from './texts.ts'

const SOURCE = 'https://github.com/lm-sys/FastChat/tree/main/fastchat/llm_judge'

/** The name of a judge that is written as `["gpt-4", "pair-v2"]`: model and prompt. The model is the judge. */
export function judgeOf(judge: unknown): unknown {
  const parts = structureField(judge)
  return Array.isArray(parts) ? parts[0] : judge
}

/**
 * Judgments of pairs (`JUDGE_pair.jsonl`): each row has both orders. In the second, `model_2` was shown first. `error`
 * is no verdict.
 */
export const mtBenchPairs: ToolFormat = {
  name: 'MT-bench judgments of pairs',
  source: SOURCE,
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
  source: SOURCE,
  matches: (head) => hasAll(head, 'question_id', 'model_id', 'choices'),
  open: () => (fields) => ({
    answers: listIn(fields['choices']).map((choice) => ({
      prompt: fields['question_id'],
      model: fields['model_id'],
      ...answerOf(turnsOf(objectIn(choice)['turns'])),
    })),
  }),
}

/** Questions whose turns are `{ content }`, as in Arena-Hard v0.1. */
export const arenaHardQuestionsOld: ToolFormat = {
  name: 'Arena-Hard v0.1 questions',
  source: 'https://github.com/lmarena/arena-hard-auto',
  matches: (head) => hasAll(head, 'question_id', 'cluster', 'turns'),
  open: () => (fields) => ({
    prompt: { id: fields['question_id'], turns: turnsOf(fields['turns']), category: fields['cluster'] },
  }),
}

const turnsOf = (turns: unknown): string[] =>
  listIn(turns).map((turn) => contentText(turn) ?? contentText((turn as Fields | null)?.['content']) ?? '')
