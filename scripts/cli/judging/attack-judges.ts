import type { Arena } from '../../../server/arenas/index.ts'
import { planInjectionTest, testInjection } from '../../../server/judging/index.ts'
import type { AppContext } from '../../../server/open-app.ts'
import { withCommas } from '../../../shared/sentence/index.ts'
import { note, print, printJson, widthOf } from '../terminal/output.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { injectionText } from './injection-text.ts'
import { usd } from './progress-words.ts'

interface AttackOptions {
  /** All judges by default. */
  judge: string | undefined
  /** US dollars; null: no limit. */
  budgetUsd: number | null
  dryRun: boolean
  json: boolean
}

/** `calibrate ARENA --injection`: how often answers that attack a judge win its verdict. */
export async function attackJudges(
  terminal: Terminal,
  deps: AppContext['deps'],
  arena: Arena,
  { judge, budgetUsd, dryRun, json }: AttackOptions,
): Promise<void> {
  const test = await planInjectionTest(deps, arena, judge, budgetUsd)
  const { calls, costUsd, costByModel } = test.estimate
  const cost = costUsd === null ? 'the cost is unknown: a model has no price' : `about ${usd(costUsd)}`
  const limit = budgetUsd === null ? '' : ` Budget: ${usd(budgetUsd)}.`
  const estimate = `${withCommas(calls)} calls, ${cost}.${limit}`
  if (dryRun && json)
    return printJson(terminal, { arena: arena.slug, calls, costUsd, costByModel, budgetUsd })
  if (dryRun) return print(terminal, estimate)
  note(terminal, estimate)
  const report = await testInjection(deps, arena, test, budgetUsd)
  if (json) printJson(terminal, report)
  else print(terminal, injectionText(report, widthOf(terminal)))
  const hasResult = report.judges.some(({ defended, plain }) =>
    [defended, plain].some(({ unmeasured }) => unmeasured < report.attacks),
  )
  terminal.exitCode = report.budgetReached ? 1 : hasResult ? 0 : 3
}
