import type { Board } from '../../../../shared/contracts/board.ts'
import type { Rated } from '../../charts/span.ts'
import { keeping } from '../../state/steady.svelte.ts'
import { arranged, heldInPlace, sortText, type Sort } from './sorting.ts'

/** Remembers the shown order, so that no row moves while the reader looks at one. */
export class RowOrder {
  #rows: readonly Rated[] = []
  readonly #keep = keeping<Rated>()
  #orderKey = ''

  /** The rated rows to show. While `busy`, they keep their order unless view or sort order change. */
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
