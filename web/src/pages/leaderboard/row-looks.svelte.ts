import { untrack } from 'svelte'
import type { RowState, RowStates } from './row-states.ts'

/** Rows of one turn. */
const BLOCK = 20
/** Pause between two turns, so that input and visible rows come first. */
const PAUSE_MS = 20

/**
 * Where a row is. `seen`: maybe on the screen, so it changes at once. `unseen`: above or below the screen; such rows
 * change in turns, so that the page stays responsive. `hidden`: it changes when it is shown.
 */
export type Place = 'seen' | 'unseen' | 'hidden'

/** The look that each row is drawn with. Only the rows whose look is another one are notified. */
export class RowLooks {
  readonly #looks: () => RowStates
  readonly #placeOf: (row: number) => Place
  readonly #drawn = new Map<string, Drawn>()
  #last = -1
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param placeOf where the row of a number from the top is */
  constructor(looks: () => RowStates, placeOf: (row: number) => Place) {
    this.#looks = looks
    this.#placeOf = placeOf
    untrack(looks).forEach((look, name) => this.#drawn.set(name, new Drawn(look)))
    $effect.pre(() => this.#follow(looks()))
    $effect(() => () => clearTimeout(this.#timer))
  }

  of(name: string): RowState {
    return this.#drawn.get(name)!.look
  }

  #follow(looks: RowStates): void {
    let row = 0
    for (const [name, look] of looks) {
      const place = this.#placeOf(row++)
      const drawn = this.#drawn.get(name)
      if (!drawn) this.#drawn.set(name, new Drawn(look))
      else if (place === 'seen') drawn.look = look
      else if (place === 'unseen') this.#timer ??= setTimeout(this.#next, PAUSE_MS)
    }
  }

  readonly #next = () => {
    this.#timer = undefined
    const late = [...this.#looks()].flatMap(([name, look], row) => {
      const drawn = this.#drawn.get(name)!
      return drawn.look === look || this.#placeOf(row) === 'hidden' ? [] : [{ row, look, drawn }]
    })
    // goes on below the last turn, so that each row has its turn however often looks change
    const from = Math.max(
      0,
      late.findIndex(({ row }) => row > this.#last),
    )
    const turn = late.slice(from, from + BLOCK)
    for (const { look, drawn } of turn) drawn.look = look
    this.#last = turn.at(-1)?.row ?? -1
    if (late.length > turn.length) this.#timer = setTimeout(this.#next, PAUSE_MS)
  }
}

class Drawn {
  look: RowState

  constructor(look: RowState) {
    this.look = $state.raw(look)
  }
}
