import type { ViewQuery } from '../../api/leaderboard.ts'

const SWITCHES = ['source', 'criterion', 'category', 'from', 'to'] as const

/** The view an address asks for; an empty parameter counts as absent. */
export function viewOf(query: URLSearchParams): ViewQuery {
  const view: ViewQuery = {}
  for (const name of SWITCHES) {
    const value = query.get(name)
    if (value) view[name] = value
  }
  return view
}

/** The query of the view, with its "?", for links that should speak of the same votes; empty for the default view. */
export function searchOf(view: ViewQuery): string {
  const search = new URLSearchParams(Object.entries(view)).toString()
  return search ? `?${search}` : ''
}

/** Is anything but the whole arena asked for? */
export function isNarrowed(view: ViewQuery): boolean {
  return Object.keys(view).length > 0
}
