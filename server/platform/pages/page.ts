/** Serves the built page: hashed files, cached for ever, and HTML for every page address. */
import { existsSync } from 'node:fs'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type Context } from 'hono'
import {
  ArenaListRequest,
  type ArenaDetail,
  type IssuedBattle,
  type ArenaList,
  type PageData,
  type DrawnPage,
  type PageRenderer,
} from '../../../shared/contracts/index.ts'
import type { Language } from '../../../shared/contracts/language.ts'
import { ARENAS_ON_A_PAGE } from '../../../shared/contracts/limits.ts'
import { addressOfPage, withPublicAddress } from '../http/host-check.ts'
import { notFound, type Env } from '../http/http.ts'
import { ProblemError } from '../problem.ts'
import type { Log } from '../log.ts'
import { strongEtag } from '../http/etag.ts'
import { respond } from '../http/respond.ts'
import { getCookie } from 'hono/cookie'
import { parseAccept } from 'hono/utils/accept'
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'

const UNBUILT = 'The page is not built. Run "npm run build", or start with "npm start", which does.\n'

/** The paths of web/src/state/routes.ts, except the page of the board, which the leaderboard serves. */
const OF_AN_ARENA = [
  '/a/:arena/vote',
  '/a/:arena/compare',
  '/a/:arena/climb',
  '/a/:arena/battles',
  '/a/:arena/live',
  '/a/:arena/c/:contestant',
  '/a/:arena/b/:battle',
] as const
const OF_THE_SITE = ['/admin', '/admin/new', '/admin/a/:arena'] as const
/** The paths of all pages, in the form of the server's routes. */
export const PAGES: readonly string[] = ['/', '/a/:arena', ...OF_AN_ARENA, ...OF_THE_SITE]

interface PageSubjects {
  /** A part of the list of public arenas. */
  listArenas(request: ArenaListRequest): Promise<ArenaList>
  /** Finds the arena for the title of its pages. @throws {ProblemError} if there is none that the reader may see */
  arenaFor(c: Context<Env>, slug: string): Promise<ArenaDetail>
  /** @throws {ProblemError} if the contestant or battle in the path does not exist for the reader */
  requireNamed(c: Context<Env>): Promise<void>
  /** The pair with which the visit of a new voter begins; null: the browser asks for one. */
  firstPair(c: Context<Env>): Promise<IssuedBattle | null>
}

/** Every page. One whose arena, contestant or battle does not exist has the status 404, or 410 if it was taken back. */
export const pageRoutes = (
  { log }: { log: Log },
  { listArenas, arenaFor, requireNamed, firstPair }: PageSubjects,
) => {
  const page = new Hono<Env>()
  if (existsSync(BUILT)) serveFiles(page)
  page.get('/', (c) => frontPage(c, log, listArenas))
  for (const path of OF_THE_SITE) page.get(path, (c) => pageIn(c, log, null, 200))
  for (const path of OF_AN_ARENA)
    page.get(path, async (c) => {
      let arena: ArenaDetail | null = null
      try {
        arena = await arenaFor(c, c.req.param('arena'))
        await requireNamed(c)
        const pair = path === '/a/:arena/vote' ? await firstPair(c) : null
        return await pageIn(c, log, arena, 200, pair && { pair, detail: arena })
      } catch (error) {
        if (!(error instanceof ProblemError))
          log.error({ err: error }, 'a page is sent without knowing what it shows')
        return pageIn(c, log, arena, missingStatus(error))
      }
    })
  return page
}

/** A page of the list of arenas, drawn here. If there is only one arena, the front page is its board. */
async function frontPage(
  c: Context<Env>,
  log: Log,
  listArenas: PageSubjects['listArenas'],
): Promise<Response> {
  const request = pageAsked(c.req.query())
  const list = await listArenas(request).catch((error: unknown) => {
    log.error({ err: error }, 'the front page is sent without its list')
    return null
  })
  if (list === null) return pageIn(c, log, null, 200)
  if (list.total === 1 && request.q === '' && list.arenas[0]) return c.redirect(`/a/${list.arenas[0].arena}`)
  const page = await openPage(c, log)
  const address = new URL('/', addressOfPage(c))
  // other parameters change nothing
  if (request.q !== '') address.searchParams.set('q', request.q)
  if (request.offset > 0) address.searchParams.set('offset', String(request.offset))
  const html = page?.draw(address.href, null, { ...list, asked: request })
  if (html === undefined) return plainPage(c, 200)
  c.set('isShared', true)
  return respond(c, strongEtag(html), 'text/html; charset=utf-8', () => html, PAGE_VARIES)
}

/** The page of the list that an address asks for; of an address that nobody has linked, the first. */
function pageAsked({ q, offset }: Record<string, string>): ArenaListRequest {
  const limit = ARENAS_ON_A_PAGE
  const parsed = ArenaListRequest.safeParse({ q, offset, limit })
  return parsed.success ? parsed.data : { q: '', offset: 0, limit }
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
      precompressed: true,
      onFound: (_path, c) => c.header('cache-control', 'public, max-age=31536000, immutable'),
    }),
  )
  page.use('/:file{[\\w-]+\\.(svg|ico|png|txt|webmanifest)}', serveStatic({ root: BUILT }))
}

/** The response to an unknown address: the page for browsers, problem details for other clients. */
export function respondNotFound(c: Context<Env>, log: Log): Response | Promise<Response> {
  const isBrowser = c.req.method === 'GET' && c.req.header('accept')?.includes('text/html')
  return isBrowser && !c.req.path.startsWith('/api/') ? pageIn(c, log, null, 404) : notFound(c)
}

/** A page with the arena's title and description. Without `begin` the browser draws it. */
async function pageIn(
  c: Context<Env>,
  log: Log,
  arena: ArenaDetail | null,
  status: PageStatus,
  begin: PageData | null = null,
): Promise<Response> {
  const page = await openPage(c, log)
  const html = page?.draw(addressOfPage(c), arena, begin)
  if (html === undefined) return plainPage(c, status)
  return c.html(html, status, { 'cache-control': begin ? 'no-store' : 'no-cache', vary: PAGE_VARIES })
}

/** The page without any drawing, for when the renderer is missing. */
export async function plainPage(c: Context<Env>, status: PageStatus): Promise<Response> {
  const built = await builtPage()
  if (!built) return c.text(UNBUILT, 503)
  return c.html(withPublicAddress(c, built.html), status, { 'cache-control': 'no-cache' })
}

/** The request headers that a page depends on. */
export const PAGE_VARIES = 'cookie, accept-language, authorization'

/** The page for one reader. */
export interface OpenPage {
  language: Language
  /** Differs for each build of the page. */
  stamp: string
  /**
   * The whole page as HTML. Undefined if the renderer fails; the log says why.
   * @param url the address in the reader's browser
   * @param begin the data to draw; null leaves the drawing to the browser
   */
  draw: (url: string, arena: ArenaDetail | null, begin: PageData | null) => string | undefined
}

/** The page in the reader's language; null if page or renderer are not built. */
export async function openPage(c: Context<Env>, log: Log): Promise<OpenPage | null> {
  const [built, renderer] = await Promise.all([builtPage(), pageRenderer(log)])
  if (!built || !renderer) return null
  const language = renderer.matchLanguage(readerLanguages(c))
  return {
    language,
    stamp: built.stamp,
    draw(url, arena, begin) {
      try {
        const drawn = renderer.draw({ url, language, arena, begin })
        return withPublicAddress(c, filledPage(built, drawn, begin))
      } catch (error) {
        log.error({ err: error, requestId: c.get('requestId') }, 'a page could not be drawn here')
        return undefined
      }
    },
  }
}

/** The languages of a reader, most preferred first: the one chosen on the page, then those of the browser. */
function readerLanguages(c: Context): string[] {
  const chosen = getCookie(c, 'language')
  const accepted = parseAccept(c.req.header('accept-language') ?? '').filter(({ q }) => q > 0)
  return [...(chosen ? [chosen] : []), ...accepted.map(({ type }) => type)]
}

// Reads the built page, and fills it with the output of the renderer.

/** Folder of the built page. */
const BUILT = fileURLToPath(new URL('../../../dist/web', import.meta.url))

/** The built page before drawing. */
interface BuiltPage {
  html: string
  manifest: Manifest
  /** Differs for each build. */
  stamp: string
}

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

/** The built page; null if it is not built. */
async function builtPage(): Promise<BuiltPage | null> {
  const [html, manifest] = await Promise.all([
    readFile(`${BUILT}/index.html`, 'utf8').catch(() => null),
    readFile(`${BUILT}/.vite/manifest.json`, 'utf8').catch(() => '{}'),
  ])
  if (html === null) return null
  const stamp = createHash('sha256').update(html).update(manifest).digest('base64url').slice(0, 12)
  return { html, manifest: JSON.parse(manifest) as Manifest, stamp }
}

/** The page with the drawn parts inserted, and with the data for the browser to start from. */
function filledPage({ html, manifest }: BuiltPage, drawn: DrawnPage, begin: PageData | null): string {
  const fill = (text: string, place: RegExp, content: string) => text.replace(place, () => content)
  const embedded = begin ? `<script type="application/json" id="begin">${jsonInHtml(begin)}</script>` : ''
  const places: [RegExp, string][] = [
    [/<html lang="\w+"/, `<html lang="${drawn.language}" data-drawn`],
    [/<!-- about -->[^]*<!-- end of about -->/, drawn.head],
    // after the styles of every page, in the order in which a browser adds them
    [/<\/head>/, `${fileLinks(drawn.sources, manifest, html)}</head>`],
    [/<!-- without script -->[^]*<!-- end of without script -->/, drawn.withoutScript],
    [/<div id="page"><\/div>/, `<div id="page">${drawn.body}</div>${embedded}`],
  ]
  return places.reduce((text, [place, content]) => fill(text, place, content), html)
}

/** What every page starts with. */
const START = 'src/start.ts'

/**
 * The styles of a page, which would otherwise load only with its script; and its scripts and words, so that they load at
 * once.
 */
function fileLinks(sources: readonly string[], manifest: Manifest, html: string): string {
  const parts = new Set<string>()
  const add = (name: string) => {
    if (parts.has(name)) return
    parts.add(name)
    manifest[name]?.imports?.forEach(add)
  }
  for (const name of [START, ...sources]) add(name)
  const chunks = [...parts].flatMap((name) => manifest[name] ?? [])
  const isNew = (file: string) => !html.includes(`/${file}"`)
  const styles = new Set(chunks.flatMap(({ css }) => css ?? []).filter(isNew))
  const scripts = chunks.map(({ file }) => file).filter(isNew)
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('')
}

/** JSON escaped for HTML, so that no text in it can end the script. */
export function jsonInHtml(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c')
}

// Loads the renderer that the build makes from the page's own components. It is loaded by path, because the server
// imports nothing from web/.

const PATH = fileURLToPath(new URL('../../../dist/render/render.js', import.meta.url))

let loaded: { builtAt: number; renderer: Promise<PageRenderer | null> } | null = null

/** The renderer of the last build; null if it does not load, and the log says why once. */
export async function pageRenderer(log: Pick<Log, 'warn'>): Promise<PageRenderer | null> {
  const builtAt = (await stat(PATH).catch(() => null))?.mtimeMs ?? 0
  if (loaded?.builtAt !== builtAt) loaded = { builtAt, renderer: load(builtAt, log) }
  return loaded.renderer
}

async function load(builtAt: number, log: Pick<Log, 'warn'>): Promise<PageRenderer | null> {
  try {
    const renderer = (await import(`${pathToFileURL(PATH).href}?${builtAt}`)) as PageRenderer
    if (typeof renderer.draw === 'function' && typeof renderer.matchLanguage === 'function') return renderer
    throw new Error(`${PATH} is not the renderer.`)
  } catch (error) {
    log.warn(
      { err: error },
      'pages are drawn by the browser alone, since their renderer cannot be loaded; "npm run build" makes it',
    )
    return null
  }
}
