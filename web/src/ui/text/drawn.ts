/** What becomes of a text in a browser: its HTML, and what is added to it. Loaded after the page. */
import type { Attachment } from 'svelte/attachments'
import { codeBlocks, colouredCode } from './code-blocks.ts'
import { drawnFormulas } from './formulas.ts'
import { shownPictures } from './shown-pictures.ts'

export { safeHtmlOf } from './sanitise.ts'

/** Buttons and colours of code, formulas and pictures. */
export const finished: Attachment<HTMLElement> = (element) => {
  const undo = [codeBlocks, colouredCode, drawnFormulas, shownPictures].map((add) => add(element))
  return () => {
    for (const one of undo) one?.()
  }
}
