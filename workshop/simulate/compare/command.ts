import { Command } from 'commander'
import { msg } from '../../../shared/messages/index.ts'
import { UsageError } from '../../../scripts/cli/terminal/errors.ts'
import { wholeNumber } from '../../../scripts/cli/terminal/options.ts'
import { print } from '../../../scripts/cli/terminal/output.ts'
import type { Terminal } from '../../../scripts/cli/terminal/terminal.ts'
import { asCommand } from '../as-command.ts'
import { shareOf } from '../score.ts'
import { scorePairs } from './pair-score.ts'
import { PAIR_WORLDS } from './worlds.ts'

interface Options {
  worlds?: string
  runs: number
  seed: number
}

/** `simulate compare`: how often two contestants are separated if their votes share prompts and voters. */
export async function compare(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('simulate compare')
    .description(
      'Comparisons of two contestants whose votes share prompts and voters, at one look and at many.',
    )
    .option('--worlds <words>', 'only worlds whose name holds these words')
    .option('--runs <n>', 'comparisons a world', wholeNumber(1), 600)
    .option('--seed <n>', 'seed', wholeNumber(0, 2 ** 21 - 1), 1)
  return asCommand<Options>(program, args, terminal, report)
}

function report({ worlds: words = '', runs, seed }: Options, terminal: Terminal): void {
  const worlds = PAIR_WORLDS.filter(({ name }) => name.includes(words))
  if (worlds.length === 0) throw new UsageError(msg('no_such_world', { words }))
  print(
    terminal,
    '| world | one look | every look, `--sequential` | the interval for one look, at every tenth vote |',
  )
  print(terminal, '|---|--:|--:|--:|')
  for (const world of worlds) {
    const { once, atAnyLook, peeking } = scorePairs(world, { runs, seed })
    const cells = [once, atAnyLook, peeking].map((count) => percent(count, runs))
    print(terminal, `| ${[world.name, ...cells].join(' | ')} |`)
  }
}

function percent(count: number, runs: number): string {
  const { share, error } = shareOf(count, runs)
  return `${(100 * share).toFixed(1)} ± ${(100 * error).toFixed(1)}`
}
