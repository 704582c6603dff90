import { untrack } from 'svelte'
import type { Board, BoardContestant } from '../../../../shared/contracts/board.ts'
import type { Row } from '../../../../shared/finish/board-view.ts'
import { spanOf, standing, type Rated, type RelativePosition } from '../../charts/scales.ts'

/** What one row shows, without what all rows share. */
export interface RowState {
  contestant: Rated
  row: Row
  /** Its position relative to the selected row. Null: no row is selected, or it is this one. */
  standing: RelativePosition | null
  isSelected: boolean
  isPinned: boolean
  /** Whether the tab key stops at this row. Only one row has it. */
  isFocusable: boolean
}

export type RowStates = ReadonlyMap<string, RowState>

interface Table {
  rows: readonly Rated[]
  /** What is drawn of each contestant, by name. */
  drawn: ReadonlyMap<string, Row>
  selected: string | null
  pinned: string | null
  focusable: string | null
  /** Whether a row is not shown: it keeps its look, which nobody sees. */
  isHidden: (name: string) => boolean
}

/** What each row shows, by name. An unchanged row keeps its object from `before`, so it is not drawn again. */
export function rowStates(table: Table, before: RowStates): RowStates {
  const selected = table.rows.find(({ name }) => name === table.selected)
  const band = selected ? spanOf(selected) : null
  return new Map(
    table.rows.map((contestant) => {
      const { name } = contestant
      const previous = before.get(name)
      if (previous?.contestant === contestant && table.isHidden(name)) return [name, previous]
      const span = spanOf(contestant)
      const next: RowState = {
        contestant,
        row: sameRow(table.drawn.get(name)!, previous?.row),
        standing: band && span && name !== table.selected ? standing(span, band) : null,
        isSelected: name === table.selected,
        isPinned: name === table.pinned,
        isFocusable: name === table.focusable,
      }
      return [name, previous && isSame(previous, next) ? previous : next]
    }),
  )
}

/** What each row is drawn with. Only the rows for which it is another one are notified. */
export class RowLooks {
  readonly #drawn = new Map<string, Drawn>()

  constructor(looks: () => RowStates) {
    const draw = (all: RowStates) => {
      for (const [name, look] of all) {
        const drawn = this.#drawn.get(name)
        if (drawn) drawn.look = look
        else this.#drawn.set(name, new Drawn(look))
      }
    }
    draw(untrack(looks))
    $effect.pre(() => draw(looks()))
  }

  of(name: string): RowState {
    return this.#drawn.get(name)!.look
  }
}

class Drawn {
  look: RowState

  constructor(look: RowState) {
    this.look = $state.raw(look)
  }
}

const isSame = (before: RowState, next: RowState): boolean =>
  (Object.keys(next) as (keyof RowState)[]).every((key) => next[key] === before[key])

const sameRow = (next: Row, before: Row | undefined): Row =>
  before && textOf(before) === textOf(next) ? before : next

const written = new WeakMap<object, string>()

/** An object as JSON. Cached, so that it is serialised once. */
function textOf(object: object): string {
  const known = written.get(object) ?? JSON.stringify(object)
  written.set(object, known)
  return known
}

/** The new board, with the previous objects of unchanged contestants, so that their rows are not drawn again. */
export function withUnchangedContestants(board: Board, before: Board | null): Board {
  if (!before) return board
  const had = new Map(before.contestants.map((contestant) => [contestant.name, contestant]))
  const contestants = board.contestants.map((contestant): BoardContestant => {
    const old = had.get(contestant.name)
    return old && textOf(old) === textOf(contestant) ? old : contestant
  })
  return { ...board, contestants }
}
