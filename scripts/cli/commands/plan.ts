import type { Command } from 'commander'
import { withCommas } from '../../../shared/sentence/index.ts'
import {
  planSharedVotes,
  planVotes,
  type SharedUnits,
  type SharedVotePlan,
} from '../../../shared/stats/plan/plan.ts'
import { outOfReach, percent } from '../../../server/comparisons/render/needs-text.ts'
import { printAnswer } from '../remote/print-answer.ts'
import { adminPath, withServer } from '../remote/server.ts'
import { UsageError } from '../terminal/errors.ts'
import { numberThat, wholeNumber } from '../terminal/options.ts'
import { print, printJson, type Terminal } from '../terminal/terminal.ts'
import { msg } from '../../../shared/messages/index.ts'

interface PlanFlags {
  winRate?: number
  power: number
  alpha: number
  votesPerPair?: number
  prompts?: number
  promptCorrelation?: number
  voters?: number
  voterCorrelation?: number
}

/** `plan --win-rate P`: how many votes a comparison needs; `plan ARENA`: what an arena still needs. */
export function plan(program: Command, terminal: Terminal): void {
  program
    .command('plan')
    .argument('[arena]', 'its slug')
    .option('--win-rate <share>', 'the win rate to detect, above 0.5', winRate)
    .option('--power <share>', 'probability of detecting it', share, 0.8)
    .option('--alpha <share>', 'two-sided significance level', share, 0.05)
    .option('--prompts <n>', 'votes share this many prompts; with --prompt-correlation', wholeNumber(2))
    .option('--prompt-correlation <share>', 'the correlation of two votes on a prompt', correlation)
    .option('--voters <n>', 'votes share this many voters; with --voter-correlation', wholeNumber(2))
    .option('--voter-correlation <share>', 'the correlation of two votes of a voter', correlation)
    .option('--votes-per-pair <n>', 'with an arena: votes for each pair, judge and criterion', wholeNumber(1))
    .action((arena: string | undefined, flags: PlanFlags) => {
      const shared = sharedUnits(flags)
      if (shared.length > 0 && (arena !== undefined || flags.winRate === undefined))
        throw new UsageError(msg('shared_units_need_win_rate'))
      if (arena !== undefined) {
        const { winRate, alpha, power, votesPerPair } = flags
        const asked = { path: `${adminPath(arena)}/plan`, query: { winRate, alpha, power, votesPerPair } }
        return withServer(terminal, (remote) => printAnswer(terminal, remote, asked))
      }
      if (flags.winRate === undefined) throw new UsageError(msg('win_rate_or_arena'))
      return printVotes(terminal, flags.winRate, flags, shared)
    })
}

/** @throws {UsageError} if only one of a number of units and their correlation is given */
function sharedUnits({ prompts, promptCorrelation, voters, voterCorrelation }: PlanFlags): SharedUnits[] {
  return [
    [prompts, promptCorrelation],
    [voters, voterCorrelation],
  ].flatMap(([units, correlation]) => {
    if (units === undefined && correlation === undefined) return []
    if (units === undefined || correlation === undefined) throw new UsageError(msg('units_need_correlation'))
    return [{ units, correlation }]
  })
}

function printVotes(
  terminal: Terminal,
  rate: number,
  flags: PlanFlags,
  shared: readonly SharedUnits[],
): void {
  const { power, alpha } = flags
  const votePlan = planVotes(rate, alpha, power)
  const sharedPlan = shared.length > 0 ? planSharedVotes(rate, alpha, power, shared) : null
  if (terminal.json) return printJson(terminal, sharedPlan ? { ...votePlan, shared: sharedPlan } : votePlan)
  const { votesForSignificance, votesForPower, exactVotesForSignificance, exactVotesForPower } = votePlan
  const exactly = (votes: number | null) =>
    votes === null ? '' : ` (${withCommas(votes)} by the exact test)`
  print(
    terminal,
    [
      `${withCommas(votesForPower)} decisive votes${exactly(exactVotesForPower)} detect a true win rate of ${rate} in ${percent(power)} of cases, at alpha ${alpha}.`,
      `${withCommas(votesForSignificance)}${exactly(exactVotesForSignificance)} are needed for a win rate of just ${rate} to be significant.`,
      sharedPlan
        ? `Both numbers are for independent votes. ${givenSharedWords(sharedPlan, flags)}`
        : 'These numbers are for independent votes. Votes that share prompts or voters carry less information: give --prompts and --prompt-correlation, or --voters and --voter-correlation.',
      'Ties do not count.',
    ].join('\n'),
  )
}

function givenSharedWords(plan: SharedVotePlan, flags: PlanFlags): string {
  const { prompts, promptCorrelation, voters, voterCorrelation, power } = flags
  const kinds = [
    ...(prompts === undefined ? [] : [`${withCommas(prompts)} prompts (correlation ${promptCorrelation})`]),
    ...(voters === undefined ? [] : [`${withCommas(voters)} voters (correlation ${voterCorrelation})`]),
  ].join(' and ')
  if (plan.votesForPower !== null)
    return `If they share ${kinds}, ${withCommas(plan.votesForPower)} decisive votes detect it in ${percent(power)} of cases.`
  return `If they share ${kinds}, ${outOfReach(plan, prompts === undefined ? 'voter' : 'prompt', `${percent(power)} of cases`)}`
}

const share = numberThat('a number between 0 and 1: 0.8 for 80 %', (value) => value > 0 && value < 1)

const correlation = numberThat('a number from 0 to 1', (value) => value >= 0 && value <= 1)

const winRate = numberThat(
  'a number above 0.5, at most 1: 0.55 for 55 %',
  (value) => value > 0.5 && value <= 1,
)
