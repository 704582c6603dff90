/**
 * The page drawn by a server: the same components as in a browser, into HTML. What they read of address and language
 * is set before each drawing, and a drawing waits for nothing, so that no two readers meet.
 */
import { render } from 'svelte/server'
import type {
  Begin,
  PageToDraw,
  DrawnPage,
  PageRenderer,
  PublishedBoard,
} from '../../shared/contracts/page.ts'
import App from './App.svelte'
import { headOf, headOfPublished, withoutScript } from './head.ts'
import PublishedPage from './pages/leaderboard/published/PublishedPage.svelte'
import { loaded, SOURCES, type Page } from './pages.ts'
import { address } from './state/address.svelte.ts'
import type { Route } from './state/routes.ts'
import { drawing } from './ui/text/drawing.svelte.ts'
import { strictHtmlOf } from './ui/text/sanitise.ts'
import { language, languageFor } from './words/language.svelte.ts'

/** The pages that are drawn with their data. The browser draws the others. */
const DRAWN: Partial<Record<Route['page'], Page>> = {
  arenas: await loaded('arenas'),
  leaderboard: await loaded('leaderboard'),
  vote: await loaded('vote'),
}

/** Characters of the texts of a pair up to which it is drawn here: a browser is sent them twice then. */
const MOST_CHARACTERS = 40_000

drawing.htmlOf = strictHtmlOf

export function draw(request: PageToDraw): DrawnPage {
  address.stand(new URL(request.url))
  language.code = languageFor([request.language])
  const { page } = address.route
  const parts = { withoutScript: withoutScript(request.arena, page), source: SOURCES[page] }
  const { title, about } = headOf(request, page)
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

const isLong = (begin: Begin): boolean =>
  'pair' in begin && JSON.stringify(begin.pair.battle).length > MOST_CHARACTERS

export function drawPublished(
  published: PublishedBoard,
  code: string,
): ReturnType<PageRenderer['drawPublished']> {
  address.stand(new URL('http://localhost/'))
  language.code = languageFor([code])
  const drawn = render(PublishedPage, { props: { ...published } })
  return { head: headOfPublished(published) + drawn.head, body: drawn.body }
}

export { languageFor }

void ({ draw, drawPublished, languageFor } satisfies PageRenderer)
