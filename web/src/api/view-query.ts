import type { View } from '../../../shared/contracts/board.ts'

/** The part of a view that an address names; what is absent is the server's choice. */
export interface ViewQuery {
  source?: string
  criterion?: string
  category?: string
  from?: string
  to?: string
  looks?: string
  together?: 'category'
}

const SELECTION = ['source', 'criterion', 'category', 'from', 'to'] as const
const SWITCHES = [...SELECTION, 'looks', 'together'] as const

/** The view an address asks for; an empty parameter counts as absent. */
export function viewOf(query: URLSearchParams): ViewQuery {
  const view: Partial<Record<keyof ViewQuery, string>> = {}
  for (const name of SWITCHES) {
    const value = query.get(name)
    if (value) view[name] = value
  }
  // the server refuses what it does not know
  return view as ViewQuery
}

/** What asks for the votes that a board is of. */
export function queryOf(view: View): ViewQuery {
  const query: ViewQuery = {}
  for (const name of SELECTION) if (view[name]) query[name] = view[name]
  return query
}

/** The query of the view, with its "?", for whatever should speak of the same votes; empty for the default view. */
export function searchOf(view: ViewQuery): string {
  const search = new URLSearchParams(Object.entries(view)).toString()
  return search ? `?${search}` : ''
}

/** Is a part of the arena asked for that a vote cast now might not be in? */
export function isNarrowed(view: ViewQuery): boolean {
  return SELECTION.some((name) => view[name] && (name !== 'source' || view.source !== 'humans'))
}
