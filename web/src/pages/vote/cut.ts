/** Where a prompt is cut that has less room than it needs: between blocks, and never where what it is about would be lost. */

/** Lines of code that are shown at least, if any is. */
const MIN_CODE = 4
/** Rows of a table that are shown at least, its head among them. */
const MIN_ROWS = 3
/** How much more than its share a prompt may take. */
const MOST = 1.6

/**
 * What a cut costs, in shares of the room, beside being away from its end. A part that ends within the most room is never
 * cut: its end costs less.
 */
const COST = { none: 0, withinText: 0.3, withinPart: 2 * (MOST - 1) + 0.1, beforePart: 2 * MOST }

/** Pixels between the boxes of letters and a cut, less than half of what is between two lines. */
const BELOW_LETTERS = 2

interface Place {
  /** Pixels below the top of the text. */
  y: number
  cost: number
}

const BELONGS_TO_TEXT_BEFORE = 'pre, .code, ul, ol, .scrolls, p:has(> .maths .katex-display)'

/** @returns the height to which a text is cut, in pixels: about its room, or a little more if a good place is there */
export function cutHeight(text: HTMLElement, room: number): number {
  const shown = text.firstElementChild
  if (!(shown instanceof HTMLElement)) return room
  const top = text.getBoundingClientRect().top
  const places = placesIn(shown, top + MOST * room).map(({ y, cost }) => ({ y: y - top, cost }))
  const cutCost = ({ y, cost }: Place) => (y > room ? 2 * (y / room - 1) : 1 - y / room) + cost
  const best = places.filter(({ y }) => y > 0 && y <= MOST * room).sort((a, b) => cutCost(a) - cutCost(b))[0]
  return Math.ceil(best?.y ?? room)
}

/** The places in a text down to a line of the window. */
function placesIn(element: HTMLElement, bottom: number): Place[] {
  if (element.matches('pre')) return linesOfCode(element, 1)
  const places: Place[] = []
  for (const block of element.children) {
    if (block.getBoundingClientRect().top > bottom) break
    const next = block.nextElementSibling
    const leadsIn = block.matches('h3, h4, h5, h6') || next?.matches(BELONGS_TO_TEXT_BEFORE) === true
    const within = placesWithin(block, bottom)
    for (const place of within) places.push(place)
    places.push({ y: block.getBoundingClientRect().bottom, cost: leadsIn ? COST.beforePart : COST.none })
  }
  return places
}

function placesWithin(block: Element, bottom: number): Place[] {
  const code = block.matches('pre') ? block : block.querySelector(':scope > pre')
  if (code) return linesOfCode(code as HTMLElement, MIN_CODE)
  if (block.matches('ul, ol')) return endPlaces([...block.children].slice(0, -1))
  if (block.matches('.scrolls')) return endPlaces([...block.querySelectorAll('tr')].slice(MIN_ROWS - 1, -1))
  if (block.matches('blockquote')) return placesIn(block as HTMLElement, bottom)
  return block.matches('p') && !block.querySelector('.katex-display') ? linePlaces(block) : []
}

const endPlaces = (parts: readonly Element[]): Place[] =>
  parts.map((part) => ({ y: part.getBoundingClientRect().bottom, cost: COST.withinPart }))

/** Between its lines. What reaches into two lines, as a fraction, holds them together. */
function linePlaces(paragraph: Element): Place[] {
  const range = document.createRange()
  range.selectNodeContents(paragraph)
  const boxes = [...range.getClientRects()].sort((a, b) => a.top - b.top)
  const places: Place[] = []
  let bottom = -Infinity
  for (const box of boxes) {
    if (places.length > 0 && box.top < bottom - 1) places.pop()
    bottom = Math.max(bottom, box.bottom)
    places.push({ y: bottom + BELOW_LETTERS, cost: COST.withinText })
  }
  return places.slice(0, -1)
}

function linesOfCode(code: HTMLElement, least: number): Place[] {
  const { top, bottom } = code.getBoundingClientRect()
  const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(code)
  const [line, first] = [Number.parseFloat(lineHeight), top + Number.parseFloat(paddingTop)]
  const lines = Math.round((bottom - Number.parseFloat(paddingBottom) - first) / line)
  return Array.from({ length: Math.max(0, lines - least) }, (_, n) => ({
    y: first + (least + n) * line,
    cost: COST.withinPart,
  }))
}
