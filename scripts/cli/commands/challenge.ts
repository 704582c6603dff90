import type { Command } from 'commander'
import { ChallengeStopped } from '../../../server/challenges/index.ts'
import type {
  ChallengeBody,
  ChallengeProgress,
  Challenged,
  Climb,
  HoldOut,
  ChallengeOutcome,
  ChallengeState,
} from '../../../shared/contracts/index.ts'
import { CHALLENGE_GATE } from '../../../shared/stats/compare/gates.ts'
import { whileJudging } from '../judging/work-on-run.ts'
import { callsAtOnce } from '../remote/run.ts'
import { printAnswer } from '../remote/print-answer.ts'
import { adminPath, arenaPath, withServer, type Remote } from '../remote/server.ts'
import { challengeText, questionLine } from '../../../server/challenges/challenge-text.ts'
import { UsageError } from '../terminal/errors.ts'
import { countWithNoun, paragraph } from '../../../shared/finish/lines.ts'
import { addWorkOptions, excluding, invalidArgument, numberThat, wholeNumber } from '../terminal/options.ts'
import {
  terminalLayout,
  print,
  printJson,
  terminalWidth,
  type Terminal,
  printNote,
} from '../terminal/terminal.ts'
import { msg } from '../../../shared/messages/index.ts'

/** Default seed of a random hold-out. */
const SEED = 1

interface ChallengeFlags {
  incumbent?: string
  challenger?: string
  judges?: string[]
  criterion?: string
  minWinRate: number
  alpha?: number
  holdOut?: (seed: number) => HoldOut | null
  seed?: number
  requireHoldOut: boolean
  budget?: number
  concurrency?: number
  log: boolean
}

/** `challenge ARENA`: a challenger against the incumbent, on references. Exit 0: promoted, 1: not promoted, 2: bad input, 3: judging stopped early, 4: not shown. */
export function challengeCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('challenge')
    .argument('<arena>', 'its slug')
    .option('--incumbent <name>', 'the contestant to beat (default: the incumbent of the climb)')
    .option('--challenger <name>', 'the contestant that tries to replace it')
    .option('--criterion <name>', 'the criterion, if the judge uses several')
    .option(
      '--min-win-rate <share>',
      'the smallest win rate for a promotion; it must always be above one half',
      numberThat('a share from 0.5 to 1', (value) => value >= 0.5 && value <= 1),
      CHALLENGE_GATE.minWinRate,
    )
    .option(
      '--alpha <share>',
      'a level of its own for the one-sided exact test on decisive results; 1 switches the test off (default: a share of 5 % for all attempts of the epoch)',
      numberThat('a number above 0, and 1 at most', (value) => value > 0 && value <= 1),
    )
    .option(
      '--hold-out <which>',
      'prompts judged only before a promotion: a share, category:NAME,… or prompts:ID,…; 0 for none (default: unchanged)',
      holdOut,
    )
    .option('--seed <n>', 'seed of the random hold-out (default: 1)', wholeNumber(0))
    .option('--require-hold-out', 'promote only if the challenger wins on the hold-out too', false)
    .addOption(excluding('--log', 'print every attempt so far', 'challenger').default(false))
  addWorkOptions(command).action((slug: string, flags: ChallengeFlags) => run(terminal, slug, flags))
}

async function run(terminal: Terminal, slug: string, flags: ChallengeFlags): Promise<void> {
  const { log, challenger, judges = [] } = flags
  if (!log && challenger === undefined)
    throw new UsageError(
      msg('missing_argument', { what: 'the challenger', ways: ['--challenger NAME', '--log'] }),
    )
  const holdOut = flags.holdOut?.(flags.seed ?? SEED)
  if (flags.seed !== undefined && !(holdOut && 'share' in holdOut))
    throw new UsageError(msg('option_alone', { option: '--seed', others: '--hold-out SHARE' }))
  if (judges.length > 1)
    throw new UsageError(`--judges: a climb has one judge, and ${judges.length} are named. Name one.`)
  await withServer(terminal, async (remote) => {
    const atOnce = callsAtOnce(remote, flags)
    const path = `${arenaPath(slug)}/climb`
    if (log) return printAnswer(terminal, remote, { path })
    const climb = () => remote.json<Climb>(path)
    await printChallenged(terminal, () => workOnChallenge(terminal, remote, slug, flags, atOnce), climb)
  })
}

function challengeBody(flags: ChallengeFlags): ChallengeBody {
  const { challenger, judges: [judge] = [], budget: budgetUsd, seed = SEED } = flags
  const { incumbent, criterion, minWinRate, alpha, requireHoldOut } = flags
  const holdOut = flags.holdOut?.(seed)
  const gate = { minWinRate, alpha, requireHoldOut }
  return { challenger: challenger!, incumbent, judge, criterion, holdOut, budgetUsd, ...gate }
}

/** Prints a challenge when it has ended, or what its judge is asked when it stopped. With --json, that is a value too. */
async function printChallenged(
  terminal: Terminal,
  challenge: () => Promise<Challenged>,
  readClimb: () => Promise<Climb>,
): Promise<void> {
  const challenged = await challenge().catch(async (error: unknown) => {
    if (!(error instanceof ChallengeStopped)) throw error
    const question = (await readClimb()).epochs.at(-1)?.question ?? null
    if (terminal.json) printJson(terminal, { stopped: error.stopped, message: error.message, question })
    else if (question !== null)
      print(terminal, paragraph(questionLine(question), terminalWidth(terminal)).join('\n'))
    throw error
  })
  if (terminal.json) printJson(terminal, challenged)
  else print(terminal, challengeText(challenged, terminalLayout(terminal)))
  terminal.exitCode = challenged.promoted ? 0 : challenged.answer === 'not_shown' ? 4 : 1
}

/** The hold-out, once the seed of a random share is known. */
function holdOut(text: string): (seed: number) => HoldOut | null {
  const [kind, value = ''] = text.split(/:(.*)/s)
  const names = value.split(',').flatMap((name) => name.trim() || [])
  if (kind === 'category' && names.length > 0) return () => ({ categories: names })
  if (kind === 'prompts' && names.length > 0) return () => ({ prompts: names })
  const share = Number(text)
  if (text.trim() === '' || !(share >= 0 && share < 1))
    throw invalidArgument(
      msg('must_be', { must: 'a share from 0 to below 1, category:NAME,… or prompts:ID,…' }),
    )
  return (seed) => (share === 0 ? null : { share, seed })
}

/**
 * Starts a challenge and shows it until it ends or waits for somebody. Processes of a database work on it together.
 * @returns its outcome
 * @throws {DeadheatError} as the server refuses it
 * @throws {ChallengeStopped} if it has no outcome, or none yet
 */
function workOnChallenge(
  terminal: Terminal,
  remote: Remote,
  slug: string,
  flags: ChallengeFlags,
  atOnce: number | null,
): Promise<Challenged> {
  const path = `${arenaPath(slug)}/challenges`
  const body = challengeBody(flags)
  return whileJudging(terminal, remote, slug, atOnce, async (showRun) => {
    const { challenge } = await remote.json<ChallengeState>(path, { method: 'POST', body })
    if (challenge?.status === 'running') printNote(terminal, reachWords(challenge))
    await showRun(async () => (await remote.json<ChallengeState>(path)).challenge?.status !== 'running')
    const outcome = await remote.json<ChallengeOutcome>(`${adminPath(slug)}/challenges/outcome`)
    if (outcome.challenged) return outcome.challenged
    throw new ChallengeStopped(outcome.stopped!.how, outcome.stopped!.message)
  })
}

/** What the references can show, before anything is judged. */
function reachWords({ leastWins: { tasks, wins }, gate: { place } }: ChallengeProgress): string {
  const attempt = place === undefined ? 'this challenge' : `attempt ${place}`
  return wins === null
    ? `With ${countWithNoun(tasks, 'reference')}, ${attempt} cannot pass: even ${tasks} wins would not be enough.`
    : `With ${countWithNoun(tasks, 'reference')}, ${attempt} needs ${countWithNoun(wins, 'win')}.`
}
