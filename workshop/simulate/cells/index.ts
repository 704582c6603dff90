import type { Cell } from '../cell.ts'
import { titleOf } from '../cell.ts'
import { oneBest, twoBest } from './best.ts'
import { manyLooks, otherUnits } from './beyond.ts'
import { clustered, fewPrompts } from './clustered.ts'
import { independent, little } from './independent.ts'
import { newcomers } from './newcomers.ts'
import { unbeaten } from './unbeaten.ts'

export const CELLS: Cell[] = [
  ...independent,
  ...little,
  ...clustered,
  ...fewPrompts,
  ...newcomers,
  ...unbeaten,
  ...oneBest,
  ...twoBest,
  ...otherUnits,
  ...manyLooks,
]

/** Cells whose title contains every word of `filter`, in any case. A comma means "or". */
export function cellsMatching(filter: string): Cell[] {
  const choices = filter.split(',').map((choice) => choice.toLowerCase().split(' ').filter(Boolean))
  return CELLS.filter((one) => {
    const words = titleOf(one)
      .toLowerCase()
      .split(/[\s,:]+/)
    return choices.some((choice) => choice.every((word) => words.includes(word)))
  })
}
