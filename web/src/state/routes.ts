/** A page of the site, and what its address says. */
export type Route =
  | { page: 'arenas' }
  | { page: 'leaderboard'; arena: string }
  | { page: 'vote'; arena: string }
  | { page: 'missing' }

const BOARD = /^\/a\/([a-z0-9-]{1,64})\/?$/
const VOTE = /^\/a\/([a-z0-9-]{1,64})\/vote\/?$/

/** Which page a path names. */
export function routeOf(path: string): Route {
  if (path === '/') return { page: 'arenas' }
  const board = BOARD.exec(path)
  if (board) return { page: 'leaderboard', arena: board[1] }
  const vote = VOTE.exec(path)
  if (vote) return { page: 'vote', arena: vote[1] }
  return { page: 'missing' }
}
