/** The built page: hashed files for ever, and HTML for whatever a browser asks for that is not the API's. */
import { existsSync } from 'node:fs'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { Context } from 'hono'
import type { ArenaDetail } from '../../shared/contracts/index.ts'
import { BUILT, builtPage } from './built-page.ts'
import { openPage, PAGE_VARIES } from './draw-page.ts'
import { notFound } from './http.ts'
import type { Env } from './http.ts'
import type { Log } from './log.ts'
import { ProblemError } from './problem.ts'

const UNBUILT = 'The page is not built. Run "npm run build", or start with "npm start", which does.\n'

/** As web/src/state/routes.ts has them; the board's own page is the leaderboard's. */
const OF_AN_ARENA = [
  '/a/:arena/vote',
  '/a/:arena/compare',
  '/a/:arena/climb',
  '/a/:arena/disagreements',
  '/a/:arena/c/:contestant',
  '/a/:arena/b/:battle',
] as const
const OF_THE_SITE = ['/', '/admin', '/admin/new', '/admin/a/:arena'] as const
/** The paths of all pages, as the server's routes have them. */
export const PAGES: readonly string[] = ['/a/:arena', ...OF_AN_ARENA, ...OF_THE_SITE]

/** @param arenaFor the arena of that name for whoever asks, for the title of its pages */
export const pageRoutes = (
  { log }: { log: Log },
  arenaFor: (c: Context<Env>, slug: string) => Promise<ArenaDetail>,
) => {
  const page = new Hono<Env>()
  if (existsSync(BUILT)) serveFiles(page)
  for (const path of OF_THE_SITE) page.get(path, (c) => pageIn(c, log, null, 200))
  for (const path of OF_AN_ARENA)
    page.get(path, async (c) => {
      const arena = await arenaFor(c, c.req.param('arena')).catch((error: unknown) => {
        if (!(error instanceof ProblemError)) log.error({ err: error }, 'a page goes without its title')
        return null
      })
      return pageIn(c, log, arena, 200)
    })
  return page
}

function serveFiles(page: Hono<Env>): void {
  page.use(
    '/assets/*',
    serveStatic({
      root: BUILT,
      onFound: (_path, c) => c.header('cache-control', 'public, max-age=31536000, immutable'),
    }),
  )
  page.use('/:file{[\\w-]+\\.(svg|ico|png|txt|webmanifest)}', serveStatic({ root: BUILT }))
}

/** A browser that lost its way gets the page, which says so; everybody else problem details. */
export function nothingThere(c: Context<Env>, log: Log): Response | Promise<Response> {
  const isBrowser = c.req.method === 'GET' && c.req.header('accept')?.includes('text/html')
  return isBrowser && !c.req.path.startsWith('/api/') ? pageIn(c, log, null, 404) : notFound(c)
}

/** A page that the browser draws, with the title and description of its arena. */
async function pageIn(
  c: Context<Env>,
  log: Log,
  arena: ArenaDetail | null,
  status: 200 | 404,
): Promise<Response> {
  const page = await openPage(c, log)
  const html = page?.draw(c.req.url, arena, null)
  if (html === undefined) return plainPage(c, status)
  return c.html(html, status, { 'cache-control': 'no-cache', vary: PAGE_VARIES })
}

/** The page as it was built: all that is there without its renderer. */
export async function plainPage(c: Context<Env>, status: 200 | 404): Promise<Response> {
  const built = await builtPage()
  if (!built) return c.text(UNBUILT, 503)
  return c.html(built.html, status, { 'cache-control': 'no-cache' })
}
