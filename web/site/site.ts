/** The script of a static site: takes over the drawn board, and recomputes it in a worker. */
import { hydrate, tick } from 'svelte'
import { type PublishedBoard, SITE_PAGES } from '../../shared/contracts/page.ts'
import PublishedPage from '../src/pages/leaderboard/published/PublishedPage.svelte'
import '../src/styles/base.css'
import { language, matchLanguage } from '../src/words/language.svelte.ts'
import { loadMoreWords } from '../src/words/words.ts'

const hasPage = (code: string): code is keyof typeof SITE_PAGES => Object.hasOwn(SITE_PAGES, code)

const { lang, dataset } = document.documentElement
language.code = matchLanguage(navigator.languages)
const spoken = language.code

// a link to the other page names its language, so that a reader may choose against the browser
if (new URLSearchParams(location.search).has('lang') || spoken === lang || lang !== 'en' || !hasPage(spoken))
  await takeOver()
else location.replace(SITE_PAGES[spoken] + location.search + location.hash)

async function takeOver(): Promise<void> {
  language.code = matchLanguage([lang])
  await loadMoreWords()
  const published = JSON.parse(document.getElementById('begin')!.textContent) as PublishedBoard
  const worker = document.getElementById('script')!.dataset['worker']!
  hydrate(PublishedPage, { target: document.getElementById('page')!, props: { ...published, worker } })
  // tests wait for this mark: before it the page does not react
  await tick()
  dataset['live'] = ''
}
