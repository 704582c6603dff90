import { untrack } from 'svelte'
import type { RowState, RowStates } from './row-states.ts'

/** So many neighbours come together, and so many turns there are until all of 640 have come. */
const BLOCK = 20
const TURNS = 32
/** Between two turns, so that what a reader sees and does comes first. */
const PAUSE_MS = 20

/** Rows that are far from what is seen: they come to look as they should a block at a time, soon after. */
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

  /** @param row its number from the top */
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
