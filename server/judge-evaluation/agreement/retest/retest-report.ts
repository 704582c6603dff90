import type { RetestReport } from '../../../../shared/contracts/index.ts'
import type { Arena } from '../../../arenas/index.ts'
import type { Deps } from '../../../platform/deps.ts'
import { published } from '../../../platform/publication.ts'
import { selectJudgedByBoth, selectNames, selectRepeatedVerdicts } from './queries.ts'
import { runToRunOf } from './run-to-run-of.ts'
import { swapOf } from './swap-of.ts'

/** How much verdicts change if a judge is asked again, and how much results change if another judge replaces it. */
export async function retestReport(
  { db }: Pick<Deps, 'db'>,
  { id, slug }: Pick<Arena, 'id' | 'slug'>,
): Promise<RetestReport> {
  const names = await selectNames(db, id)
  const nameOf = (contestant: number) => names.get(contestant)!
  const runs = await selectRepeatedVerdicts(db, id)
  const shared = await selectJudgedByBoth(db, id, await published({ db }))
  const grouped = <T extends { criterion: string }>(all: readonly T[], who: (one: T) => unknown) => [
    ...Map.groupBy(all, (one) => JSON.stringify([who(one), one.criterion])).values(),
  ]
  return {
    arena: slug,
    repeats: grouped(runs, ({ judge }) => judge).map((verdicts) => runToRunOf(verdicts, nameOf)),
    swaps: grouped(shared, ({ judges }) => judges).map((votes) => swapOf(votes, nameOf)),
  }
}
