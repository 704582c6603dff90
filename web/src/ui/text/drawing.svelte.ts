/**
 * How texts become HTML. The code for it is a third of the page to vote on, so it comes after the page: what the server
 * drew can be read, and voted on, before.
 */
import type { Attachment } from 'svelte/attachments'

class Drawing {
  /** HTML of a text that may be put into the page; null: the code for it is not loaded yet. */
  toHtml = $state.raw<((text: string, arena: string | null) => string) | null>(null)
  /** Puts HTML of a growing text into an element, of which only the changed blocks are drawn anew. */
  grow: ((element: HTMLElement, html: string) => void) | null = null
  /** Whether it could not be loaded. Texts are then shown as they are stored. */
  failed = $state(false)
  /** Whether the page is just taking over what the server drew, which stays as it is. */
  takesOver = false
  #finish: Attachment<HTMLElement> | null = null
  #loading: Promise<void> | null = null

  /** Whether texts are there as soon as the page is. */
  get isDrawn(): boolean {
    return this.toHtml !== null || this.takesOver
  }

  /** Loads the code, if it is not there. Never rejects, and tries again after a failure. */
  load(): Promise<void> {
    return (this.#loading ??= import('./drawn.ts').then(
      ({ sanitisedHtml, finished, grow }) => {
        this.grow = grow
        this.#finish = finished
        this.toHtml = sanitisedHtml
        this.failed = false
      },
      () => {
        this.failed = true
        this.#loading = null
      },
    ))
  }

  /** Adds what no HTML of a text has, once the code for it is there. */
  readonly finished: Attachment<HTMLElement> = (element) => {
    let isShown = true
    let undo: (() => void) | void
    void this.load().then(() => {
      if (isShown) undo = this.#finish?.(element)
    })
    return () => {
      isShown = false
      undo?.()
    }
  }
}

export const drawing = new Drawing()
