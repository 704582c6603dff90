import type { Attachment } from 'svelte/attachments'

/** Up to so many rows are all near. */
const ALL_NEAR = 60
/** Rows come near in blocks, so that scrolling changes little at a time. */
const BLOCK = 10
const SEEN_BLOCK = 5

/**
 * Which rows of a long table are near the part that is seen. Only those have plot and brackets drawn; the words and
 * figures of all others are there to be found and read aloud. A page on paper has them all.
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

  /** @param place of a row among those shown; null: it is hidden */
  has(place: number | null): boolean {
    if (place === null) return false
    return this.#all || (place >= this.#from && place < this.#to)
  }

  /** Whether a row may be in sight now: what becomes of such a row must be seen at once. */
  isSeen(place: number | null): boolean {
    if (place === null) return false
    return this.#all || (place >= this.#seenFrom && place < this.#seenTo)
  }

  /** Of the element that holds the rows, which are all of one height. */
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
