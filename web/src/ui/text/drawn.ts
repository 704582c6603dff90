/** What becomes of a text in a browser: its HTML, and what is added to it. Loaded after the page. */
import type { Attachment } from 'svelte/attachments'
import { codeBlocks } from './code-blocks.ts'
import { signed } from '../../api/http.ts'
import { adminToken } from '../../state/admin-token.svelte.ts'
import { words } from '../../words/words.ts'
import { withoutDelimiters } from './maths.ts'

export { sanitisedHtml } from './sanitise.ts'

/** The HTML of the blocks of a text that is still being written, as they were drawn. */
const drawnBlocks = new WeakMap<HTMLElement, string[]>()

/**
 * Draws a text that grows. Blocks that are as before stay, with what a reader selected or focused in them, and whoever
 * scrolls is not disturbed: between two drawings the page never has another height.
 */
export function grow(element: HTMLElement, html: string): void {
  const next = document.createElement('template')
  next.innerHTML = html
  const blocks = [...next.content.children]
  const now = blocks.map(({ outerHTML }) => outerHTML)
  const before = drawnBlocks.get(element) ?? []
  const changed = now.findIndex((block, nth) => block !== before[nth])
  const same = changed === -1 ? now.length : changed
  for (const old of [...element.children].slice(same)) old.remove()
  for (const block of blocks.slice(same)) {
    const frame = document.createElement('div')
    frame.append(block)
    element.append(frame)
    finished(frame)
    frame.replaceWith(...frame.childNodes)
  }
  drawnBlocks.set(element, now)
}

/** Buttons of code, formulas and pictures. */
export const finished: Attachment<HTMLElement> = (element) => {
  const undo = [codeBlocks, drawnFormulas, shownPictures].map((add) => add(element))
  return () => {
    for (const undoStep of undo) undoStep?.()
  }
}

/**
 * Makes each picture of an element a link to itself. One that needs a token is no link, since none sends it, and one that
 * cannot be loaded gives way to its description.
 */
const shownPictures: Attachment<HTMLElement> = (element) => {
  for (const picture of element.querySelectorAll('img')) {
    const isLinked = picture.closest('a') !== null
    const shown = isLinked ? picture : linked(picture)
    const withoutPicture = () =>
      void loadSigned(picture).then(
        () => isLinked || shown.replaceWith(picture),
        () => shown.replaceWith(words.ui.notLoaded({ words: picture.alt })),
      )
    // a text that came with the page may have failed to load its pictures before anybody listened
    if (picture.complete && picture.naturalWidth === 0) withoutPicture()
    else picture.addEventListener('error', withoutPicture, { once: true })
  }
}

function linked(picture: HTMLImageElement): HTMLAnchorElement {
  const link = document.createElement('a')
  link.className = 'picture'
  link.href = picture.src
  link.target = '_blank'
  picture.replaceWith(link)
  link.append(picture)
  return link
}

/** A private arena shows its pictures to the operator's token, which no element can send. @throws if it does not */
async function loadSigned(picture: HTMLImageElement): Promise<void> {
  if (adminToken.value === null) throw new Error('no token')
  const response = await fetch(picture.src, { headers: signed() })
  if (!response.ok) throw new Error(response.statusText)
  const reader = new FileReader()
  reader.addEventListener('load', () => (picture.src = String(reader.result)))
  reader.readAsDataURL(await response.blob())
}

/** Draws the formulas of a text. The code and fonts for it are loaded with the first formula. */

/** Formulas of one text that are drawn, and characters of them. Further ones are shown as they were written. */
const MAX_DRAWN = 1_000
const MAX_CHARACTERS = 30_000

/** Formulas drawn before the browser may do something else, and characters of them. */
const AT_ONCE = 25
const CHARACTERS_AT_ONCE = 1_000

/**
 * Draws each `.maths` of an element. A formula that cannot be drawn stays as it was written, so no word of a
 * contestant is lost. One that is wider than its line scrolls.
 */
const drawnFormulas: Attachment<HTMLElement> = (element) => {
  const formulas = [...element.querySelectorAll<HTMLElement>('.maths')].slice(0, MAX_DRAWN)
  if (formulas.length === 0) return
  let isShown = true
  const observer = new ResizeObserver(() => scrollWideOnes(element))
  void drawAll(formulas, () => isShown).then(() => isShown && observer.observe(element))
  return () => {
    isShown = false
    observer.disconnect()
  }
}

async function drawAll(formulas: readonly HTMLElement[], isShown: () => boolean): Promise<void> {
  const { draw } = await import('./draw-formula.ts')
  let characters = 0
  let drawn = 0
  let pausedAt = 0
  for (const formula of formulas) {
    if (!isShown()) return
    const parts = withoutDelimiters(formula.textContent)
    if (!parts) continue
    characters += parts.tex.length
    if (characters > MAX_CHARACTERS) return
    draw(formula, parts.tex, parts.isDisplayed)
    drawn++
    if (drawn % AT_ONCE !== 0 && characters - pausedAt < CHARACTERS_AT_ONCE) continue
    pausedAt = characters
    await new Promise((done) => setTimeout(done))
  }
}

/** KaTeX breaks a formula between its parts. A part that is wider than its line scrolls, by keyboard too. */
function scrollWideOnes(element: HTMLElement): void {
  const parts = [...element.querySelectorAll<HTMLElement>('.maths .katex-html > .katex-base')].filter(
    (part) => !part.closest('.katex-display'),
  )
  const areWide = parts.map((part) => {
    const line = part.closest('p, li, blockquote, td, th, h3, h4, h5, h6') ?? element
    return Math.max(part.scrollWidth, part.offsetWidth) > line.clientWidth
  })
  for (const [i, part] of parts.entries()) {
    part.classList.toggle('wide', areWide[i])
    if (areWide[i]) part.tabIndex = 0
    else part.removeAttribute('tabindex')
  }
}
