import type { Board } from '../../../../shared/contracts/board.ts'
import type { Rated } from '../../charts/span.ts'
import { keeping } from '../../state/steady.svelte.ts'
import { arranged, heldInPlace, sortText, type Sort } from './sorting.ts'

/** Remembers the order shown, so that no row moves away from under a reader's eye. */
export class RowOrder {
  #rows: readonly Rated[] = []
  readonly #keep = keeping<Rated>()
  #orderKey = ''

  /** The rated rows to show: as sorted, or as they stood while `busy` and nothing else was asked for. */
  of(board: Board, sort: Sort, busy: boolean): readonly Rated[] {
    const orderKey = JSON.stringify([board.view, sortText(sort)])
    const sorted = arranged(board.contestants, sort)
    const rows =
      busy && orderKey === this.#orderKey
        ? heldInPlace(
            sorted,
            this.#rows.map(({ name }) => name),
          )
        : sorted
    this.#orderKey = orderKey
    this.#rows = this.#keep(rows)
    return this.#rows
  }
}
