import type { Attachment } from 'svelte/attachments'

/** Up to so many rows are all near. */
const ALL_NEAR = 60
/** Rows come near in blocks, so that scrolling changes little at a time. */
const BLOCK = 20

/**
 * Which rows of a long table are near the part that is seen. Only those have plot and brackets drawn; the words and
 * figures of all others are there to be found and read aloud. A page on paper has them all.
 */
export class NearRows {
  readonly #rows: () => number
  #from = $state(0)
  #to = $state(2 * BLOCK)
  #printing = $state(false)

  constructor(rows: () => number) {
    this.#rows = rows
  }

  /** @param place of a row among those shown; null: it is hidden */
  has(place: number | null): boolean {
    if (place === null) return false
    return this.#printing || this.#rows() <= ALL_NEAR || (place >= this.#from && place < this.#to)
  }

  /** Of the element that holds the rows, which are all of one height. */
  readonly watch: Attachment<HTMLElement> = (element) => {
    let asked = 0
    const look = () => {
      asked = 0
      const { top, height } = element.getBoundingClientRect()
      const row = height / Math.max(1, this.#rows())
      this.#from = BLOCK * (Math.floor(-top / row / BLOCK) - 1)
      this.#to = BLOCK * (Math.ceil((innerHeight - top) / row / BLOCK) + 1)
    }
    const later = () => (asked ||= requestAnimationFrame(look))
    const printing = matchMedia('print')
    const print = () => (this.#printing = printing.matches)
    addEventListener('scroll', later, { passive: true })
    addEventListener('resize', later)
    printing.addEventListener('change', print)
    $effect(() => void (this.#rows(), later()))
    return () => {
      cancelAnimationFrame(asked)
      removeEventListener('scroll', later)
      removeEventListener('resize', later)
      printing.removeEventListener('change', print)
    }
  }
}
