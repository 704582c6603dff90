import { Command } from 'commander'
import { toRating } from '../../../../shared/stats/fit/likelihood.ts'
import { wholeNumber } from '../../../cli/terminal/options.ts'
import { print } from '../../../cli/terminal/output.ts'
import type { Terminal } from '../../../cli/terminal/terminal.ts'
import { asCommand } from '../as-command.ts'
import { equal, leading, spread } from '../strengths.ts'
import { leaders, type Errors, type LeadersFound } from './leaders.ts'

interface Options {
  boards: number
  rounds: number
  seed: number
}

/** Votes on each prompt, by the number of contestants. */
const VOTES = new Map([
  [5, 20],
  [20, 60],
])
const PROMPTS = [10, 25, 100]
const LIKES = 0.5
/** The lead of a single leader over equal contestants, in logits. */
const AHEAD = [0.3, 1]

/** `simulate expect`: what boards expect of their leader on new prompts, compared with its strength. */
export async function expect(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('simulate expect')
    .description(
      'The rating of the highest rated, and what is expected of it on new prompts, beside the truth.',
    )
    .option('--boards <n>', 'boards a line', wholeNumber(1), 1000)
    .option('--rounds <n>', 'bootstrap rounds', wholeNumber(20), 200)
    .option('--seed <n>', 'seed', wholeNumber(0, 2 ** 16 - 1), 1)
  return asCommand<Options>(program, args, terminal, report)
}

function report(options: Options, terminal: Terminal): void {
  const titles = ['contestants', 'strengths', 'prompts', 'boards']
  const each = ['bias', 'rms error', 'covers', 'length']
  const columns = [
    ...titles,
    ...each.map((one) => `rating: ${one}`),
    ...each.map((one) => `expected: ${one}`),
  ]
  print(terminal, `| ${columns.join(' | ')} |`)
  print(terminal, `|--:|---|${'--:|'.repeat(columns.length - 2)}`)
  for (const [contestants, votes] of VOTES)
    for (const [name, strengths] of worldsOf(contestants))
      for (const prompts of PROMPTS) {
        const boards = leaders({ strengths, likes: LIKES, prompts, votes }, options)
        print(terminal, line([contestants, name, prompts], boards))
      }
}

const worldsOf = (contestants: number): [string, number[]][] => [
  ['equal', equal(contestants)],
  ['spread', spread(contestants)],
  ...AHEAD.map((gap): [string, number[]] => [`one ahead by ${gap}`, leading(contestants, gap)]),
]

function line(start: readonly (string | number)[], { boards, naive, expected }: LeadersFound): string {
  const points = (logits: number) => {
    const text = (toRating(logits) - toRating(0)).toFixed(1)
    return text.replace('-', '−')
  }
  const cells = ({ sum, squares, covered, length }: Errors) => [
    points(sum / boards),
    points(Math.sqrt(squares / boards)),
    `${((100 * covered) / boards).toFixed(1)} %`,
    points(length / boards),
  ]
  return `| ${[...start, boards, ...cells(naive), ...cells(expected)].join(' | ')} |`
}
