import type { Attachment } from 'svelte/attachments'
import { on as listen } from 'svelte/events'

interface Pin {
  /** The pinned name, or null. */
  current: () => string | null
  set: (name: string | null) => void
}

/**
 * The selected row: pinned by click or Enter (and kept in the address), else under the pointer, else focused. Rows have
 * the attribute `data-contestant` and one button each; arrow keys move between the buttons. A click on a link pins
 * nothing.
 */
export class Selection {
  #pin: Pin
  #hovered = $state<string | null>(null)
  #focused = $state<string | null>(null)
  /** Whether keys move the focus. Rows then scroll under a resting pointer, which must not count as hovering. */
  #byKeys = false

  constructor(pin: Pin) {
    this.#pin = pin
  }

  get pinned(): string | null {
    return this.#pin.current()
  }

  get name(): string | null {
    return this.pinned ?? this.#hovered ?? this.#focused
  }

  /** The row under the pointer or in focus, if another one is pinned. */
  get other(): string | null {
    if (this.pinned === null) return null
    return [this.#hovered, this.#focused].find((name) => name !== null && name !== this.pinned) ?? null
  }

  release(): void {
    this.#hovered = null
    this.#focused = null
    if (this.pinned !== null) this.#pin.set(null)
  }

  toggle(name: string): void {
    if (this.pinned === name) this.release()
    else this.#pin.set(name)
  }

  /** Handles pointer, touch and keys for the rows inside an element. */
  readonly gestures: Attachment<HTMLElement> = (rows) => {
    const ends: (() => void)[] = []
    // a focused row that is moved loses the focus during an update, when a plain listener must not change state
    const on = <Kind extends keyof HTMLElementEventMap>(
      kind: Kind,
      act: (event: HTMLElementEventMap[Kind], name: string | null) => void,
    ) => ends.push(listen(rows, kind, (event) => act(event, contestantOf(event.target))))

    on('pointermove', () => (this.#byKeys = false))
    on('pointerover', (event, name) => {
      if (event.pointerType === 'mouse' && !this.#byKeys) this.#hovered = name
    })
    on('pointerleave', () => (this.#hovered = null))
    on('focusin', (event, name) => {
      const seen = event.target instanceof Element && event.target.matches(':focus-visible')
      this.#focused = seen ? name : null
    })
    on('focusout', () => (this.#focused = null))
    on('click', (event, name) => {
      if (name === null || isOnLink(event.target)) return
      this.toggle(name)
      // focusing forces a layout, so it waits until the change is on the screen
      setTimeout(() => buttonOf(rows, name)?.focus({ preventScroll: true }))
    })
    on('keydown', (event, name) => this.#key(event, name, rows))
    return () => ends.forEach((end) => end())
  }

  #key(event: KeyboardEvent, name: string | null, rows: HTMLElement): void {
    if (name === null || event.metaKey || event.ctrlKey || event.altKey) return
    const names = Array.from(
      rows.querySelectorAll<HTMLElement>('[data-contestant]:not([hidden])'),
      (row) => row.dataset.contestant!,
    )
    const here = names.indexOf(name)
    const target = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: names.length - 1 }[event.key]
    if (target === undefined || names[target] === undefined) return
    event.preventDefault()
    this.#hovered = null
    this.#byKeys = true
    buttonOf(rows, names[target])?.focus()
  }
}

function isOnLink(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a') !== null
}

function buttonOf(rows: HTMLElement, name: string): HTMLElement | null {
  return rows.querySelector(`[data-contestant="${CSS.escape(name)}"] button`)
}

function contestantOf(target: EventTarget | null): string | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-contestant]') : null
  return row?.dataset.contestant ?? null
}
