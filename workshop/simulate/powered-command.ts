import { Command } from 'commander'
import { wholeNumber } from '../../scripts/cli/terminal/options.ts'
import { print, printJson } from '../../scripts/cli/terminal/output.ts'
import { progress } from '../../scripts/cli/terminal/progress.ts'
import type { Terminal } from '../../scripts/cli/terminal/terminal.ts'
import { asCommand } from './as-command.ts'
import { WORLDS } from './powered-worlds.ts'
import { simulatePowered } from './powered.ts'
import type { PoweredScore } from './powered.ts'
import type { Share } from './score.ts'

interface Options {
  boards: number
  rounds: number
  seed: number
  json?: true
}

/** Boards with at least this many contestants take longer, so only one in three is drawn. */
const MANY = 10

/** What boards powered by judges of known quality declare, cover and gain. Returns the exit code. */
export async function powered(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('simulate powered')
    .description('Boards of people’s votes of known strengths, alone and powered by judges of known quality.')
    .option('--boards <n>', 'boards of each world, a third of that of ten contestants', wholeNumber(3), 1200)
    .option('--rounds <n>', 'bootstrap rounds', wholeNumber(20), 200)
    .option('--seed <n>', 'seed', wholeNumber(0, 2 ** 21 - 1), 1)
    .option('--json', 'figures instead of a table')
  return asCommand<Options>(program, args, terminal, report)
}

function report({ json, boards, ...setting }: Options, terminal: Terminal): void {
  const bar = progress(terminal, 'simulating')
  const worlds = WORLDS.map((world, i) => {
    const own = world.strengths.length < MANY ? boards : Math.ceil(boards / 3)
    const score = simulatePowered(world, i, { ...setting, boards: own })
    bar.to((i + 1) / WORLDS.length)
    return { world: world.name, ...score }
  })
  bar.end()
  if (json) return printJson(terminal, { ...setting, worlds })
  print(terminal, [HEAD, RULE, ...worlds.map(rowOf)].join('\n'))
}

const HEAD =
  '| world | boards | weight | coverage | people alone | any false | people alone | error by people’s | interval by people’s, median | 95 % of boards under |'
const RULE = '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|'

function rowOf({
  world,
  boards,
  people,
  powered: own,
  weight,
  width,
}: PoweredScore & { world: string }): string {
  const cells = [
    world,
    String(boards),
    weight.toFixed(2),
    percent(own.coverage),
    percent(people.coverage),
    percent(own.anyFalse),
    percent(people.anyFalse),
    (own.error / people.error).toFixed(2),
    width.median.toFixed(2),
    width.mostly.toFixed(2),
  ]
  return `| ${cells.join(' | ')} |`
}

const percent = ({ share, error }: Share): string =>
  `${(100 * share).toFixed(1)} ± ${(100 * error).toFixed(1)}`
