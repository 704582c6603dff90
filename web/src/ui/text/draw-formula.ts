/** Draws one formula with KaTeX. This file is loaded with the first formula only. */
import katex from 'katex'
import 'katex/contrib/copy-tex'
import 'katex/dist/katex.min.css'

/** The largest size that a formula may ask for, in em. */
const LARGEST_EM = 20

/** Macros that a formula may expand, and characters of all expansions together if it defines macros itself. */
const MAX_EXPANSIONS = 1_000
const MAX_EXPANDED = 5_000
const DEFINES = /\\(?:[egx]?def|(?:new|renew|provide)command)/

/** Comments and phantoms: words in them would not be seen, and judges read them. */
const HIDES = /(?<!\\)(?:\\\\)*%|\\[hv]?phantom/

/** The share of a formula's own colour. The rest is the colour of text, so that it is legible, light and dark. */
const OWN_COLOUR = '35%'

/** KaTeX would draw the name of a refused command without its arguments. */
function refuse({ command }: { command: string }): never {
  throw new Error(`${command} loads, links or styles something`)
}

/**
 * Draws a formula in place of an element's text. TeX that KaTeX does not know, that hides a part of itself, or that would
 * load, link or style something, leaves the text as it was.
 * @param isDisplayed whether the formula stands on a line of its own
 */
export function draw(element: HTMLElement, tex: string, isDisplayed: boolean): void {
  if (HIDES.test(tex)) return
  const drawn = document.createElement('span')
  try {
    katex.render(tex, drawn, {
      displayMode: isDisplayed,
      trust: refuse,
      strict: 'ignore',
      maxSize: LARGEST_EM,
      // each expansion is at most as long as the formula
      maxExpand: DEFINES.test(tex) ? Math.floor(MAX_EXPANDED / tex.length) : MAX_EXPANSIONS,
    })
  } catch {
    return
  }
  for (const coloured of drawn.querySelectorAll<HTMLElement>('[style*="color"]')) keepLegible(coloured.style)
  element.replaceChildren(...drawn.childNodes)
  element.classList.add('drawn')
  for (const line of element.querySelectorAll<HTMLElement>('.katex-display'))
    if (line.scrollWidth > line.clientWidth) line.tabIndex = 0
}

function keepLegible(style: CSSStyleDeclaration): void {
  style.backgroundColor = ''
  for (const which of ['color', 'borderColor'] as const)
    if (style[which]) style[which] = `color-mix(in srgb, ${style[which]} ${OWN_COLOUR}, var(--ink))`
}
