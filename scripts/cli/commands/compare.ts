import type { Command } from 'commander'
import { GATE_PRESETS, type GatePreset } from '../../../shared/stats/compare/gates.ts'
import {
  excluding,
  choice,
  gather,
  numberThat,
  positiveUsd,
  requireBeside,
  wholeNumber,
} from '../terminal/options.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { refuseUnread } from './run.ts'

export interface CompareFlags {
  source?: string | undefined
  criterion?: string[]
  preset?: GatePreset
  minWinRate?: number
  minVotes?: number
  alpha?: number
  /** Left out: as the board. */
  sequential?: boolean
  judge: boolean
  batch?: number
  budget?: number
  maxCostRatio?: number
  maxLatencyRatio?: number
  report?: 'md' | 'junit'
  /** Exit 0 also if it is not shown. */
  allowNotShown?: boolean
  /** What is not shown fails in JUnit. */
  strict?: boolean
}

const positive = numberThat('a number above 0', (value) => value > 0 && Number.isFinite(value))

/** `compare ARENA A B`: whether A replaces B, on the votes they share. Exit 0: ship, 1: do not ship, 4: not shown. */
export function compare(program: Command, terminal: Terminal): void {
  const command = program
    .command('compare')
    .argument('<arena>', 'its slug')
    .argument('<a>', 'the challenger: its name or slug')
    .argument('<b>', 'the contestant it would replace')
    .option('--source <who>', 'people, judges, judge:NAME, all, live or simulated (default: as the board)')
    .option(
      '--criterion <name>',
      'compare under this criterion; may be repeated (default: all with votes)',
      gather,
    )
    .addOption(
      choice('--preset <gate>', 'the gate that A must pass (default: default)', Object.keys(GATE_PRESETS)),
    )
    .option(
      '--min-win-rate <share>',
      'the smallest win rate of A that passes',
      numberThat('a share from 0 to 1', (value) => value >= 0 && value <= 1),
    )
    .option('--min-votes <n>', 'the smallest number of votes under each criterion', wholeNumber(1))
    .option(
      '--alpha <share>',
      'two-sided significance level over all criteria',
      numberThat('a number between 0 and 1', (value) => value > 0 && value < 1),
    )
    .option('--sequential', 'decide for all looks: you can look as often as you like (default: as the board)')
    .option('--no-sequential', 'decide for one look, at a time chosen beforehand')
    .option(
      '--judge',
      'let judges judge the two, batch by batch, until all is judged, the budget is spent or the gate can hardly be passed; on 200 prompts or more, also until it is decided',
      false,
    )
    .option('--batch <n>', 'prompts judged between two tests (default: 20)', wholeNumber(1, 10_000))
    .option(
      '--budget <usd>',
      'limit for the cost of judging these two alone, including earlier calls',
      positiveUsd,
    )
    .option('--max-cost-ratio <times>', "limit for the cost of A's answers, as a multiple of B's", positive)
    .option(
      '--max-latency-ratio <times>',
      "limit for the latency of A's answers, as a multiple of B's",
      positive,
    )
  requireBeside(addOutputOptions(command), { batch: ['judge'], budget: ['judge'] }).action(
    async (slug: string, a: string, b: string, flags: CompareFlags) => {
      const { compareArena } = await import('./compare/compare-arena.ts')
      await compareArena(terminal, slug, [a, b], flags)
    },
  )
}

/** `try ARENA.yaml A B`: brings the file in, and judges decide whether A replaces B. Exit as `compare`. */
export function tryCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('try')
    .argument('<file>', 'an arena.yaml')
    .argument('<a>', 'the challenger: its name or slug')
    .argument('<b>', 'the contestant it would replace')
    .option('--budget <usd>', 'limit for the cost of judging these two, including earlier calls', positiveUsd)
  addOutputOptions(command).action(
    async (file: string, a: string, b: string, typed: Omit<CompareFlags, 'sequential' | 'judge'>) => {
      await refuseUnread(terminal, file)
      const { tryArena } = await import('./compare/compare-arena.ts')
      await tryArena(terminal, file, [a, b], typed)
    },
  )
}

const addOutputOptions = (command: Command): Command =>
  command
    .addOption(
      choice('--report <format>', 'report for a pull request (md) or for its checks (junit)', [
        'md',
        'junit',
      ]),
    )
    .option('--allow-not-shown', 'exit 0 also if neither is shown to be better', false)
    .addOption(
      excluding(
        '--strict',
        'with --report junit: what is not shown fails; else it is skipped',
        'allowNotShown',
      ).default(false),
    )
