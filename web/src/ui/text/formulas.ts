/** Draws the formulas of a text. The code and fonts for it are loaded with the first formula. */
import type { Attachment } from 'svelte/attachments'
import { withoutDelimiters } from './maths.ts'

/** Formulas of one text that are drawn. Further ones are shown as they were written. */
const MOST_DRAWN = 1_000

/** Formulas drawn before the browser may do something else. */
const AT_ONCE = 25

/**
 * Draws each `.maths` of an element. A formula that cannot be drawn stays as it was written, so no word of a
 * contestant is lost.
 */
export const drawnFormulas: Attachment<HTMLElement> = (element) => {
  const formulas = [...element.querySelectorAll<HTMLElement>('.maths')].slice(0, MOST_DRAWN)
  if (formulas.length === 0) return
  let isShown = true
  void drawAll(formulas, () => isShown)
  return () => {
    isShown = false
  }
}

async function drawAll(formulas: readonly HTMLElement[], isShown: () => boolean): Promise<void> {
  const { draw } = await import('./draw-formula.ts')
  for (const [nth, formula] of formulas.entries()) {
    if (!isShown()) return
    const parts = withoutDelimiters(formula.textContent)
    if (parts) draw(formula, parts.tex, parts.isDisplayed)
    if (nth % AT_ONCE === AT_ONCE - 1) await new Promise((done) => setTimeout(done))
  }
}
