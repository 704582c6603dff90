import type { Command } from 'commander'
import { withCommas } from '../../../shared/sentence/index.ts'
import { planVotes } from '../../../shared/stats/index.ts'
import { planArena } from '../judging/plan-arena.ts'
import { UsageError } from '../terminal/errors.ts'
import { invalidArgument, wholeNumber } from '../terminal/options.ts'
import { print, printJson } from '../terminal/output.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { msg } from '../../../shared/messages/index.ts'

interface PlanFlags {
  winRate?: number
  power: number
  alpha: number
  votesPerPair?: number
  json: boolean
}

/** `plan --win-rate P`: how many votes a comparison needs; `plan ARENA`: what an arena still needs. */
export function plan(program: Command, terminal: Terminal): void {
  program
    .command('plan')
    .description(
      'how many votes are needed to tell two contestants apart; with an arena, what is left to judge and its cost',
    )
    .argument('[arena]', 'its slug')
    .option('--win-rate <share>', 'the win rate to detect, above 0.5', winRate)
    .option('--power <share>', 'probability of detecting it', share, 0.8)
    .option('--alpha <share>', 'two-sided significance level', share, 0.05)
    .option('--votes-per-pair <n>', 'with an arena: votes for each pair, judge and criterion', wholeNumber(1))
    .option('--json', 'print the plan as JSON', false)
    .action((arena: string | undefined, flags: PlanFlags) => {
      if (arena !== undefined) return planArena(terminal, arena, flags)
      if (flags.winRate === undefined) throw new UsageError(msg('win_rate_or_arena'))
      return printVotes(terminal, flags.winRate, flags)
    })
}

function printVotes(terminal: Terminal, rate: number, { power, alpha, json }: PlanFlags): void {
  const votePlan = planVotes(rate, alpha, power)
  if (json) return printJson(terminal, votePlan)
  const { votesForSignificance, votesForPower, exactVotesForSignificance, exactVotesForPower } = votePlan
  const exactly = (votes: number | null) =>
    votes === null ? '' : ` (${withCommas(votes)} by the exact test)`
  print(
    terminal,
    [
      `${withCommas(votesForPower)} decisive votes${exactly(exactVotesForPower)} detect a true win rate of ${rate} in ${percent(power)} of cases, at alpha ${alpha}.`,
      `${withCommas(votesForSignificance)}${exactly(exactVotesForSignificance)} are needed for a win rate of just ${rate} to be significant.`,
      'Ties do not count. Votes that share prompts or voters carry less information, so plan for more.',
    ].join('\n'),
  )
}

const percent = (value: number): string => `${Number((100 * value).toPrecision(6))} %`

function share(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value > 0 && value < 1)) throw invalidArgument(msg('must_be_share'))
  return value
}

function winRate(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value > 0.5 && value <= 1)) throw invalidArgument(msg('must_be_win_rate'))
  return value
}
