import type { Deps } from '../platform/deps.ts'
import { firstMoment } from '../platform/first-moment.ts'
import type { FindEvents } from './event.ts'
import { declaredWinners } from './events/declared-winners.ts'
import { driftedJudges, dueJudges, lapsedJudges } from './events/judges.ts'
import { quarantinedVotes } from './events/quarantined-votes.ts'
import { spentBudgets } from './events/spent-budgets.ts'
import { fallenGates, failedEntries } from './events/schedules.ts'
import { insertNotices } from './queries.ts'

const FINDERS: FindEvents[] = [
  spentBudgets,
  quarantinedVotes,
  declaredWinners,
  driftedJudges,
  lapsedJudges,
  dueJudges,
  fallenGates,
  failedEntries,
]

/**
 * Stores a notice of every event that has none. Events before the first call for this database have no notices.
 * @returns how many notices were stored
 */
export async function findNotices(deps: Pick<Deps, 'db' | 'clock' | 'newId'>): Promise<number> {
  const now = deps.clock()
  const since = await firstMoment(deps.db, 'notices_since', now)
  let stored = 0
  for (const find of FINDERS) {
    const rows = (await find(deps, since)).map(({ arenaId, finding, happenedAt, ...event }) => ({
      ...event,
      arena_id: arenaId,
      id: deps.newId(),
      finding: JSON.stringify(finding),
      happened_at: happenedAt,
      found_at: now,
      state: 'waiting' as const,
      next_at: now,
    }))
    stored += await insertNotices(deps.db, rows)
  }
  return stored
}
