import type { Command } from 'commander'
import { finishBoard, headline } from '../../../shared/finish/index.ts'
import { withCommas } from '../../../shared/sentence/index.ts'
import {
  planSharedVotes,
  planVotes,
  type SharedUnits,
  type SharedVotePlan,
} from '../../../shared/stats/plan/plan.ts'
import { UsageError } from '../terminal/errors.ts'
import { numberThat, wholeNumber } from '../terminal/options.ts'
import { print, printJson, type Terminal } from '../terminal/terminal.ts'
import { msg } from '../../../shared/messages/index.ts'
import { arenaForOperator } from '../../../server/arenas/index.ts'
import { selectLedger } from '../../../server/ledger/index.ts'
import {
  arenaPlanSpec,
  costOfVotes,
  currentJudges,
  estimateArena,
  type VotesCost,
} from '../../../server/judging/index.ts'
import {
  currentSnapshot,
  resolveView,
  votesSharing,
  type VoteSharing,
} from '../../../server/ratings/index.ts'
import type { ArenaLedger, Board } from '../../../shared/contracts/index.ts'
import type { VotePlan } from '../../../shared/stats/index.ts'
import { withApp } from '../terminal/with-app.ts'
import { estimateWords } from '../judging/progress-words.ts'
import { countWithNoun, table, usd } from '../../../shared/finish/lines.ts'

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
      if (arena !== undefined) return planArena(terminal, arena, flags)
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

const outOfReach = ({ fewestUnits }: SharedVotePlan, kind: string, cases: string): string =>
  `no number of votes detects it in ${cases}. ${fewestUnits === null ? 'More prompts or voters are needed.' : `At least ${withCommas(fewestUnits)} ${kind}s are needed.`}`

const percent = (value: number): string => `${Number((100 * value).toPrecision(6))} %`

const share = numberThat('a number between 0 and 1: 0.8 for 80 %', (value) => value > 0 && value < 1)

const correlation = numberThat('a number from 0 to 1', (value) => value >= 0 && value <= 1)

const winRate = numberThat(
  'a number above 0.5, at most 1: 0.55 for 55 %',
  (value) => value > 0.5 && value <= 1,
)

/**
 * What is left to generate and judge in an arena, its cost, and how many votes its board still needs. Without judges:
 * how many votes of people.
 */
async function planArena(terminal: Terminal, slug: string, flags: PlanFlags): Promise<void> {
  await withApp(terminal, async ({ deps }) => {
    const arena = await arenaForOperator(deps.db, slug)
    const { plan = {}, budgetUsd = null } = arena.settings
    const wish = arenaPlanSpec(plan, flags)
    const estimate = await estimateArena(deps.db, arena, wish, deps.settings)
    const ledger = await selectLedger(deps.db, arena.id, deps.clock())
    const view = await resolveView(deps, arena, {})
    const board = JSON.parse((await currentSnapshot(deps, arena, view)).board) as Board
    const needed = flags.winRate === undefined ? null : planVotes(flags.winRate, flags.alpha, flags.power)
    const sharing = needed ? await votesSharing(deps.db, arena.id, view, board.cluster) : []
    const shared = needed && planShared(needed, sharing)
    const votes = needed && (shared?.votesForPower ?? needed.votesForPower)
    const judging = votes === null ? null : await costOfVotes(deps.db, arena, wish, votes, deps.settings)
    const votesNeeded = needed && { ...needed, sharing, shared, judging }
    const hasJudges = (await currentJudges(deps.db, arena.id)).length > 0
    const people = hasJudges ? null : planOfPeople(board, flags)
    if (terminal.json) {
      const { view: shown, votes: counted, state, leader, deadHeat, settle } = board
      const standing = { view: shown, votes: counted, state, leader, deadHeat, settle }
      return printJson(terminal, {
        arena: slug,
        ...estimate,
        budgetUsd,
        ledger,
        board: standing,
        votesNeeded,
        people,
      })
    }
    const neededLines = needed
      ? [...neededWords(needed, sharing, shared), ...judgingWords(votes ?? 0, judging)]
      : []
    const { lead, rest } = headline(finishBoard(board))
    print(
      terminal,
      [
        ...(people && estimate.calls === 0 ? [] : estimateWords(estimate, leftOf(ledger))),
        ...spentWords(ledger),
        `Under ${arena.criteria[0]}: ${lead} ${rest}`.trim(),
        ...(people ? [peopleWords(people)] : []),
        ...(people && !needed ? peopleTable(people, flags) : neededLines),
      ].join('\n'),
    )
  })
}

/** What is left of the arena's budget in all, in US dollars; null: no limit. */
const leftOf = ({ budgetUsd, spentUsd }: ArenaLedger): number | null =>
  budgetUsd === null ? null : Math.max(0, budgetUsd - spentUsd)

const spentWords = ({ budgetUsd, spentUsd }: ArenaLedger): string[] =>
  budgetUsd === null || spentUsd === 0
    ? []
    : [`The arena has spent ${usd(spentUsd)} of its budget of ${usd(budgetUsd)}.`]

function judgingWords(votes: number, judging: VotesCost | null): string[] {
  if (!judging) return []
  const { callsPerPair, costUsdPerPair, pairs, mostVotes } = judging
  const cost = (times: number) => (costUsdPerPair === null ? '' : `, about ${usd(times * costUsdPerPair)}`)
  const all =
    pairs > 1
      ? ` For all ${withCommas(pairs)} pairs: ${withCommas(pairs * callsPerPair)} calls${cost(pairs)}.`
      : ''
  const few =
    mostVotes < votes
      ? ` The arena's prompts and judges give at most ${withCommas(mostVotes)} on a pair: add prompts.`
      : ''
  return [
    `With the arena's judges, this takes ${withCommas(callsPerPair)} calls a pair${cost(1)}.${all}${few}`,
  ]
}

// How many votes of people an arena without judges needs.

/** The leads to plan for, if none is named: from small to large. */
const WIN_RATES = [0.55, 0.6, 0.65, 0.7]

interface PeoplePlan {
  contestants: number
  pairs: number
  /** The votes that the board counts. */
  votes: number
  /** What each pair needs, for each true win rate. */
  perPair: VotePlan[]
}

type Asked = Pick<PlanFlags, 'winRate' | 'alpha' | 'power'>

/** @param board  of the view that people decide */
function planOfPeople({ contestants, votes }: Board, { winRate, alpha, power }: Asked): PeoplePlan {
  const size = contestants.length
  const rates = winRate === undefined ? WIN_RATES : [winRate]
  return {
    contestants: size,
    pairs: (size * (size - 1)) / 2,
    votes,
    perPair: rates.map((rate) => planVotes(rate, alpha, power)),
  }
}

/** What people have to decide, in one line for the terminal. */
function peopleWords({ contestants, pairs, votes }: PeoplePlan): string {
  const each = pairs === 0 ? 0 : votes / pairs
  const perPair = each < 10 ? String(Number(each.toFixed(1))) : withCommas(Math.round(each))
  return `It has no judges, so people decide. ${withCommas(contestants)} contestants are ${countWithNoun(pairs, 'pair')}, with ${countWithNoun(votes, 'vote')} so far: ${perPair} a pair.`
}

/** The votes that each true win rate takes, as lines for the terminal. */
function peopleTable({ pairs, perPair }: PeoplePlan, { power, alpha }: Asked): string[] {
  const rows = perPair.map(({ winRate, votesForPower }) => [
    String(winRate),
    withCommas(votesForPower),
    withCommas(votesForPower * pairs),
  ])
  return [
    `Decisive votes that detect a true win rate in ${percent(power)} of cases, at alpha ${alpha}:`,
    ...table(['win rate', 'a pair', 'all pairs'], rows, { width: 80, names: 0 }),
    'Ties do not count. Votes that share prompts or voters carry less: --win-rate says how much less here. With sampling: focus in its arena.yaml, half of the votes go to pairs that may still be first, and fewer are needed.',
  ]
}

// How many votes a pair needs if votes share prompts or voters as they do in an arena.

/** Null if it is not known how far votes of a unit agree. */
function planShared(
  { winRate, alpha, power }: VotePlan,
  sharing: readonly VoteSharing[],
): SharedVotePlan | null {
  const kinds = sharing.flatMap(({ units, correlation }) =>
    correlation && units >= 2 ? [{ units, correlation: correlation.correlation }] : [],
  )
  return kinds.length > 0 ? planSharedVotes(winRate, alpha, power, kinds) : null
}

/** How many votes are needed to detect a lead, in words for the terminal. */
function neededWords(
  plan: VotePlan,
  sharing: readonly VoteSharing[],
  shared: SharedVotePlan | null,
): string[] {
  const { winRate, power, alpha, votesForPower, votesForSignificance } = plan
  const cases = `${percent(power)} of cases`
  return [
    `To detect a true win rate of ${winRate} in ${cases}, at alpha ${alpha}, a pair needs ${withCommas(votesForPower)} independent decisive votes. An observed win rate of just ${winRate} is significant from ${withCommas(votesForSignificance)} on.`,
    ...sharing.map(correlationWords),
    ...(shared ? [sharedWords(shared, sharing, cases)] : []),
  ]
}

function correlationWords({ kind, correlation }: VoteSharing): string {
  if (!correlation)
    return `How far votes that share a ${kind} agree is not known yet: too few pairs have several such votes. They carry less information, so plan for more.`
  const { correlation: value, error } = correlation
  return `In this arena, two votes on a pair that share a ${kind} correlate by ${value.toFixed(2)} ± ${error.toFixed(2)} (one standard error).`
}

function sharedWords(plan: SharedVotePlan, sharing: readonly VoteSharing[], cases: string): string {
  const known = sharing.filter(({ correlation }) => correlation !== null)
  const units = known.map((one) => countWithNoun(one.units, one.kind)).join(' and ')
  const spread = `With votes spread evenly over its ${units}`
  return plan.votesForPower === null
    ? `${spread}, ${outOfReach(plan, known[0].kind, cases)}`
    : `${spread}, a pair needs ${withCommas(plan.votesForPower)} decisive votes.`
}
