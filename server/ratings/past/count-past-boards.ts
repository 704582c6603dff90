import { arenaById } from '../../arenas/index.ts'
import type { Arena } from '../../arenas/index.ts'
import { viewKey } from '../../../shared/contracts/index.ts'
import type { Board, HistoryPoint } from '../../../shared/contracts/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { published } from '../../platform/publication.ts'
import type { Publication } from '../../platform/publication.ts'
import type { ArenaView } from '../arena-view.ts'
import { withSlot } from '../board-slots.ts'
import { boardTask } from '../board-task.ts'
import { settingsVersionOf } from '../data-version.ts'
import { momentOf } from '../moment-of.ts'
import { boardFromStore, daysFromStore, storeState } from '../rating-threads.ts'
import { trackedViews } from '../tracked-views.ts'
import { chosenDays, MOST_DAYS, MOST_SLOW_DAYS } from './chosen-days.ts'
import { deleteOtherViews, putPlan, selectFirstBoardAt, selectNextDay, updatePoint } from './past-queries.ts'
import { requestPast } from './request-past.ts'

/** A job counts boards for about this long. The next job continues. */
const SHARE_MS = 1000

export interface PastPayload {
  arenaId: number
  /** `plan`: find out first which days have to be counted. */
  from: 'plan' | 'resume'
}

/**
 * The job that counts the boards of days before the first stored board, of each tracked view: at most 60 days, 12 if
 * boards are slow to compute. Each is the board of the votes cast until the end of the day that count now. Doing it
 * twice changes nothing; a job that was stopped continues.
 */
export async function countPastBoards(deps: Deps, { arenaId, from }: PastPayload): Promise<void> {
  const arena = await arenaById(deps.db, arenaId)
  if (!arena) return
  const publication = await published(deps)
  const views = await trackedViews(deps, arena, await storeState(deps, arenaId, publication))
  if (from === 'plan') await plan(deps, arena, views, publication)
  const viewByKey = new Map(views.map((view) => [view.key, view]))
  const begun = performance.now()
  for (;;) {
    const next = await selectNextDay(deps.db, arenaId)
    const view = next && viewByKey.get(next.view_key)
    // a view without votes is planned anew
    if (!view) return next ? requestPast(deps.db, arenaId) : undefined
    if (performance.now() - begun > SHARE_MS) return requestPast(deps.db, arenaId, 'resume')
    await updatePoint(deps.db, arenaId, next, await countDay(deps, arena, view, next.day, publication))
  }
}

/** Writes down which days of which views are to be counted, and from what. */
async function plan(
  deps: Deps,
  arena: Arena,
  views: readonly ArenaView[],
  publication: Publication | null,
): Promise<void> {
  await deleteOtherViews(
    deps.db,
    arena.id,
    views.map(({ key }) => key),
  )
  for (const view of views) {
    const first = (await selectFirstBoardAt(deps.db, arena.id, view.key)) ?? deps.clock()
    const before = new Date(first.toISOString().slice(0, 10))
    const { days, isSlow } = await daysFromStore(deps, arena.id, publication, { daysOf: view, before })
    const { hasImportedVotes, judging } = await boardTask(deps, arena, view, { publication })
    const settings = [
      settingsVersionOf(view),
      hasImportedVotes,
      judging.warnings.some(({ code }) => code === 'focused_draws'),
    ]
    const planned = chosenDays(days, isSlow ? MOST_SLOW_DAYS : MOST_DAYS).map(({ day, votes }) => ({
      day,
      basis: [votes, ...settings].join(':'),
    }))
    await deps.db.transaction().execute((trx) => putPlan(trx, arena.id, view.key, planned))
  }
}

async function countDay(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  day: string,
  publication: Publication | null,
): Promise<HistoryPoint> {
  const dated = { ...view, to: day, before: momentOf(day, 1) }
  const past = { ...dated, key: viewKey(dated) }
  const task = await boardTask(deps, arena, past, { publication })
  const { board } = await withSlot('past', () => boardFromStore(deps, arena.id, publication, task))
  return pointOf(JSON.parse(board) as Board, `${day}T23:59:59.999Z`)
}

/** The ratings of a board as a point of a history. */
function pointOf({ votes, winner, deadHeatForFirst, contestants }: Board, at: string): HistoryPoint {
  return {
    at,
    countedLater: true,
    votes,
    winner,
    deadHeatForFirst,
    ratings: contestants.flatMap(({ name, rating, comparison }) =>
      rating === null ? [] : [{ name, rating, low: comparison?.[0] ?? null, high: comparison?.[1] ?? null }],
    ),
  }
}
