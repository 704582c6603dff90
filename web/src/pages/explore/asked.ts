import { MOST_EXPLORED, SHOWN_PROMPTS, type ShownPrompts } from '../../../../shared/contracts/limits.ts'
import type {
  CategoryStandings,
  Exploration,
  ExploredAnswer,
} from '../../../../shared/contracts/contestant-record.ts'
import { fetched, server } from '../../api/http.ts'

export const PROMPTS_ON_A_PAGE = 25
export const CATEGORIES_ON_A_PAGE = 6

/** What an address of the page asks for. The server has a default for what is missing. */
export function askedIn(query: URLSearchParams): ExploreQuery {
  const contestant = (query.get('contestants') ?? '').split(',').filter((slug) => slug !== '')
  const offset = Math.max(0, Math.trunc(Number(query.get('offset') ?? 0))) || 0
  const show = SHOWN_PROMPTS.find((one) => one === query.get('show')) ?? 'all'
  const named = Object.fromEntries(
    (['source', 'criterion', 'category', 'of', 'check'] as const).flatMap((name) => {
      const value = query.get(name)
      return value ? [[name, value]] : []
    }),
  )
  return {
    ...named,
    show,
    contestant: contestant.slice(0, MOST_EXPLORED),
    offset: Math.min(offset, 1_000_000),
    limit: PROMPTS_ON_A_PAGE,
  }
}

const routes = server.api.arenas[':arena'].explore

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
  fetched(routes.$get({ param: { arena }, query: texts(query) }))

/** One contestant on one prompt: answers and battles. */
export const exploredAnswer = (
  arena: string,
  query: { contestant: string; prompt: string; source?: string; criterion?: string },
): Promise<ExploredAnswer> => fetched(routes.answer.$get({ param: { arena }, query }))

/** Some contestants on the boards of the categories. */
export const categoryStandings = (arena: string, query: ExploredVotes): Promise<CategoryStandings> =>
  fetched(routes.categories.$get({ param: { arena }, query: texts(query) }))

const texts = ({ contestant, ...query }: ExploredVotes) =>
  ({
    ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    ...(contestant.length > 0 && { contestant }),
  }) as never
