/** Battles in the forms that evaluation tools read. */
import type { FileRecord } from './write-records.ts'

/** The share of a vote that the left and the right side get. */
const SHARES: Record<string, [left: number, right: number]> = {
  model_a: [1, 0],
  model_b: [0, 1],
  tie: [0.5, 0.5],
  'tie (bothbad)': [0, 0],
  'tie (inconsistent)': [0.5, 0.5],
}

/**
 * LangSmith's feedback: two rows for each vote, one for the run of each contestant. `experiment` and `example` say
 * which run it is; Deadheat does not know its id.
 */
export function langsmithFeedback(record: FileRecord): FileRecord[] {
  const shares = SHARES[String(record['winner'])]
  if (!shares) return []
  return (['a', 'b'] as const).map((side, i) => ({
    key: record['criterion'],
    score: shares[i],
    experiment: record[`model_${side}`],
    example: record['question_id'],
    against: record[`model_${side === 'a' ? 'b' : 'a'}`],
    comment: record['reason'],
    feedback_source: record['judge_type'] === 'llm' ? 'model' : 'api',
    source_info: { judge: record['judge'], judge_type: record['judge_type'], vote: record['vote'] },
    created_at: new Date(Number(record['tstamp']) * 1000).toISOString(),
  }))
}

/**
 * A test of promptfoo for each prompt with a winner: the prompt, and the assertion that an answer is at least as good
 * as the one that won most of its votes. Only single questions.
 */
export async function* promptfooTests(battles: AsyncIterable<FileRecord[]>): AsyncGenerator<FileRecord[]> {
  const prompts = new Map<string, { text: string; wins: Map<string, number>; answers: Map<string, string> }>()
  for await (const records of battles)
    for (const record of records) {
      const { prompt, question_id: id, winner } = record
      const side = winner === 'model_a' ? 'a' : winner === 'model_b' ? 'b' : null
      const answer = side && record[`answer_${side}`]
      if (typeof prompt !== 'string' || typeof id !== 'string' || typeof answer !== 'string') continue
      const known = prompts.get(id) ?? { text: prompt, wins: new Map(), answers: new Map() }
      const model = String(record[`model_${side}`])
      known.wins.set(model, (known.wins.get(model) ?? 0) + 1)
      known.answers.set(model, answer)
      prompts.set(id, known)
    }
  yield [...prompts].map(([id, { text, wins, answers }]) => {
    const [best, count] = [...wins].reduce((most, one) => (one[1] > most[1] ? one : most))
    return {
      description: id,
      vars: { prompt: text },
      assert: [
        {
          type: 'llm-rubric',
          value: `The answer is at least as good as this one, which voters preferred:\n\n${answers.get(best)!}`,
        },
      ],
      metadata: { question_id: id, preferred: best, wins: count },
    }
  })
}
