import { untrack } from 'svelte'
import type { Board, BoardContestant } from '../../../../shared/contracts/board.ts'
import { piecesAtRow, type BracketPiece, type Bracket } from '../../charts/dead-heats.ts'
import { comparisonSpan, standing, type Rated, type RelativePosition } from '../../charts/scales.ts'

/** The look of one row, without what all rows share. */
export interface RowState {
  contestant: Rated
  /** Its position relative to the selected row, if there is one. */
  standing: RelativePosition | null
  isSelected: boolean
  isPinned: boolean
  /** Whether the tab key stops at this row. Only one row has it. */
  isFocusable: boolean
  /** `accent`: may be first, or overlaps the selected row. `faint`: clearly above or below it. */
  tone: 'plain' | 'accent' | 'faint'
  pieces: readonly BracketPiece[]
}

export type RowStates = ReadonlyMap<string, RowState>

interface Table {
  rows: readonly Rated[]
  /** Number of the selected row; -1: none. */
  selectedRow: number
  pinned: string | null
  focusableRow: number
  mayBeFirst: ReadonlySet<string>
  brackets: readonly Bracket[]
  /** Whether a row is not shown: it keeps its look, which nobody sees. */
  isHidden: (name: string) => boolean
}

/** The look of each row, by name. An unchanged row keeps its object from `before`, so it is not drawn again. */
export function rowStates(table: Table, before: RowStates): RowStates {
  return new Map(
    table.rows.map((contestant, row) => {
      const previous = before.get(contestant.name)
      if (previous?.contestant === contestant && table.isHidden(contestant.name))
        return [contestant.name, previous]
      const look = lookOf(table, contestant, row)
      return [contestant.name, previous && isSame(previous, look) ? previous : look]
    }),
  )
}

/** The look that each row is drawn with. Only the rows whose look is another one are notified. */
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

function lookOf(
  { rows, selectedRow, pinned, focusableRow, ...table }: Table,
  contestant: Rated,
  row: number,
): RowState {
  const band = selectedRow < 0 ? null : comparisonSpan(rows[selectedRow])
  const span = comparisonSpan(contestant)
  const position = band && span && row !== selectedRow ? standing(span, band) : null
  const isAhead = band ? row === selectedRow || position === 'equal' : table.mayBeFirst.has(contestant.name)
  return {
    contestant,
    standing: position,
    isSelected: row === selectedRow,
    isPinned: contestant.name === pinned,
    isFocusable: row === focusableRow,
    tone: isAhead ? 'accent' : band ? 'faint' : 'plain',
    pieces: piecesAtRow(row, table.brackets).map(({ lane, part, bracket }) => ({
      lane,
      part,
      strong: selectedRow < 0 ? bracket.first : bracket.rows.includes(selectedRow),
    })),
  }
}

function isSame({ pieces: previous, ...before }: RowState, { pieces, ...look }: RowState): boolean {
  return (
    (Object.keys(look) as (keyof typeof look)[]).every((key) => look[key] === before[key]) &&
    previous.length === pieces.length &&
    previous.every(({ lane, part, strong }, nth) => {
      const piece = pieces[nth]
      return lane === piece.lane && part === piece.part && strong === piece.strong
    })
  )
}

const written = new WeakMap<BoardContestant, string>()

/** A contestant as JSON. Cached, so that it is serialised once. */
function textOf(contestant: BoardContestant): string {
  const known = written.get(contestant) ?? JSON.stringify(contestant)
  written.set(contestant, known)
  return known
}

/** The new board, with the previous objects of unchanged contestants, so that their rows are not drawn again. */
export function withUnchangedContestants(board: Board, before: Board | null): Board {
  if (!before) return board
  const had = new Map(before.contestants.map((contestant) => [contestant.name, contestant]))
  const contestants = board.contestants.map((contestant) => {
    const old = had.get(contestant.name)
    return old && textOf(old) === textOf(contestant) ? old : contestant
  })
  return { ...board, contestants }
}
