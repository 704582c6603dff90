import { untrack } from 'svelte'
import type { RowLook, RowLooks } from './row-looks.ts'

const BLOCK = 20
/** Between two blocks, so that what a reader sees and does comes first. */
const PAUSE_MS = 20

/** Rows that are far from what is seen: they come to look as they should a block at a time, soon after. */
export class RowTurns {
  readonly #looks: () => RowLooks
  readonly #blocks: Block[] = []
  #last = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(looks: () => RowLooks) {
    this.#looks = looks
    if (typeof window === 'undefined') return
    $effect(() => {
      looks()
      this.#timer ??= setTimeout(this.#next, PAUSE_MS)
    })
    $effect(() => () => clearTimeout(this.#timer))
  }

  /** @param row its number from the top: neighbours come together */
  look(name: string, row: number): RowLook {
    const nth = Math.floor(row / BLOCK)
    const block = (this.#blocks[nth] ??= untrack(() => new Block(this.#looks())))
    return (block.looks.get(name) ?? this.#looks().get(name))!
  }

  readonly #next = () => {
    this.#timer = undefined
    const looks = this.#looks()
    const inTurn = [...this.#blocks.slice(this.#last), ...this.#blocks.slice(0, this.#last)]
    const late = inTurn.find((block) => block.looks !== looks)
    if (!late) return
    late.looks = looks
    this.#last = this.#blocks.indexOf(late) + 1
    this.#timer = setTimeout(this.#next, PAUSE_MS)
  }
}

class Block {
  looks = $state.raw<RowLooks>(new Map())

  constructor(looks: RowLooks) {
    this.looks = looks
  }
}
