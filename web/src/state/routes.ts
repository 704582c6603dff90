/** A page of the site and the parameters in its path. */
export type Route =
  | { page: 'arenas' | 'missing' | 'admin' | 'newArena' }
  | { page: 'leaderboard' | 'vote' | 'compare' | 'battles' | 'adminArena'; arena: string }
  | { page: 'climb'; arena: string }
  | { page: 'visitorQuestion'; arena: string }
  | { page: 'contestant'; arena: string; contestant: string }
  | { page: 'battle'; arena: string; battle: string }

const SLUG = '[a-z0-9-]{1,64}'

/** The path of each page. The named groups become its parameters. */
const PAGES: readonly [page: Route['page'], path: RegExp][] = [
  ['arenas', /^\/$/],
  ['leaderboard', path(`/a/(?<arena>${SLUG})`)],
  ['vote', path(`/a/(?<arena>${SLUG})/vote`)],
  ['compare', path(`/a/(?<arena>${SLUG})/compare`)],
  ['climb', path(`/a/(?<arena>${SLUG})/climb`)],
  ['battles', path(`/a/(?<arena>${SLUG})/battles`)],
  ['visitorQuestion', path(`/a/(?<arena>${SLUG})/live`)],
  ['contestant', path(`/a/(?<arena>${SLUG})/c/(?<contestant>${SLUG})`)],
  ['battle', path(`/a/(?<arena>${SLUG})/b/(?<battle>[0-9a-f-]{36})`)],
  ['admin', /^\/admin\/?$/],
  ['newArena', /^\/admin\/new\/?$/],
  ['adminArena', path(`/admin/a/(?<arena>${SLUG})`)],
]

/** Pages of operators, which are in English only. */
export const isOperatorPage = (page: Route['page']): boolean =>
  ['admin', 'newArena', 'adminArena'].includes(page)

/** The page and parameters of a path. */
export function matchRoute(pathname: string): Route {
  for (const [page, form] of PAGES) {
    const match = form.exec(pathname)
    if (match) return { page, ...match.groups } as Route
  }
  return { page: 'missing' }
}

function path(form: string): RegExp {
  return new RegExp(`^${form}/?$`)
}
