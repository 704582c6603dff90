import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../platform/deps.ts'
import {
  mostCostOf,
  priceOf,
  ProviderError,
  type Completion,
  type CompletionRequest,
} from '../../platform/providers/index.ts'
import { SetupError } from '../../platform/setup-error.ts'
import {
  callFailureOf,
  configOf,
  FIRST_WAIT_MS,
  MOST_ATTEMPTS,
  waitAfter,
  type ProviderOfArena,
} from '../../runs/index.ts'
import type { CurrentJudge } from '../judges.ts'
import type { JudgeRequest } from '../judge-request.ts'
import type { CostRecord } from './cost-record.ts'
import type { Spending } from './spending.ts'

export interface Usage {
  calls: number
  failedCalls: number
  inputTokens: number
  outputTokens: number
  /** US dollars; null if the model has no price. */
  costUsd: number | null
}

/** A judge that can be called outside of a run. */
export interface OpenJudge {
  judge: CurrentJudge
  usage: Usage
  /**
   * Sends one request, again after failures that may pass. Null: no whole reply came, or the budget did not cover it.
   * A failure that only a person can fix stops the spending of all judges.
   */
  ask(request: JudgeRequest): Promise<string | null>
}

/** @throws {SetupError} naming the variable if this process lacks the key */
export function openJudge(
  { providers, prices, random }: Pick<Deps, 'providers' | 'prices' | 'random'>,
  judge: CurrentJudge,
  row: ProviderOfArena,
  spending: Spending,
  record: CostRecord,
): OpenJudge {
  const { model, params } = judge
  const { provider, limit } = providers.open(String(row.arena_id), configOf(row))
  const price = priceOf(model, prices)
  const usage: Usage = {
    calls: 0,
    failedCalls: 0,
    inputTokens: 0,
    outputTokens: 0,
    costUsd: price === null ? null : 0,
  }
  const charge = async (mostUsd: number, costUsd: number) => {
    spending.settle(mostUsd, costUsd)
    if (usage.costUsd !== null) usage.costUsd += costUsd
    await record.settled(mostUsd, costUsd)
  }

  /** One attempt. Null: it was not made. */
  async function attempt(request: CompletionRequest): Promise<Completion | null> {
    const mostUsd = price ? mostCostOf(request, price) : 0
    if (!(await spending.reserve(mostUsd))) return null
    usage.calls += 1
    await record.called(mostUsd)
    let completion: Completion
    try {
      completion = await provider.complete(request)
    } catch (error) {
      const costUsd = error instanceof ProviderError ? callFailureOf(error).costUsd : 'reserved'
      await charge(mostUsd, costUsd === 'reserved' ? mostUsd : (costUsd ?? 0))
      throw error
    }
    usage.inputTokens += completion.usage.inputTokens
    usage.outputTokens += completion.usage.outputTokens
    await charge(mostUsd, completion.costUsd ?? 0)
    return completion
  }

  return {
    judge,
    usage,
    async ask({ system, messages, schema }) {
      for (let attempts = 1; attempts <= MOST_ATTEMPTS; attempts++) {
        try {
          const completion = await limit.run(() => attempt({ model, params, system, messages, schema }))
          return completion?.finishReason === 'stop' ? completion.text : null
        } catch (error) {
          if (!(error instanceof ProviderError)) throw error
          usage.failedCalls += 1
          const { kind, retryAfterMs } = callFailureOf(error)
          if (kind === 'closed') spending.stop(new SetupError(error.finding))
          if (kind !== 'passing' && kind !== 'away') return null
          await sleep(waitAfter(attempts, retryAfterMs, { firstWaitMs: FIRST_WAIT_MS, random }))
        }
      }
      return null
    },
  }
}
