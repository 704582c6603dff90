import { untrack } from 'svelte'
import type { RowState, RowStates } from './row-states.ts'

/** Neighbouring rows in a block, and number of turns. 640 rows need each turn once. */
const BLOCK = 20
const TURNS = 32
/** Pause between two turns, so that input and visible rows come first. */
const PAUSE_MS = 20

/** Updates the look of rows that are not on the screen, one block after another, so that the page stays responsive. */
export class RowTurns {
  readonly #looks: () => RowStates
  readonly #turns: Turn[]
  #last = -1
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(looks: () => RowStates) {
    this.#looks = looks
    const now = untrack(looks)
    this.#turns = Array.from({ length: TURNS }, () => new Turn(now))
    $effect(() => {
      looks()
      this.#timer ??= setTimeout(this.#next, PAUSE_MS)
    })
    $effect(() => () => clearTimeout(this.#timer))
  }

  /** The look of a row as of its last turn. @param row its number from the top */
  look(name: string, row: number): RowState {
    const turn = this.#turns[Math.floor(row / BLOCK) % TURNS]
    return (turn.looks.get(name) ?? this.#looks().get(name))!
  }

  readonly #next = () => {
    this.#timer = undefined
    const looks = this.#looks()
    const isLate = (turn: Turn) => turn.looks !== looks
    const late = this.#turns.findIndex((turn, nth) => nth > this.#last && isLate(turn))
    this.#last = late >= 0 ? late : this.#turns.findIndex(isLate)
    if (this.#last < 0) return
    this.#turns[this.#last].looks = looks
    this.#timer = setTimeout(this.#next, PAUSE_MS)
  }
}

class Turn {
  looks = $state.raw<RowStates>(new Map())

  constructor(looks: RowStates) {
    this.looks = looks
  }
}
