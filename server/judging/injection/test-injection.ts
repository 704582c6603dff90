import type { InjectionReport } from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { mustNotBeArchived, type Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { ProblemError } from '../../platform/http/http.ts'
import { priceOf } from '../../platform/providers/index.ts'
import { selectProviders } from '../../runs/index.ts'
import { SEED } from '../judge-pair/start-run.ts'
import { openJudge } from './ask-judge.ts'
import { ATTACKS } from './attacks.ts'
import { CostRecord } from './cost-record.ts'
import { estimateTrials, planTrials, type TrialPlan, type TrialsEstimate } from './plan-trials.ts'
import { Spending } from './spending.ts'
import { tryJudge } from './try-judge.ts'

/** An injection test that is planned and has made no call. */
export interface InjectionTest {
  estimate: TrialsEstimate
  plan: TrialPlan
}

/**
 * Plans an injection test of an arena's judges.
 * @param judge one judge; all pairwise judges by default
 * @throws {ProblemError} as `planTrials` does; also if the arena is archived, or if there is a budget and a model has no price
 */
export async function planInjectionTest(
  { db, prices }: Pick<Deps, 'db' | 'prices'>,
  arena: Pick<Arena, 'id' | 'slug' | 'archived_at'>,
  judge: string | undefined,
  budgetUsd: number | null,
): Promise<InjectionTest> {
  mustNotBeArchived(arena)
  const plan = await planTrials(db, arena, judge, SEED)
  const models = [...new Set(plan.judges.map(({ judge: { model } }) => model))]
  const unknown = models.filter((model) => priceOf(model, prices) === null)
  if (budgetUsd !== null && unknown.length > 0)
    throw new ProblemError('invalid_request', msg('budget_without_prices', { models: unknown }))
  return { plan, estimate: estimateTrials(plan, prices) }
}

/**
 * Asks each judge about pairs of answers with and without an attack, with and without the defences of judging. The calls
 * belong to no run and cast no vote. Only their number and cost are stored, so a second test costs the same again.
 * @param budgetUsd the most that all calls together may cost; null: no limit
 * @throws {SetupError} if a key is missing, or a provider refuses calls until a person acts
 */
export async function testInjection(
  deps: Pick<Deps, 'db' | 'providers' | 'prices' | 'random' | 'clock' | 'actor'>,
  arena: Pick<Arena, 'id' | 'slug'>,
  { plan }: InjectionTest,
  budgetUsd: number | null,
): Promise<InjectionReport> {
  const spending = new Spending(budgetUsd)
  const providers = new Map((await selectProviders(deps.db, arena.id)).map((row) => [row.name, row]))
  const names = plan.judges.map(({ judge }) => judge.name)
  const record = await CostRecord.begin(deps, arena.id, names, budgetUsd)
  const judges = await tryAll().finally(() => record.end())
  async function tryAll() {
    const open = plan.judges.map((task) => ({
      task,
      judge: openJudge(deps, task.judge, providers.get(task.judge.provider)!, spending, record),
    }))
    return Promise.all(open.map(({ task, judge }) => tryJudge(judge, task, deps.random)))
  }
  if (spending.stoppedBy) throw spending.stoppedBy
  return {
    arena: arena.slug,
    attacks: Object.keys(ATTACKS).length,
    seed: SEED,
    judges,
    leftOut: plan.leftOut,
    budgetReached: spending.isReached,
  }
}
