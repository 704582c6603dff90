import { isOwnProgram } from '../../shared/contracts/index.ts'
import { Expectation, tokensIn } from '../platform/providers/index.ts'
import type { ExpectedCalls, PriceTable } from '../platform/providers/index.ts'
import { composeAnswer } from './compose-answer.ts'
import type { AnsweredPrompt, AnsweringContestant } from './compose-answer.ts'

/** The expected tokens of a turn. */
export const EXPECTED_TURN_TOKENS = 300

/** The calls that these answers need, one for each turn, and an estimate of their cost. */
export function expectAnswers(
  missing: Iterable<{ contestant: AnsweringContestant; prompt: AnsweredPrompt }>,
  prices: PriceTable,
): ExpectedCalls {
  const expected = new Expectation(prices)
  for (const { contestant, prompt } of missing) {
    const { turns, request } = composeAnswer(contestant, prompt)
    const caller = { ...contestant, callUsd: callCostOf(contestant) }
    const earlierTurns: string[] = []
    for (let turn = 0; turn < turns; turn++) {
      const { system, messages } = request(earlierTurns)
      const inputTokens = tokensIn([system ?? '', ...messages.map(({ content }) => content)])
      expected.add(caller, inputTokens + turn * EXPECTED_TURN_TOKENS, EXPECTED_TURN_TOKENS)
      earlierTurns.push('')
    }
  }
  return expected
}

/** What a call of an HTTP endpoint or a command costs, in US dollars; undefined: the price table says it. */
const callCostOf = ({ providerType, options }: AnsweringContestant): number | undefined =>
  isOwnProgram(providerType) ? (options?.costUsd ?? 0) : undefined
