import { hydrate, mount, tick } from 'svelte'
import type { PageData } from '../../shared/contracts/page.ts'
import App from './App.svelte'
import { loaded } from './pages.ts'
import { router } from './state/address.svelte.ts'
import { drawing } from './ui/text/drawing.svelte.ts'
import './styles/base.css'
import { recallLanguage } from './words/choice.ts'

// index.html has it
const target = document.getElementById('page')!

const embedded = document.getElementById('begin')?.textContent
const begin = embedded ? (JSON.parse(embedded) as PageData) : null

const { page } = router.route
// first, since the page loads words of that language
const spoken = recallLanguage()
const ready = await loaded(page).then(
  (Page) => ({ page, Page }),
  () => null,
)
await spoken
const begun = { target, props: { ready, begin } }
drawing.takesOver = target.hasChildNodes()
if (drawing.takesOver && ready) hydrate(App, begun)
else {
  target.replaceChildren()
  mount(App, begun)
}
drawing.takesOver = false
// tests wait for this mark: before it the page does not react
await tick()
document.documentElement.dataset['live'] = ''
