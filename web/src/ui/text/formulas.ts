/** Draws the formulas of a text. The code and fonts for it are loaded with the first formula. */
import type { Attachment } from 'svelte/attachments'
import { withoutDelimiters } from './maths.ts'

/** Formulas of one text that are drawn, and characters of them. Further ones are shown as they were written. */
const MOST_DRAWN = 1_000
const MOST_CHARACTERS = 30_000

/** Formulas drawn before the browser may do something else, and characters of them. */
const AT_ONCE = 25
const CHARACTERS_AT_ONCE = 1_000

/**
 * Draws each `.maths` of an element. A formula that cannot be drawn stays as it was written, so no word of a
 * contestant is lost. One that is wider than its line scrolls.
 */
export const drawnFormulas: Attachment<HTMLElement> = (element) => {
  const formulas = [...element.querySelectorAll<HTMLElement>('.maths')].slice(0, MOST_DRAWN)
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
    if (characters > MOST_CHARACTERS) return
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
