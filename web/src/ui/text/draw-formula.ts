/** Draws one formula with KaTeX. This file is loaded with the first formula only. */
import katex from 'katex'
import 'katex/contrib/copy-tex'
import 'katex/dist/katex.min.css'

/** The largest size that a formula may ask for, in em. */
const LARGEST_EM = 20

/** KaTeX would draw the name of a refused command without its arguments. */
function refuse({ command }: { command: string }): never {
  throw new Error(`${command} loads, links or styles something`)
}

/**
 * Draws a formula in place of an element's text. TeX that KaTeX does not know, or that would load, link or style
 * something, leaves the text as it was.
 * @param isDisplayed whether the formula stands on a line of its own
 */
export function draw(element: HTMLElement, tex: string, isDisplayed: boolean): void {
  const drawn = document.createElement('span')
  try {
    katex.render(tex, drawn, {
      displayMode: isDisplayed,
      trust: refuse,
      strict: 'ignore',
      maxSize: LARGEST_EM,
    })
  } catch {
    return
  }
  element.replaceChildren(...drawn.childNodes)
  element.classList.add('drawn')
  for (const line of element.querySelectorAll<HTMLElement>('.katex-display'))
    if (line.scrollWidth > line.clientWidth) line.tabIndex = 0
}
