/** A page of the site, and what its address says. */
export type Route =
  { page: 'arenas' | 'missing' } | { page: 'leaderboard' | 'vote' | 'compare'; arena: string }

const SLUG = '[a-z0-9-]{1,64}'

/** Every page by the form of its path. `(?<name>…)` is what the page is given. */
const PAGES: readonly [page: Route['page'], path: RegExp][] = [
  ['arenas', /^\/$/],
  ['leaderboard', path(`/a/(?<arena>${SLUG})`)],
  ['vote', path(`/a/(?<arena>${SLUG})/vote`)],
  ['compare', path(`/a/(?<arena>${SLUG})/compare`)],
]

/** Which page a path names. */
export function routeOf(pathname: string): Route {
  for (const [page, form] of PAGES) {
    const found = form.exec(pathname)
    if (found) return { page, ...found.groups } as Route
  }
  return { page: 'missing' }
}

function path(form: string): RegExp {
  return new RegExp(`^${form}/?$`)
}
