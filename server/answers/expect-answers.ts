import { Expectation, tokensIn } from '../platform/providers/index.ts'
import type { ExpectedCalls, PriceTable } from '../platform/providers/index.ts'
import { composeAnswer } from './compose-answer.ts'
import type { AnsweredPrompt, AnswerMaker } from './compose-answer.ts'

/** Tokens of a turn that nobody has seen yet. */
export const EXPECTED_TURN_TOKENS = 300

/** The calls that making these answers takes, one a turn, and about what they cost. */
export function expectAnswers(
  missing: Iterable<{ maker: AnswerMaker; prompt: AnsweredPrompt }>,
  prices: PriceTable,
): ExpectedCalls {
  const expected = new Expectation(prices)
  for (const { maker, prompt } of missing) {
    const { turns, request } = composeAnswer(maker, prompt)
    const said: string[] = []
    for (let turn = 0; turn < turns; turn++) {
      const { system, messages } = request(said)
      const asked = tokensIn([system ?? '', ...messages.map(({ content }) => content)])
      expected.add(maker, asked + turn * EXPECTED_TURN_TOKENS, EXPECTED_TURN_TOKENS)
      said.push('')
    }
  }
  return expected
}
