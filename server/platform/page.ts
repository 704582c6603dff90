/** Serves the built page: hashed files, cached for ever, and HTML for every page address. */
import { existsSync } from 'node:fs'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { Context } from 'hono'
import type { ArenaDetail, ListedArena } from '../../shared/contracts/index.ts'
import { BUILT, builtPage } from './built-page.ts'
import { addressOfPage, withPublicAddress } from './public-address.ts'
import { openPage, PAGE_VARIES } from './draw-page.ts'
import { notFound } from './http.ts'
import type { Env } from './http.ts'
import type { Log } from './log.ts'
import { ProblemError } from './problem.ts'
import { ANY_ARENA } from './reads/index.ts'
import { respond, tagOf } from './respond.ts'

const UNBUILT = 'The page is not built. Run "npm run build", or start with "npm start", which does.\n'

/** The paths of web/src/state/routes.ts, except the page of the board, which the leaderboard serves. */
const OF_AN_ARENA = [
  '/a/:arena/vote',
  '/a/:arena/compare',
  '/a/:arena/climb',
  '/a/:arena/explore',
  '/a/:arena/disagreements',
  '/a/:arena/c/:contestant',
  '/a/:arena/b/:battle',
] as const
const OF_THE_SITE = ['/admin', '/admin/new', '/admin/a/:arena', '/admin/a/:arena/preview'] as const
/** The paths of all pages, in the form of the server's routes. */
export const PAGES: readonly string[] = ['/', '/a/:arena', ...OF_AN_ARENA, ...OF_THE_SITE]

export interface PageSubjects {
  /** The public arenas. */
  listArenas(): Promise<ListedArena[]>
  /** Finds the arena for the title of its pages. @throws {ProblemError} if there is none that the reader may see */
  arenaFor(c: Context<Env>, slug: string): Promise<ArenaDetail>
  /** @throws {ProblemError} if the contestant or battle in the path does not exist for the reader */
  mustExist(c: Context<Env>): Promise<void>
}

/** Every page. One whose arena, contestant or battle does not exist has the status 404, or 410 if it was taken back. */
export const pageRoutes = ({ log }: { log: Log }, { listArenas, arenaFor, mustExist }: PageSubjects) => {
  const page = new Hono<Env>()
  if (existsSync(BUILT)) serveFiles(page)
  page.get('/', (c) => frontPage(c, log, listArenas))
  for (const path of OF_THE_SITE) page.get(path, (c) => pageIn(c, log, null, 200))
  for (const path of OF_AN_ARENA)
    page.get(path, async (c) => {
      let arena: ArenaDetail | null = null
      try {
        arena = await arenaFor(c, c.req.param('arena'))
        await mustExist(c)
        return pageIn(c, log, arena, 200)
      } catch (error) {
        if (!(error instanceof ProblemError))
          log.error({ err: error }, 'a page is sent without knowing what it shows')
        return pageIn(c, log, arena, missingStatus(error))
      }
    })
  return page
}

/** The list of arenas, drawn here. If there is only one, the front page is its board. */
async function frontPage(
  c: Context<Env>,
  log: Log,
  listArenas: PageSubjects['listArenas'],
): Promise<Response> {
  const arenas = await listArenas().catch((error: unknown) => {
    log.error({ err: error }, 'the front page is sent without its list')
    return null
  })
  if (arenas === null) return pageIn(c, log, null, 200)
  if (arenas.length === 1) return c.redirect(`/a/${arenas[0].arena}`)
  const page = await openPage(c, log)
  const html = page?.draw(new URL('/', addressOfPage(c)).href, null, { arenas })
  if (html === undefined) return plainPage(c, 200)
  c.set('shownArena', ANY_ARENA)
  return respond(c, tagOf(html), 'text/html; charset=utf-8', () => html, PAGE_VARIES)
}

/** The browser says what is wrong, whatever the status; other clients see the status alone. */
const missingStatus = (error: unknown): PageStatus =>
  error instanceof ProblemError && (error.status === 404 || error.status === 410) ? error.status : 200

type PageStatus = 200 | 404 | 410

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

/** The response to an unknown address: the page for browsers, problem details for other clients. */
export function nothingThere(c: Context<Env>, log: Log): Response | Promise<Response> {
  const isBrowser = c.req.method === 'GET' && c.req.header('accept')?.includes('text/html')
  return isBrowser && !c.req.path.startsWith('/api/') ? pageIn(c, log, null, 404) : notFound(c)
}

/** A page that the browser draws, with the arena's title and description. */
async function pageIn(
  c: Context<Env>,
  log: Log,
  arena: ArenaDetail | null,
  status: PageStatus,
): Promise<Response> {
  const page = await openPage(c, log)
  const html = page?.draw(addressOfPage(c), arena, null)
  if (html === undefined) return plainPage(c, status)
  return c.html(html, status, { 'cache-control': 'no-cache', vary: PAGE_VARIES })
}

/** The page without any drawing, for when the renderer is missing. */
export async function plainPage(c: Context<Env>, status: PageStatus): Promise<Response> {
  const built = await builtPage()
  if (!built) return c.text(UNBUILT, 503)
  return c.html(withPublicAddress(c, built.html), status, { 'cache-control': 'no-cache' })
}
