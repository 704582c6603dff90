import { Expectation, tokensIn } from '../platform/providers/index.ts'
import type { ExpectedCalls, PriceTable } from '../platform/providers/index.ts'
import { composeAnswer } from './compose-answer.ts'
import type { AnsweredPrompt, AnswerMaker } from './compose-answer.ts'

/** The expected tokens of a turn. */
export const EXPECTED_TURN_TOKENS = 300

/** The calls that these answers need, one for each turn, and an estimate of their cost. */
export function expectAnswers(
  missing: Iterable<{ maker: AnswerMaker; prompt: AnsweredPrompt }>,
  prices: PriceTable,
): ExpectedCalls {
  const expected = new Expectation(prices)
  for (const { maker, prompt } of missing) {
    const { turns, request } = composeAnswer(maker, prompt)
    const given: string[] = []
    for (let turn = 0; turn < turns; turn++) {
      const { system, messages } = request(given)
      const asked = tokensIn([system ?? '', ...messages.map(({ content }) => content)])
      expected.add(maker, asked + turn * EXPECTED_TURN_TOKENS, EXPECTED_TURN_TOKENS)
      given.push('')
    }
  }
  return expected
}
