/**
 * The page drawn by a server: the same components as in a browser, into HTML. What they read of address and language
 * is set before each drawing, and a drawing waits for nothing, so that no two readers meet.
 */
import { render } from 'svelte/server'
import type {
  PageData,
  PageToDraw,
  DrawnPage,
  PageRenderer,
  PublishedBoard,
} from '../../shared/contracts/page.ts'
import App from './App.svelte'
import PublishedPage from './pages/leaderboard/published/PublishedPage.svelte'
import { hasMoreWords, loaded, SOURCES, type Page } from './pages.ts'
import { router } from './state/address.svelte.ts'
import { isOperatorPage, type Route } from './state/routes.ts'
import { drawing } from './ui/text/drawing.svelte.ts'
import { checkedHtml } from './ui/text/sanitise.ts'
import { language, matchLanguage } from './words/language.svelte.ts'
import { loadMoreWords, loadWords, words } from './words/words.ts'
import type { ArenaDetail } from '../../shared/contracts/arena.ts'
import { LANGUAGES, type Language } from '../../shared/contracts/language.ts'
import { votingClosedSince } from '../../shared/contracts/source.ts'
import type { Board } from '../../shared/contracts/board.ts'
import { finishBoard } from '../../shared/finish/finish-board.ts'
import { headline } from '../../shared/finish/headline.ts'
import { plateHref, viewSearch, parseView } from './api/view.ts'
import { replaceDirectionControls } from './ui/directions.ts'

/** The pages that are drawn with their data. The browser draws the others. */
const DRAWN: Partial<Record<Route['page'], Page>> = {
  arenas: await loaded('arenas'),
  leaderboard: await loaded('leaderboard'),
  vote: await loaded('vote'),
}

await loadMoreWords()
await Promise.all((Object.keys(LANGUAGES) as Language[]).map(loadWords))

/** Characters of the texts of a pair up to which it is drawn here: a browser is sent them twice then. */
const MAX_CHARACTERS = 40_000

drawing.toHtml = checkedHtml

export function draw(request: PageToDraw): DrawnPage {
  router.stand(new URL(request.url))
  const { page } = router.route
  language.code = isOperatorPage(page) ? 'en' : request.language
  const parts = {
    language: language.code,
    withoutScript: withoutScript(request.arena, page),
    sources: [SOURCES[page], ...wordSources(page)],
  }
  const { title, about } = pageHead(request, page)
  const Page = DRAWN[page]
  if (!request.begin || !Page || isLong(request.begin))
    return { ...parts, head: `${title}${about}`, body: '' }
  const ready = { page, Page }
  try {
    const drawn = render(App, { props: { ready, begin: request.begin } })
    return { ...parts, head: about + drawn.head, body: drawn.body }
  } catch (error) {
    if (!('pair' in request.begin)) throw error
    // a text that only a browser can draw
    return { ...parts, head: `${title}${about}`, body: '' }
  }
}

function wordSources(page: Route['page']): string[] {
  const source = `src/words/languages/${language.code}.ts`
  return hasMoreWords(page) ? [source, `${source}?more`] : [source]
}

const isLong = (begin: PageData): boolean =>
  'pair' in begin && JSON.stringify(begin.pair.battle).length > MAX_CHARACTERS

export function drawPublished(
  published: PublishedBoard,
  code: Language,
): ReturnType<PageRenderer['drawPublished']> {
  router.stand(new URL('http://localhost/'))
  language.code = code
  const drawn = render(PublishedPage, { props: { ...published } })
  return { head: headOfPublished(published) + drawn.head, body: drawn.body }
}

export { matchLanguage }

void ({ draw, drawPublished, matchLanguage } satisfies PageRenderer)

const SITE = 'Deadheat'
const LONGEST_DESCRIPTION = 300
/** Pixels of the picture of a board, as shared/finish draws it. */
const IMAGE = { width: 1200, height: 630 }

/** The title, and description, canonical address and what others show of a link to the page, as HTML. */
function pageHead(request: PageToDraw, page: Route['page']): { title: string; about: string } {
  const { arena } = request
  const { title, description, result = title } = pageSummary(request, page)
  const image = boardImage(request)
  const about = [
    meta('name', 'description', description),
    ...(arena ? [`<link rel="canonical" href="${escaped(router.path)}">`] : []),
    ...(arena?.visibility === 'public' || !arena ? [] : [meta('name', 'robots', 'noindex')]),
    ...oembedLink(request, title),
    // other sites show the title of a link, and often nothing else
    meta('property', 'og:title', result),
    meta('property', 'og:description', description),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', SITE),
    ...(image === null
      ? [meta('name', 'twitter:card', 'summary')]
      : [
          meta('property', 'og:image', image),
          meta('property', 'og:image:width', String(IMAGE.width)),
          meta('property', 'og:image:height', String(IMAGE.height)),
          meta('property', 'og:image:alt', description),
          meta('name', 'twitter:card', 'summary_large_image'),
        ]),
  ].join('')
  return { title: `<title>${escaped(title)}</title>`, about }
}

/** Title and description of the page of a static site, as HTML. It names no address: its own is not known. */
function headOfPublished({ board, title, closedAt }: PublishedBoard): string {
  const fullTitle = `${title} · ${SITE}`
  const description = boardSentence(board, closedAt)
  return [
    `<title>${escaped(fullTitle)}</title>`,
    meta('name', 'description', description),
    meta('property', 'og:title', resultText(title, description)),
    meta('property', 'og:description', description),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', SITE),
  ].join('')
}

/** The address of the picture of the board that is shown. Null: none, or nobody may load it. */
function boardImage({ arena, begin }: PageToDraw): string | null {
  if (!arena || arena.visibility === 'private' || !begin || !('board' in begin)) return null
  return router.origin + plateHref(arena.arena, 'png', viewSearch(parseView(router.query)), language.code)
}

/** The link by which other sites find the frame of the board that is shown. */
function oembedLink(request: PageToDraw, title: string): string[] {
  if (boardImage(request) === null) return []
  const board = new URL(`${router.path}${viewSearch(parseView(router.query))}`, router.origin)
  if (language.code !== 'en') board.searchParams.set('lang', language.code)
  const href = `${router.origin}/oembed?format=json&url=${encodeURIComponent(board.href)}`
  return [
    `<link rel="alternate" type="application/json+oembed" href="${escaped(href)}" title="${escaped(title)}">`,
  ]
}

/** The HTML for readers without JavaScript. */
function withoutScript(arena: ArenaDetail | null, page: Route['page']): string {
  if ((page === 'leaderboard' || page === 'arenas') && !arena) return ''
  const alone = (html: string) => `<main class="sheet"><p>${html}</p></main>`
  if (!arena) return alone(escaped(`${words.head.needsScript} ${words.head.readText}`))
  if (page === 'leaderboard')
    return `<aside class="sheet"><p>${escaped(words.head.boardWithoutScript)}</p></aside>`
  const needs = page === 'vote' ? words.head.voteNeedsScript : words.head.needsScript
  const link = `<a href="/a/${arena.arena}">${escaped(words.head.board({ arena: arena.title }))}</a>`
  return alone(`${escaped(`${needs} ${words.head.readInstead}`)}${link}.`)
}

interface Said {
  title: string
  description: string
  /** Of a board: what it is about, and what it says. */
  result?: string
}

const resultText = (title: string, description: string) => cut(`${title}: ${description}`)

function pageSummary({ arena, begin }: PageToDraw, page: Route['page']): Said {
  if (!arena) return { title: SITE, description: words.head.siteIs }
  const title = page === 'vote' ? words.head.vote({ arena: arena.title }) : arena.title
  if (begin && 'board' in begin) {
    const description = boardSentence(
      begin.board,
      votingClosedSince(arena, Date.now(), begin.board.view.source),
    )
    return { title: `${title} · ${SITE}`, description, result: resultText(title, description) }
  }
  const description =
    page === 'vote' ? words.head.voteIs({ arena: arena.title }) : arena.description || words.head.siteIs
  return { title: `${title} · ${SITE}`, description }
}

/** The sentence of a board. */
function boardSentence(board: Board, closedAt: string | null): string {
  const { lead, rest } = headline(finishBoard(board, { closedAt }), language.code)
  const sentence = replaceDirectionControls(`${lead} ${rest}`).trim()
  return cut(board.view.source === 'simulated' ? words.head.simulated({ result: sentence }) : sentence)
}

function cut(text: string): string {
  return text.length <= LONGEST_DESCRIPTION ? text : `${text.slice(0, LONGEST_DESCRIPTION - 1)}…`
}

const meta = (kind: 'name' | 'property', name: string, content: string) =>
  `<meta ${kind}="${name}" content="${escaped(content)}">`

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
