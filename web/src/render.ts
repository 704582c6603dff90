/**
 * The page drawn by a server: the same components as in a browser, into HTML. What they read of address and language
 * is set before each drawing, and a drawing waits for nothing, so that no two readers meet.
 */
import { render } from 'svelte/server'
import type { PageToDraw, DrawnPage, PageRenderer } from '../../shared/contracts/page.ts'
import App from './App.svelte'
import { headOf, withoutScript } from './head.ts'
import { loaded, SOURCES } from './pages.ts'
import type { Page } from './pages.ts'
import { address } from './state/address.svelte.ts'
import type { Route } from './state/routes.ts'
import { language, languageFor } from './words/language.svelte.ts'

/** The pages that are drawn with their data. The browser draws the others. */
const DRAWN: Partial<Record<Route['page'], Page>> = {
  arenas: await loaded('arenas'),
  leaderboard: await loaded('leaderboard'),
}

export function draw(request: PageToDraw): DrawnPage {
  address.stand(new URL(request.url))
  language.code = languageFor([request.language])
  const { page } = address.route
  const parts = { withoutScript: withoutScript(request.arena, page), source: SOURCES[page] }
  const { title, about } = headOf(request, page)
  const Page = DRAWN[page]
  if (!request.begin || !Page) return { ...parts, head: `${title}${about}`, body: '' }
  const ready = { page, Page }
  const drawn = render(App, { props: { ready, begin: request.begin } })
  return { ...parts, head: about + drawn.head, body: drawn.body }
}

export { languageFor }

void ({ draw, languageFor } satisfies PageRenderer)
