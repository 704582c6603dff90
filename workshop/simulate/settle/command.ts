import { Command } from 'commander'
import { wholeNumber } from '../../../scripts/cli/terminal/options.ts'
import { print } from '../../../scripts/cli/terminal/output.ts'
import type { Terminal } from '../../../scripts/cli/terminal/terminal.ts'
import { asCommand } from '../as-command.ts'
import { testPredictions } from './test-predictions.ts'
import type { PredictionScore, PredictionTest } from './test-predictions.ts'

interface Options {
  boards?: number
  rounds: number
  seed: number
}

/** Prompts, votes on each prompt, and boards for each line, by the number of contestants. */
const BOARDS = [
  { contestants: 2, prompts: 25, votes: 8, boards: 200 },
  { contestants: 5, prompts: 25, votes: 20, boards: 100 },
  { contestants: 20, prompts: 40, votes: 60, boards: 40 },
]
const STRENGTHS = 0.3

/** `simulate settle`: whether the number of votes that a board predicts does separate its top two. */
export async function settle(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('simulate settle')
    .description('Boards that follow their own advice: how often it separates the two highest rated.')
    .option('--boards <n>', 'boards a line, in place of their own number', wholeNumber(1))
    .option('--rounds <n>', 'normal draws for k', wholeNumber(20), 200)
    .option('--seed <n>', 'seed', wholeNumber(0, 2 ** 16 - 1), 1)
  return asCommand<Options>(program, args, terminal, report)
}

function report({ boards: asked, rounds, seed }: Options, terminal: Terminal): void {
  print(
    terminal,
    '| looks | contestants | sd of prompts | more | open | advised | separated then | needed / advised | will not do | did |',
  )
  print(terminal, '|---|--:|--:|---|--:|--:|--:|---|--:|--:|')
  for (const looks of ['one', 'any'] as const)
    for (const { boards, ...world } of BOARDS)
      for (const likes of [0, 0.5, 1])
        for (const by of ['votes', 'units'] as const) {
          const following = { world: { ...world, strengths: STRENGTHS, likes }, by, looks }
          print(
            terminal,
            line(following, testPredictions(following, { boards: asked ?? boards, rounds, seed })),
          )
        }
}

function line({ world, by, looks }: PredictionTest, followed: PredictionScore): string {
  const { open, advised, atLikely, ratios, refused, refusedButSeparated } = followed
  const percent = (count: number, of: number) => (of === 0 ? '' : `${Math.round((100 * count) / of)} %`)
  const sorted = ratios.toSorted((a, b) => a - b)
  const at = (share: number) => {
    const ratio = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
    return ratio === undefined ? '' : ratio === Infinity ? '> 12' : ratio.toFixed(2)
  }
  const spread = sorted.length < FEWEST ? '' : `${at(0.5)} (${at(0.25)}–${at(0.75)})`
  const cells = [
    looks,
    world.contestants,
    world.likes,
    by === 'votes' ? 'votes' : 'prompts',
    open,
    advised,
    percent(atLikely, advised),
    spread,
    refused,
    percent(refusedButSeparated, refused),
  ]
  return `| ${cells.join(' | ')} |`
}

/** With fewer boards no median is shown. */
const FEWEST = 20
