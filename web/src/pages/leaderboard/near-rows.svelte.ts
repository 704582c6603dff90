import type { Attachment } from 'svelte/attachments'

/** In a table of at most this many rows, all are near. */
const ALL_NEAR = 60
/** Rows become near in blocks of this size, so that scrolling rarely changes the set. */
const BLOCK = 10
const SEEN_BLOCK = 5

/**
 * Which rows of a long table are near the visible part. Plot and brackets are drawn only in those. All rows have their
 * text, for search and screen readers. In print, all rows are near.
 */
export class NearRows {
  readonly #rows: () => number
  #from = $state(0)
  #to = $state(4 * BLOCK)
  #seenFrom = $state(0)
  #seenTo = $state(4 * BLOCK)
  #all = $state(false)

  constructor(rows: () => number) {
    this.#rows = rows
    this.#all = rows() <= ALL_NEAR
  }

  /** Whether a row is near. @param place its position among the visible rows; null: it is hidden */
  has(place: number | null): boolean {
    if (place === null) return false
    return this.#all || (place >= this.#from && place < this.#to)
  }

  /** Whether a row may be on the screen now, so that its changes must be drawn at once. */
  isSeen(place: number | null): boolean {
    if (place === null) return false
    return this.#all || (place >= this.#seenFrom && place < this.#seenTo)
  }

  /** For the element that contains the rows, which all have the same height. */
  readonly watch: Attachment<HTMLElement> = (element) => {
    let frame = 0
    const look = () => {
      frame = 0
      const { top, height } = element.getBoundingClientRect()
      const row = height / Math.max(1, this.#rows())
      const [first, last] = [-top / row, (innerHeight - top) / row]
      this.#from = BLOCK * (Math.floor(first / BLOCK) - 1)
      this.#to = BLOCK * (Math.ceil(last / BLOCK) + 1)
      this.#seenFrom = SEEN_BLOCK * Math.floor(first / SEEN_BLOCK)
      this.#seenTo = SEEN_BLOCK * Math.ceil(last / SEEN_BLOCK)
    }
    const later = () => (frame ||= requestAnimationFrame(look))
    const printing = matchMedia('print')
    const print = () => (this.#all = printing.matches || this.#rows() <= ALL_NEAR)
    addEventListener('scroll', later, { passive: true })
    addEventListener('resize', later)
    printing.addEventListener('change', print)
    $effect(() => {
      print()
      later()
    })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', later)
      removeEventListener('resize', later)
      printing.removeEventListener('change', print)
    }
  }
}
