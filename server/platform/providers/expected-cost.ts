/** Estimates the cost of calls before any is made; `mostCostOf` is the bound. */
import { costOf, estimateTokens } from './cost.ts'
import { maxTokensOf } from './params.ts'
import { priceOf } from './prices.ts'
import type { PriceTable } from './prices.ts'

/** USD by model; null if the price table does not have the model. */
export type CostByModel = Record<string, number | null>

export interface ExpectedCalls {
  calls: number
  costByModel: CostByModel
}

/** Adds up expected calls. */
export class Expectation implements ExpectedCalls {
  calls = 0
  readonly costByModel: CostByModel = {}
  readonly #prices: PriceTable

  constructor(prices: PriceTable) {
    this.#prices = prices
  }

  /**
   * @param caller `callUsd`: what each call costs, in USD, whatever its tokens
   * @param outputTokens how many a reply is expected to have; no more than the parameters allow are counted
   */
  add(
    {
      model,
      params,
      callUsd,
    }: { model: string; params: Record<string, unknown>; callUsd?: number | undefined },
    inputTokens: number,
    outputTokens: number,
    times = 1,
  ): void {
    this.calls += times
    if (callUsd !== undefined) return this.#addUsd(model, times * callUsd)
    const price = priceOf(model, this.#prices)
    const usage = {
      inputTokens,
      cachedInputTokens: 0,
      outputTokens: Math.min(outputTokens, maxTokensOf(params)),
    }
    this.#addUsd(model, price && times * costOf(usage, price))
  }

  #addUsd(model: string, usd: number | null): void {
    const known = this.costByModel[model]
    this.costByModel[model] = usd === null || known === null ? null : (known ?? 0) + usd
  }
}

/** The sum of several expectations. */
export function expectedTogether(all: readonly ExpectedCalls[]): ExpectedCalls & { costUsd: number | null } {
  const costByModel: CostByModel = {}
  for (const one of all)
    for (const [model, cost] of Object.entries(one.costByModel))
      costByModel[model] =
        cost === null || costByModel[model] === null ? null : (costByModel[model] ?? 0) + cost
  const costs = Object.values(costByModel)
  return {
    calls: all.reduce((sum, { calls }) => sum + calls, 0),
    costByModel,
    costUsd: costs.includes(null) ? null : costs.reduce((sum: number, cost) => sum + cost!, 0),
  }
}

/** Estimates the tokens of a list of texts. */
export const tokensIn = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + estimateTokens(text), 0)
