/** A page of the site, and what its address says. */
export type Route =
  | { page: 'arenas' | 'missing' | 'admin' | 'newArena' }
  | { page: 'leaderboard' | 'vote' | 'compare' | 'climb' | 'disagreements' | 'adminArena'; arena: string }
  | { page: 'contestant'; arena: string; contestant: string }
  | { page: 'battle'; arena: string; battle: string }

const SLUG = '[a-z0-9-]{1,64}'

/** Every page by the form of its path. `(?<name>…)` is what the page is given. */
const PAGES: readonly [page: Route['page'], path: RegExp][] = [
  ['arenas', /^\/$/],
  ['leaderboard', path(`/a/(?<arena>${SLUG})`)],
  ['vote', path(`/a/(?<arena>${SLUG})/vote`)],
  ['compare', path(`/a/(?<arena>${SLUG})/compare`)],
  ['climb', path(`/a/(?<arena>${SLUG})/climb`)],
  ['contestant', path(`/a/(?<arena>${SLUG})/c/(?<contestant>${SLUG})`)],
  ['battle', path(`/a/(?<arena>${SLUG})/b/(?<battle>[0-9a-f-]{36})`)],
  ['disagreements', path(`/a/(?<arena>${SLUG})/disagreements`)],
  ['admin', /^\/admin\/?$/],
  ['newArena', /^\/admin\/new\/?$/],
  ['adminArena', path(`/admin/a/(?<arena>${SLUG})`)],
]

/** Which page a path names. */
export function routeOf(pathname: string): Route {
  for (const [page, form] of PAGES) {
    const match = form.exec(pathname)
    if (match) return { page, ...match.groups } as Route
  }
  return { page: 'missing' }
}

function path(form: string): RegExp {
  return new RegExp(`^${form}/?$`)
}
