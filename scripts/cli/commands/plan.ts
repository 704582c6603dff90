import type { Command } from 'commander'
import { withCommas } from '../../../shared/sentence/index.ts'
import { planVotes } from '../../../shared/stats/plan/plan.ts'
import { plainNumbers } from '../../../shared/finish/lines.ts'
import { printAnswer } from '../remote/print-answer.ts'
import { adminPath, withServer } from '../remote/server.ts'
import { UsageError } from '../terminal/errors.ts'
import { numberThat } from '../terminal/options.ts'
import { print, printJson, type Terminal } from '../terminal/terminal.ts'
import { msg } from '../../../shared/messages/index.ts'

interface PlanFlags {
  winRate?: number
  power: number
  alpha: number
}

/** `plan --win-rate P`: how many votes a comparison needs; `plan ARENA`: what an arena still needs. */
export function plan(program: Command, terminal: Terminal): void {
  program
    .command('plan')
    .argument('[arena]', 'its slug')
    .option('--win-rate <share>', 'the win rate to detect, above 0.5', winRate)
    .option('--power <share>', 'probability of detecting it', share, 0.8)
    .option('--alpha <share>', 'two-sided significance level', share, 0.05)
    .action((arena: string | undefined, flags: PlanFlags) => {
      const { winRate: rate, alpha, power } = flags
      if (arena !== undefined) {
        const needs = { path: `${adminPath(arena)}/plan`, query: { winRate: rate, alpha, power } }
        return withServer(terminal, (remote) => printAnswer(terminal, remote, needs))
      }
      if (rate === undefined)
        throw new UsageError(
          msg('missing_argument', {
            what: 'the win rate',
            ways: ['--win-rate SHARE', 'the name of an arena'],
          }),
        )
      return printVotes(terminal, rate, flags)
    })
}

function printVotes(terminal: Terminal, rate: number, { alpha, power }: PlanFlags): void {
  const votePlan = planVotes(rate, alpha, power)
  if (terminal.json) return printJson(terminal, votePlan)
  const { votesForSignificance, votesForPower, exactVotesForSignificance, exactVotesForPower } = votePlan
  const cases = `${plainNumbers.exactPercent(power)} of cases`
  const exactly = (votes: number | null) =>
    votes === null ? '' : ` (${withCommas(votes)} by the exact test)`
  print(
    terminal,
    [
      `${withCommas(votesForPower)} decisive votes${exactly(exactVotesForPower)} detect a true win rate of ${rate} in ${cases}, at alpha ${alpha}.`,
      `${withCommas(votesForSignificance)}${exactly(exactVotesForSignificance)} are needed for a win rate of just ${rate} to be significant.`,
      'These numbers are for independent votes. Votes that share prompts or voters carry less information.',
      'Ties do not count.',
    ].join('\n'),
  )
}

const share = numberThat('a number between 0 and 1: 0.8 for 80 %', (value) => value > 0 && value < 1)

const winRate = numberThat(
  'a number above 0.5, at most 1: 0.55 for 55 %',
  (value) => value > 0.5 && value <= 1,
)
