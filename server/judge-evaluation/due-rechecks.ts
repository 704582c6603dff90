import { queryRows } from '../platform/postgres/query.ts'
import { TrustTerms, type RetestReport } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import { currentJudges } from '../judging/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Db } from '../platform/schema.ts'

const DAY_MS = 24 * 3600 * 1000

/**
 * The judges in use that have judged, and that repeated none of it in the last `recheckDays` days. Repeats show whether
 * a judge still agrees with itself.
 */
export async function dueRechecks(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, settings }: Pick<Arena, 'id' | 'settings'>,
): Promise<RetestReport['due']> {
  const { recheckDays } = TrustTerms.parse(settings.trust ?? {})
  const since = new Date(clock().getTime() - recheckDays * DAY_MS)
  const judged = await selectJudged(db, id)
  return (await currentJudges(db, id)).flatMap(({ name, versionId }) => {
    const past = judged.get(versionId)
    if (!past || (past.repeatedAt && past.repeatedAt > since)) return []
    return [{ judge: name, repeats: past.repeats + 2 }]
  })
}

interface Judged {
  /** The highest number of a repeat; 0: nothing was repeated. */
  repeats: number
  repeatedAt: Date | null
}

/** What each version of a judge has judged, by its id. */
async function selectJudged(db: Db, arenaId: number): Promise<Map<number, Judged>> {
  const rows = await queryRows<Judged & { version: number }>(db)`
    select judge_version_id as version, max(repeat)::int as repeats,
      max(finished_at) filter (where repeat > 0) as "repeatedAt"
    from judgements
    where arena_id = ${arenaId} and status = 'done' and climb_epoch is null and not live
    group by judge_version_id`
  return new Map(rows.map(({ version, ...judged }) => [version, judged]))
}
