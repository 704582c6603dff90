/** What becomes of a text in a browser: its HTML, and what is added to it. Loaded after the page. */
import type { Attachment } from 'svelte/attachments'
import { codeBlocks, colouredCode } from './code-blocks.ts'
import { drawnFormulas } from './formulas.ts'
import { shownPictures } from './shown-pictures.ts'

export { safeHtmlOf } from './sanitise.ts'

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

/** Buttons and colours of code, formulas and pictures. */
export const finished: Attachment<HTMLElement> = (element) => {
  const undo = [codeBlocks, colouredCode, drawnFormulas, shownPictures].map((add) => add(element))
  return () => {
    for (const one of undo) one?.()
  }
}
