/** The speed of `rate`: from CSV to board, with the memory that it takes. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { machine, seconds, table } from './figures.ts'
import type { Measured } from './measure.ts'
import { CASES, votesFile } from './synthetic-votes.ts'

const ROUNDS = 1000

/** One case in its own process. */
function measured(name: keyof typeof CASES): Measured {
  process.stderr.write(`${name} …\n`)
  const args = [join(import.meta.dirname, 'measure.ts'), votesFile(name), String(ROUNDS)]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

/** @param isLarge also runs the cases that take minutes */
export function benchRate(isLarge: boolean): void {
  const names = isLarge ? (['a', 'b', 'c', 'd', 'e'] as const) : (['a', 'b', 'c'] as const)
  console.log(machine())
  console.log(
    `\nFrom CSV to board, ${ROUNDS} rounds by vote, one thread; user CPU, but \`wall\` by the clock`,
  )
  const rows = names.map((name) => {
    const { read, board, wall, memory, start, fit, rounds } = measured(name)
    return [
      name,
      CASES[name].votes.toLocaleString('en'),
      String(CASES[name].contestants),
      seconds(read),
      seconds(board),
      seconds(read + board),
      seconds(wall),
      `${Math.round(memory)} MB`,
      seconds(start),
      seconds(fit),
      seconds(rounds),
    ]
  })
  const head = ['case', 'votes', 'of', 'read', 'board', 'together', 'wall', 'memory']
  console.log(table([[...head, 'process start', 'warm fit', 'warm rounds'], ...rows]))
  console.log(`\n${machine()}`)
}
