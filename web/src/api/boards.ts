/** Boards and what stands below them. */
import type { Board } from '../../../shared/contracts/board.ts'
import type {
  BoardReports,
  ChecksReport,
  Differences,
  HeadToHead,
  History,
  SamplingCounts,
} from '../../../shared/contracts/reports.ts'
import type { ArenaFilesRead } from '../../../shared/contracts/admin-arenas.ts'
import type { Opponents } from '../charts/pairs.ts'
import { fetched, patiently, server } from './http.ts'
import { viewSearch, type ViewQuery } from './view.ts'

const arenaRoutes = server.api.arenas[':arena']

export const leaderboard = (arena: string, view: ViewQuery): Promise<Board> =>
  fetched(arenaRoutes.leaderboard.$get({ param: { arena }, query: view }))

/** The path of the stream of the board of a view. A private arena needs the admin token. */
export const boardStream = (arena: string, view: ViewQuery): string =>
  `/api/arenas/${arena}/leaderboard/stream${viewSearch(view)}`

/** The reports behind the board of a view. */
export const boardReports = (arena: string, view: ViewQuery): Promise<BoardReports> =>
  fetched(arenaRoutes.reports.$get({ param: { arena }, query: view }, patiently()))

/** The head-to-head records of a view, or of one contestant only. */
export const headToHead = (
  arena: string,
  view: ViewQuery,
  contestant: string | null = null,
): Promise<HeadToHead> =>
  fetched(
    arenaRoutes['head-to-head'].$get({
      param: { arena },
      query: { ...view, ...(contestant !== null && { contestant }) },
    }),
  )

/** The ratings of a view over time. */
export const ratingHistory = (arena: string, view: ViewQuery): Promise<History> =>
  fetched(arenaRoutes.history.$get({ param: { arena }, query: view }))

/** One contestant of a view against every other. */
export async function fetchOpponents(arena: string, view: ViewQuery, contestant: string): Promise<Opponents> {
  const [differences, records] = await Promise.all([
    fetched<Differences>(arenaRoutes.differences.$get({ param: { arena }, query: { ...view, contestant } })),
    headToHead(arena, view, contestant),
  ])
  return { differences, headToHead: records }
}

/** The number of pairs per vote count in a view, and how even the counts are. */
export const samplingCounts = (arena: string, view: ViewQuery): Promise<SamplingCounts> =>
  fetched(arenaRoutes.sampling.$get({ param: { arena }, query: { ...view, pairs: 'none' } }))

/** How many answers of each contestant passed each check, per run. */
export const checksReport = (arena: string): Promise<ChecksReport> =>
  fetched(arenaRoutes.checks.$get({ param: { arena } }))

/** How the files of an arena were read. */
export const filesRead = (arena: string): Promise<ArenaFilesRead> =>
  fetched(arenaRoutes.files.$get({ param: { arena } }))
