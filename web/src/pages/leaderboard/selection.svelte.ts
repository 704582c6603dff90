import type { Attachment } from 'svelte/attachments'
import { on as listen } from 'svelte/events'
import type { Board } from '../../../../shared/contracts/board.ts'
import { hasRating } from '../../charts/scales.ts'
import { router } from '../../state/address.svelte.ts'

/**
 * The selected row: chosen by click or Enter, and kept in the address. Rows have the attribute `data-contestant` and one
 * button each; arrow keys move between the buttons. A click on a link selects nothing.
 */
export class Selection {
  readonly #board: () => Board | null
  readonly #isReady: () => boolean
  /** The row in focus, where the tab key stops. */
  focused = $state<string | null>(null)
  /** The selected name of the address, or null while this board has no such row. Another view may have it again. */
  readonly name: string | null = $derived.by(() => {
    const name = this.#isReady() ? router.query.get('row') : null
    const isThere = this.#board()?.contestants.some((row) => row.name === name && hasRating(row))
    return isThere ? name : null
  })

  /** @param isReady whether rows can be selected now */
  constructor(board: () => Board | null, isReady: () => boolean) {
    this.#board = board
    this.#isReady = isReady
  }

  #set(name: string | null): void {
    router.go(router.with({ row: name }), { replace: true })
  }

  release(): void {
    if (this.name !== null) this.#set(null)
  }

  toggle(name: string): void {
    this.#set(this.name === name ? null : name)
  }

  /** Handles pointer, touch and keys for the rows inside an element. */
  readonly gestures: Attachment<HTMLElement> = (rows) => {
    // a focused row that is moved loses the focus during an update, when a plain listener must not change state
    const ends = [
      listen(rows, 'focusin', ({ target }) => (this.focused = findContestant(target))),
      listen(rows, 'focusout', () => (this.focused = null)),
      listen(rows, 'click', ({ target }) => {
        const name = findContestant(target)
        if (name === null || isOnLink(target)) return
        this.toggle(name)
        // focusing forces a layout, so it waits until the change is on the screen
        setTimeout(() => {
          const button = findButton(rows, name)
          button?.focus({ preventScroll: true })
          // out from under what phones say of it at their foot
          button?.closest('tr')?.scrollIntoView({ block: 'nearest' })
        })
      }),
      listen(rows, 'keydown', (event) => this.#key(event, rows)),
      listen(window, 'keydown', ({ key }) => key === 'Escape' && this.release()),
    ]
    return () => ends.forEach((end) => end())
  }

  #key(event: KeyboardEvent, rows: HTMLElement): void {
    const name = findContestant(event.target)
    if (name === null || event.metaKey || event.ctrlKey || event.altKey) return
    const names = Array.from(
      rows.querySelectorAll<HTMLElement>('[data-contestant]:not([hidden])'),
      (row) => row.dataset.contestant!,
    )
    const here = names.indexOf(name)
    const target = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: names.length - 1 }[event.key]
    if (target === undefined || names[target] === undefined) return
    event.preventDefault()
    findButton(rows, names[target])?.focus()
  }
}

function isOnLink(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a') !== null
}

function findButton(rows: HTMLElement, name: string): HTMLElement | null {
  return rows.querySelector(`[data-contestant="${CSS.escape(name)}"] button`)
}

function findContestant(target: EventTarget | null): string | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-contestant]') : null
  return row?.dataset.contestant ?? null
}
