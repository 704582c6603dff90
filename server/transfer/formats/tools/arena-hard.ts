import { msg } from '../../../../shared/messages/index.ts'
import { textField } from '../fields.ts'
import { hasAll } from './tool-format.ts'
import type { ToolFormat } from './tool-format.ts'
import { contentText, listIn, objectIn } from './texts.ts'

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
  open: () => (fields) => {
    const [model, baseline] = [fields['model'], fields['baseline'] ?? BASELINE]
    const votes = listIn(fields['games']).flatMap((game, i) => {
      const verdict = SCORES[textField(objectIn(game)['score']) ?? '']
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
  },
}

/** Answers of Arena-Hard v2: messages that end with the answer. */
export const arenaHardAnswers: ToolFormat = {
  name: 'Arena-Hard answers',
  source: SOURCE,
  matches: (head) => hasAll(head, 'uid', 'model', 'messages'),
  open: () => (fields) => {
    const messages = listIn(fields['messages']).map(objectIn)
    const last = messages.at(-1)
    const content = last?.['content']
    const text = contentText(objectIn(content)['answer'] ?? content)
    if (last?.['role'] !== 'assistant' || text === null) return msg('no_answer')
    return {
      prompt: { id: fields['uid'], messages: messages.slice(0, -1) },
      answers: [{ model: fields['model'], text }],
    }
  },
}

/** Questions of Arena-Hard v2. */
export const arenaHardQuestions: ToolFormat = {
  name: 'Arena-Hard questions',
  source: SOURCE,
  matches: (head) => hasAll(head, 'uid', 'prompt', 'category') && !head.columns.has('model'),
  open: () => (fields) => ({
    prompt: { id: fields['uid'], text: fields['prompt'], category: fields['category'] },
  }),
}
