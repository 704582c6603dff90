import { MOST_EXPLORED, SHOWN_PROMPTS } from '../../../../shared/contracts/limits.ts'
import type { ExploreQuery } from '../../api/arenas.ts'

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
