import type { TranscriptStep } from '../../../../shared/contracts/index.ts'
import { textsOfSteps } from '../../../platform/read-transcript.ts'
import { EXPECTED_TURN_TOKENS } from '../../../answers/index.ts'
import { Expectation, tokensIn } from '../../../platform/providers/index.ts'
import type { ExpectedCalls, PriceTable } from '../../../platform/providers/index.ts'
import type { PlannedJudgement } from '../index.ts'
import { composeJudgeRequest } from '../../requests/index.ts'
import type { ShownPrompt } from '../../requests/index.ts'
import type { NewJudge } from '../../judges/index.ts'

/** An answer for the estimate. One that is not made yet has no turns. */
export interface ExpectedAnswer {
  turns: readonly string[] | null
  context: readonly string[] | null
  /** What the agent did before it; null or missing: nothing is known. */
  transcript?: readonly TranscriptStep[] | null
}

export const ORDERS = 2
/** Tokens of a judge's reply for one criterion: reason and verdict. */
export const VERDICT_TOKENS = 90
/** Stands for a real marker in the estimate. */
const MARKER = '9e3d0b71c5a8'

/** Estimates the calls of these judgements, two for each, and their cost. */
export function expectJudgements(
  judgements: readonly PlannedJudgement[],
  judgeOf: (versionId: number) => NewJudge,
  promptOf: (id: number) => ShownPrompt,
  answerOf: (id: number) => ExpectedAnswer,
  prices: PriceTable,
): ExpectedCalls {
  const expected = new Expectation(prices)
  const around = new Map<string, number>()
  const answerTokens = new Map<string, number>()
  const tokensAround = (
    judge: NewJudge,
    { form, criteria, promptId, answerIds, versionId }: PlannedJudgement,
  ) => {
    const key = JSON.stringify([versionId, criteria, promptId, answerIds.length])
    let tokens = around.get(key)
    if (tokens === undefined) {
      const { system, messages } = composeJudgeRequest({
        rubric: judge.rubric,
        form,
        criteria,
        prompt: promptOf(promptId),
        answers: answerIds.map(() => ({ turns: [''], context: null })),
        marker: MARKER,
      })
      tokens = tokensIn([system, ...messages.map(({ content }) => content)])
      around.set(key, tokens)
    }
    return tokens
  }
  const tokensOf = (id: number, withContext: boolean) => {
    const key = `${id} ${withContext}`
    const known = answerTokens.get(key)
    if (known !== undefined) return known
    const { turns, context, transcript } = answerOf(id)
    const tokens =
      (turns === null ? EXPECTED_TURN_TOKENS : tokensIn(turns)) +
      (withContext ? tokensIn(context ?? []) : 0) +
      tokensIn(textsOfSteps(transcript ?? []))
    answerTokens.set(key, tokens)
    return tokens
  }
  for (const judgement of judgements) {
    const judge = judgeOf(judgement.versionId)
    const withContext = judge.rubric.shows.includes('context')
    const shown = judgement.answerIds.reduce((sum, id) => sum + tokensOf(id, withContext), 0)
    expected.add(
      judge,
      tokensAround(judge, judgement) + shown,
      VERDICT_TOKENS * judgement.criteria.length,
      ORDERS,
    )
  }
  return expected
}
