import { Command } from 'commander'
import { wholeNumber } from '../../../scripts/cli/terminal/options.ts'
import { print } from '../../../scripts/cli/terminal/output.ts'
import type { Terminal } from '../../../scripts/cli/terminal/terminal.ts'
import { asCommand } from '../as-command.ts'
import { shareOf } from '../score.ts'
import { liveOnce } from './life.ts'
import type { FocusWorld, Life } from './life.ts'

const ahead = (count: number, by: number) => Array.from({ length: count }, (_, i) => (i === 0 ? by : 0))
const spread = (count: number, step: number) => Array.from({ length: count }, (_, i) => -step * i)

export const FOCUS_WORLDS: FocusWorld[] = [
  { name: '8, one ahead by 0.2', strengths: ahead(8, 0.2), ties: 0.3, votes: 60_000 },
  { name: '20, one ahead by 0.2', strengths: ahead(20, 0.2), ties: 0.3, votes: 100_000 },
  { name: '8 in steps of 0.2', strengths: spread(8, 0.2), ties: 0.3, votes: 60_000 },
  { name: '20 in steps of 0.2', strengths: spread(20, 0.2), ties: 0.3, votes: 60_000 },
  { name: '8 equals', strengths: ahead(8, 0), ties: 0.3, votes: 20_000 },
  { name: '20 equals', strengths: ahead(20, 0), ties: 0.3, votes: 20_000 },
]

/**
 * `simulate focus`: how many votes it takes to name a winner with and without focus, and how often a declaration is
 * false.
 */
export async function focus(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('simulate focus')
    .description('Boards that are watched until they name a winner, with uniform draws and with focus.')
    .option('--lives <n>', 'lives of each world', wholeNumber(1), 100)
    .option('--seed <n>', 'seed', wholeNumber(0, 2 ** 21 - 1), 1)
  return asCommand<{ lives: number; seed: number }>(program, args, terminal, report)
}

function report({ lives, seed }: { lives: number; seed: number }, terminal: Terminal): void {
  print(
    terminal,
    '| contestants | sampling | winner named | votes until then, median | any false | false winner |',
  )
  print(terminal, '|---|---|--:|--:|--:|--:|')
  for (const world of FOCUS_WORLDS)
    for (const sampling of ['uniform', 'focus'] as const) {
      const all = Array.from({ length: lives }, (_, n) => liveOnce(world, sampling, seed, n))
      print(terminal, `| ${world.name} | ${sampling} | ${figures(all).join(' | ')} |`)
    }
}

function figures(lives: readonly Life[]): string[] {
  const percent = (isSo: (life: Life) => boolean) => {
    const { share, error } = shareOf(lives.filter(isSo).length, lives.length)
    return `${(100 * share).toFixed(1)} ± ${(100 * error).toFixed(1)}`
  }
  // a life without a winner counts as longer than all others
  const named = lives.map(({ namedAt }) => namedAt ?? Infinity).toSorted((a, b) => a - b)
  const median = named[Math.floor(named.length / 2)]
  return [
    percent(({ namedAt }) => namedAt !== null),
    median === Infinity ? '' : median.toLocaleString('en'),
    percent(({ anyFalse }) => anyFalse),
    percent(({ falseWinner }) => falseWinner),
  ]
}
