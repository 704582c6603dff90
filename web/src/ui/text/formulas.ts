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
