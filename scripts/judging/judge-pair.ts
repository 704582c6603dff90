import type { Arena } from '../../server/arenas/index.ts'
import { compareContestants, nextBatch } from '../../server/compare/index.ts'
import type { BatchRequest } from '../../server/compare/index.ts'
import { requireKnownModels, startRun } from '../../server/judging/index.ts'
import type { House } from '../../server/open-house.ts'
import type { Comparison, JudgeCalls, JudgingProgress } from '../../shared/contracts/index.ts'
import { withCommas } from '../../shared/sentence/index.ts'
import { note } from '../terminal/output.ts'
import { percent } from '../terminal/reports/lines.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { whileWorking } from './see-through.ts'

/**
 * Judges two contestants batch by batch, with a look after each, until their comparison is decided, the budget ends,
 * everything is judged or somebody interrupts it. The same call again goes on where it was left.
 * @returns the comparison as it stands then, with the calls it took
 * @throws {ProblemError} as nextBatch, and where not one vote came of it
 */
export const judgePair = (
  terminal: Terminal,
  house: House,
  arena: Arena,
  request: Omit<BatchRequest, 'tried'>,
): Promise<Comparison> =>
  whileWorking(terminal, house, arena, null, (see) => batchByBatch(terminal, house, arena, request, see))

async function batchByBatch(
  terminal: Terminal,
  house: House,
  arena: Arena,
  request: Omit<BatchRequest, 'tried'>,
  see: () => Promise<JudgingProgress>,
): Promise<Comparison> {
  const tried = new Set<number>()
  for (let batches = 0; ; batches++) {
    const { comparison, calls, next, stopped } = await nextBatch(house.deps, arena, { ...request, tried })
    if (batches > 0) note(terminal, lookWords(batches, comparison, calls))
    if (next === null) return ended(comparison, calls, stopped!)
    if (batches === 0) await requireKnownModels(house.deps, arena, next.run.wish)
    await startRun(house.deps, arena, next.run)
    const { status } = await see()
    for (const prompt of next.prompts) tried.add(prompt)
    if (status === 'done' || status === 'running') continue
    const last = await nextBatch(house.deps, arena, { ...request, tried: new Set() })
    return ended(last.comparison, last.calls, status)
  }

  async function ended(
    found: Comparison | null,
    calls: JudgeCalls,
    stopped: NonNullable<Comparison['stopped']>,
  ): Promise<Comparison> {
    return { ...(found ?? (await compareContestants(house.deps, arena, request))), calls, stopped }
  }
}

/** How it stands after a batch, in one line. */
function lookWords(batches: number, comparison: Comparison | null, { made, planned }: JudgeCalls): string {
  const found = (comparison?.criteria ?? []).map(
    ({ criterion, winRate, sequence }) =>
      `${criterion} ${percent(winRate)}, ${sequence?.decidedFor ? `decided for ${sequence.decidedFor}` : 'not decided'}`,
  )
  const so = found.length > 0 ? found.join('; ') : 'no vote yet'
  return `Look ${batches}: ${so}; ${withCommas(made)} of ${withCommas(planned)} calls.`
}
