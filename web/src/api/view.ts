import { PEOPLE } from '../../../shared/contracts/source.ts'
import type { View } from '../../../shared/contracts/board-parts.ts'
import type { Board } from '../../../shared/contracts/board.ts'

/** The parts of a view that an address names. The server has a default for each. */
export interface ViewQuery {
  source?: string
  criterion?: string
  category?: string
  group?: string
  from?: string
  to?: string
  looks?: 'one' | 'any'
}

/** What narrows boards and lists of battles alike. */
const NARROWING = ['source', 'criterion', 'category', 'from', 'to'] as const
const SELECTION = [...NARROWING, 'group'] as const

/** The view that an address requests. An empty parameter counts as absent. */
export const parseView = (query: URLSearchParams): ViewQuery =>
  // the server refuses unknown parameters
  Object.fromEntries(
    [...SELECTION, 'looks'].map((name) => [name, query.get(name)]).filter(([, value]) => value),
  )

/** The query that selects the votes of a board. */
export const viewQuery = (view: View): ViewQuery =>
  Object.fromEntries(SELECTION.map((name) => [name, view[name]]).filter(([, value]) => value))

/** The query of a view with its "?", for links and requests about the same votes. Empty for the default view. */
export function viewSearch(view: ViewQuery): string {
  const search = new URLSearchParams(Object.entries(view)).toString()
  return search ? `?${search}` : ''
}

/** Whether the view selects a part of the arena that may exclude a new vote. */
export function isNarrowed(view: ViewQuery): boolean {
  return SELECTION.some((name) => view[name] && (name !== 'source' || view.source !== PEOPLE))
}

/** The path of the picture of a board. `search` is the view as in the address of its page. */
export const plateHref = (arena: string, format: 'svg' | 'png', search: string, language: string): string =>
  `/a/${arena}/plate.${format}${inLanguage(search, language)}`

/** The path of the page that shows a board in a frame. `search` is the view as in the address of its page. */
export const embedHref = (arena: string, search: string, language: string): string =>
  `/a/${arena}/embed${inLanguage(search, language)}`

function inLanguage(search: string, language: string): string {
  const query = new URLSearchParams(search)
  if (language !== 'en') query.set('lang', language)
  return query.size > 0 ? `?${query}` : ''
}

/** What a list of battles is narrowed to, as in its address. */
export interface BattlesQuery extends Omit<ViewQuery, 'criterion' | 'group' | 'looks'> {
  criterion?: string | string[]
  contestant?: string
  against?: string
  prompt?: string
  judge?: string
  show?: string
  readable?: string
}

const NARROWED_BY = [...NARROWING, 'contestant', 'against', 'prompt', 'judge', 'show', 'readable'] as const

/** The battles that an address asks for. */
export const parseBattlesQuery = (query: URLSearchParams): BattlesQuery =>
  Object.fromEntries(
    NARROWED_BY.flatMap((name) => {
      const values = query.getAll(name).filter((value) => value !== '')
      return values.length === 0 ? [] : [[name, values.length === 1 ? values[0] : values]]
    }),
  )

/** The address of the list of these battles. */
export function battlesHref(arena: string, battles: BattlesQuery): string {
  const query = new URLSearchParams()
  for (const name of NARROWED_BY) for (const value of [battles[name] ?? []].flat()) query.append(name, value)
  return `/a/${arena}/battles${query.size > 0 ? `?${query}` : ''}`
}

/** The votes of a view, as a list of battles names them. It has no groups, whose few people single battles would show. */
export function battlesQuery(view: View): BattlesQuery {
  const { group: _, ...query } = viewQuery(view)
  return query
}

/** The address of the battles of two on a board; null: one of them has no page. */
export function pairBattlesHref(
  arena: string,
  { view, contestants }: Pick<Board, 'view' | 'contestants'>,
  first: string,
  second: string,
): string | null {
  const findSlug = (name: string) => contestants.find((contestant) => contestant.name === name)?.slug
  const [contestant, against] = [findSlug(first), findSlug(second)]
  return contestant && against ? battlesHref(arena, { ...battlesQuery(view), contestant, against }) : null
}
