import type { ArenaDetail, ArenaList } from '../../../shared/contracts/arena.ts'
import { ARENAS_ON_A_PAGE } from '../../../shared/contracts/limits.ts'
import type { ContestantList, ContestantRecord } from '../../../shared/contracts/contestant-record.ts'
import type { BattleList, DecidedBattle } from '../../../shared/contracts/decided-battle.ts'
import type { JudgesReport } from '../../../shared/contracts/judges.ts'
import { fetched, server } from './http.ts'
import type { BattlesQuery, ViewQuery } from './view.ts'

const all = server.api.arenas
const arenaRoutes = all[':arena']

/** A page of the list of arenas. */
export const listArenas = (q: string, offset: number): Promise<ArenaList> =>
  fetched(all.$get({ query: { q, offset: String(offset), limit: String(ARENAS_ON_A_PAGE) } }))

export const arenaDetail = (arena: string): Promise<ArenaDetail> =>
  fetched(arenaRoutes.$get({ param: { arena } }))

/** The description of each contestant. */
export const contestantList = (arena: string): Promise<ContestantList> =>
  fetched(arenaRoutes.contestants.$get({ param: { arena } }))

/** The record of one contestant in a view. */
export const contestantRecord = (
  arena: string,
  contestant: string,
  view: ViewQuery,
): Promise<ContestantRecord> =>
  fetched(arenaRoutes.contestants[':contestant'].$get({ param: { arena, contestant }, query: view }))

export const decidedBattle = (id: string): Promise<DecidedBattle> =>
  fetched(server.api.battles[':id'].$get({ param: { id } }))

export const judgesReport = (arena: string): Promise<JudgesReport> =>
  fetched(arenaRoutes.judges.$get({ param: { arena }, query: {} }))

/** A part of the list of battles. Texts come only where they may be read. */
export const battleList = (
  arena: string,
  battles: BattlesQuery,
  { cursor, limit }: { cursor?: string | null; limit: number },
): Promise<BattleList> => {
  const query = { ...battles, limit: String(limit), ...(cursor && { cursor }) }
  return fetched(arenaRoutes.battles.$get({ param: { arena }, query: query as never }))
}
