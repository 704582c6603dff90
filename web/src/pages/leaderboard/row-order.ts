import type { Board } from '../../../../shared/contracts/board.ts'
import type { Rated } from '../../charts/span.ts'
import { arranged, heldInPlace, sortText, type Sort } from './sorting.ts'

/** Remembers the order shown, so that no row moves away from under a reader's eye. */
export class RowOrder {
  #rows: Rated[] = []
  #asked = ''

  /** The rated rows to show: as sorted, or as they stood while `busy` and nothing else was asked for. Of the same rows in the same order it is the same array. */
  of(board: Board, sort: Sort, busy: boolean): Rated[] {
    const asked = JSON.stringify([board.view, sortText(sort)])
    const sorted = arranged(board.contestants, sort)
    const rows =
      busy && asked === this.#asked
        ? heldInPlace(
            sorted,
            this.#rows.map(({ name }) => name),
          )
        : sorted
    this.#asked = asked
    const isSame = rows.length === this.#rows.length && rows.every((row, nth) => row === this.#rows[nth])
    if (!isSame) this.#rows = rows
    return this.#rows
  }
}
