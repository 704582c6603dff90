/** The speed of `rate`: from CSV to board, point fits, and the cost of votes, clusters and bad designs. */
import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { machine, seconds, table, times } from './figures.ts'
import type { Measured } from './measure.ts'
import { CASES, votesFile } from './synthetic-votes.ts'

type CaseName = keyof typeof CASES

/**
 * Published seconds from CSV to quantiles with 1000 rounds on one thread of a two-core machine, for cases of these
 * sizes: by a prototype of this engine (by the clock, median of five in one process), and for the bootstrap alone by
 * FastChat (commit 0e6d3e4, two processes; c is extrapolated).
 */
const PROTOTYPE: Partial<Record<CaseName, number>> = { a: 0.05, b: 0.42, c: 2.0 }
const FASTCHAT: Partial<Record<CaseName, number>> = { a: 1.0, b: 28.5, c: 369 }
const ROUNDS = 1000

const cache = new Map<string, Measured>()

function measured(name: CaseName, rounds = ROUNDS, threads = 1): Measured {
  const key = `${name} ${rounds} ${threads}`
  const known = cache.get(key)
  if (known) return known
  process.stderr.write(`${name} …\n`)
  const script = join(import.meta.dirname, 'measure.ts')
  // as the prototype was measured
  const again = PROTOTYPE[name] && rounds === ROUNDS ? ['again'] : []
  const args = [script, votesFile(CASES[name]), String(rounds), String(threads), ...again]
  const result: Measured = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
  cache.set(key, result)
  return result
}

/** Two cells: the median of five more, and how many times the prototype's time that is. */
function againOf(name: CaseName, { wallAgain }: Measured): string[] {
  const prototype = PROTOTYPE[name]
  return prototype && wallAgain !== null ? [seconds(wallAgain), times(wallAgain / prototype)] : ['', '']
}

function wholes(names: CaseName[]): string {
  const head = [
    'case',
    'votes',
    'of',
    'read',
    'board',
    'together',
    'wall',
    'again',
    '/ prototype',
    'FastChat /',
  ]
  const rows = names.map((name) => {
    const all = measured(name)
    const { read, board, wall, memory, start, pairs } = all
    const fastChat = FASTCHAT[name]
    return [
      name,
      CASES[name].votes.toLocaleString('en'),
      String(CASES[name].contestants),
      seconds(read),
      seconds(board),
      seconds(read + board),
      seconds(wall),
      ...againOf(name, all),
      fastChat ? times(fastChat / (read + board)) : '',
      pairs.toLocaleString('en'),
      `${Math.round(memory)} MB`,
      seconds(start),
    ]
  })
  return table([[...head, 'pairs', 'memory', 'process start'], ...rows])
}

function fits(names: CaseName[]): string {
  return table([
    ['case', 'point fit', 'iterations', `${ROUNDS} rounds`],
    ...names.map((name) => {
      const { fit, iterations, rounds } = measured(name)
      return [name, seconds(fit), String(iterations), seconds(rounds)]
    }),
  ])
}

function threads(names: CaseName[], most: number): string {
  return table([
    ['case', 'wall, 1 thread', `wall, ${most} threads`, 'ratio', 'again', '/ prototype', 'memory'],
    ...names.map((name) => {
      const [alone, together] = [measured(name), measured(name, ROUNDS, most)]
      const ratio = times(together.wall / alone.wall)
      const memory = `${Math.round(together.memory)} MB`
      return [name, seconds(alone.wall), seconds(together.wall), ratio, ...againOf(name, together), memory]
    }),
  ])
}

function shares(base: CaseName, names: CaseName[]): string {
  const baseTimes = measured(base)
  return table([
    ['case', 'fit', 'rounds', `rounds / ${base}`],
    ...[base, ...names].map((name) => {
      const { fit, rounds } = measured(name)
      return [name, seconds(fit), seconds(rounds), times(rounds / baseTimes.rounds)]
    }),
  ])
}

function designs(names: CaseName[]): string {
  return table([
    ['design', 'converged', 'iterations', 'gradient / votes', 'fit'],
    ...names.map((name) => {
      const { converged, iterations, gradient, fit } = measured(name, 0)
      return [name, converged ? 'yes' : 'NO', String(iterations), gradient.toExponential(1), seconds(fit)]
    }),
  ])
}

/** @param isLarge also runs the cases that take minutes */
export function benchRate(isLarge: boolean): void {
  const names: CaseName[] = isLarge ? ['a', 'b', 'c', 'd', 'e'] : ['a', 'b', 'c']
  console.log(machine())
  console.log(
    `\nFrom CSV to board, ${ROUNDS} rounds by vote, one thread; user CPU, but \`wall\` and \`again\` (the median of five more in that process) by the clock`,
  )
  console.log(wholes(names))
  if (availableParallelism() > 1) {
    console.log('\nOn two threads, as the command on two cores')
    console.log(threads(names, 2))
  }
  console.log('\nAfter aggregation, warm')
  console.log(fits(names))
  console.log('\nTen times the votes over the same pairs')
  console.log(shares('b', ['b10']))
  console.log('\nBy prompt')
  console.log(shares('b', ['b-10k-prompts', 'b-100-prompts']))
  console.log(
    '\nDesigns on which slow methods stop early (100 contestants, 200,000 votes; 1e-9 is asked for)',
  )
  console.log(designs(['ladder', 'star', 'bridged']))
  console.log(`\n${machine()}`)
}
