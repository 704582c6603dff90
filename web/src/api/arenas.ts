import type { ArenaDetail, ListedArena } from '../../../shared/contracts/arena.ts'
import type { Climb } from '../../../shared/contracts/climb.ts'
import type {
  ContestantList,
  ContestantRecord,
  DecidedBattle,
  CategoryStandings,
  Exploration,
  ExploredAnswer,
} from '../../../shared/contracts/contestant-record.ts'
import type { Disagreements, JudgesReport } from '../../../shared/contracts/judges.ts'
import type { ShownPrompts } from '../../../shared/contracts/limits.ts'
import { fetched, server } from './http.ts'
import type { ViewQuery } from './view.ts'

const all = server.api.arenas
const one = all[':arena']

export const listArenas = async (): Promise<ListedArena[]> =>
  (await fetched<{ arenas: ListedArena[] }>(all.$get())).arenas

export const arenaDetail = (arena: string): Promise<ArenaDetail> => fetched(one.$get({ param: { arena } }))

/** The description of each contestant. */
export const contestantList = (arena: string): Promise<ContestantList> =>
  fetched(one.contestants.$get({ param: { arena } }))

/** The record of one contestant in a view. */
export const contestantRecord = (
  arena: string,
  contestant: string,
  view: ViewQuery,
): Promise<ContestantRecord> =>
  fetched(one.contestants[':contestant'].$get({ param: { arena, contestant }, query: view }))

export const decidedBattle = (id: string): Promise<DecidedBattle> =>
  fetched(server.api.battles[':id'].$get({ param: { id } }))

export const judgesReport = (arena: string): Promise<JudgesReport> =>
  fetched(one.judges.$get({ param: { arena } }))

/** One page of the pairs on which a judge and most people disagree. */
export function disagreementsWith(
  arena: string,
  judge: string,
  { criterion, limit, offset }: { criterion: string | null; limit: number; offset: number },
): Promise<Disagreements> {
  const query = { limit: String(limit), offset: String(offset), ...(criterion !== null && { criterion }) }
  const param = { arena, judge: encodeURIComponent(judge) }
  return fetched(one.judges[':judge'].disagreements.$get({ param, query }))
}

/** The climb. With `attempt`, also the results of that attempt; their texts need the admin token. */
export function climbOf(arena: string, attempt?: number): Promise<Climb> {
  const query = attempt === undefined ? {} : { attempt: String(attempt) }
  return fetched(one.climb.$get({ param: { arena }, query }))
}

/** The votes that are looked at, and whose. An empty list of contestants means the highest rated. */
export interface ExploredVotes {
  source?: string
  criterion?: string
  contestant: string[]
  offset: number
  limit: number
}

export interface ExploreQuery extends ExploredVotes {
  category?: string
  show: ShownPrompts
  of?: string
  check?: string
}

/** A page of prompts with what each contestant answered. Texts come only where they may be read. */
export const explore = (arena: string, query: ExploreQuery): Promise<Exploration> =>
  fetched(one.explore.$get({ param: { arena }, query: texts(query) }))

/** One contestant on one prompt: answers and battles. */
export const exploredAnswer = (
  arena: string,
  query: { contestant: string; prompt: string; source?: string; criterion?: string },
): Promise<ExploredAnswer> => fetched(one.explore.answer.$get({ param: { arena }, query }))

/** Some contestants on the boards of the categories. */
export const categoryStandings = (arena: string, query: ExploredVotes): Promise<CategoryStandings> =>
  fetched(one.explore.categories.$get({ param: { arena }, query: texts(query) }))

const texts = ({ contestant, ...query }: ExploredVotes) =>
  ({
    ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    ...(contestant.length > 0 && { contestant }),
  }) as never
