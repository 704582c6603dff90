import { Command } from 'commander'
import { numberThat, wholeNumber } from '../../scripts/cli/terminal/options.ts'
import { print, printJson } from '../../scripts/cli/terminal/output.ts'
import { progress } from '../../scripts/cli/terminal/progress.ts'
import type { Terminal } from '../../scripts/cli/terminal/terminal.ts'
import { asCommand } from './as-command.ts'
import { simulateStopping } from './stopping.ts'
import type { StoppingScore } from './stopping.ts'

interface Options {
  runs: number
  prompts: number
  ties: number
  alpha: number
  seed: number
  json?: true
}

const WIN_RATES = [0.5, 0.55, 0.6, 0.7]

/** What stopping early costs and saves, at known win rates and several schedules of looks. Returns the exit code. */
export async function stopping(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('simulate stopping')
    .description(
      'Comparisons of known win rates, stopped by a confidence sequence as `compare --sequential` is.',
    )
    .option('--runs <n>', 'comparisons of each win rate', wholeNumber(1), 2000)
    .option('--prompts <n>', 'prompts of the fixed plan', wholeNumber(1, 100_000), 400)
    .option(
      '--ties <share>',
      'prompts without a winner',
      numberThat('a share from 0 to 0.6', (value) => value >= 0 && value <= 0.6),
      0.2,
    )
    .option(
      '--alpha <share>',
      'false decisions allowed',
      numberThat('a number between 0 and 1', (value) => value > 0 && value < 1),
      0.05,
    )
    .option('--seed <n>', 'seed', wholeNumber(0, 2 ** 21 - 1), 1)
    .option('--json', 'figures instead of a table')
  return asCommand<Options>(program, args, terminal, report)
}

function report({ json, ...setting }: Options, terminal: Terminal): void {
  const bar = progress(terminal, 'simulating')
  const winRates = WIN_RATES.map((winRate, i) => {
    const scores = simulateStopping({ ...setting, winRate })
    bar.to((i + 1) / WIN_RATES.length)
    return { winRate, scores }
  })
  bar.end()
  if (json) return printJson(terminal, { ...setting, winRates })
  const rows = winRates.flatMap(({ winRate, scores }) => scores.map((score) => rowOf(winRate, score)))
  print(terminal, [HEAD, RULE, ...rows].join('\n'))
}

const HEAD =
  '| true win rate | looks | decided | wrongly | wrongly by the interval for one look | prompts judged | calls saved |'
const RULE = '|--:|---|--:|--:|--:|--:|--:|'

function rowOf(winRate: number, score: StoppingScore): string {
  const { schedule, decided, wrong, wrongByInterval, judged, saved } = score
  const cells = [
    `${Math.round(100 * winRate)} %`,
    schedule,
    percent(decided),
    percent(wrong),
    percent(wrongByInterval),
    String(Math.round(judged)),
    percent(saved),
  ]
  return `| ${cells.join(' | ')} |`
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
