import { Option, type Command } from 'commander'
import { arenaNamed, type Arena } from '../../../server/arenas/index.ts'
import { dueRechecks, refreshEvaluation, retestReport } from '../../../server/judge-evaluation/index.ts'
import { makeInvitations } from '../../../server/voters/index.ts'
import { listBattles } from '../../../server/leaderboard/index.ts'
import type { AppContext } from '../../../server/open-app.ts'
import type { Config } from '../../../server/platform/config/config.ts'
import { linkOrigin } from '../../../server/platform/http/known-names.ts'
import { disagreementsText, SLICES, type SliceName, judgesText } from '../judging/judges-text.ts'
import { retestText } from '../judging/retest-text.ts'
import { outcomeOf } from '../judging/progress-words.ts'
import { judgeOn } from '../remote/run.ts'
import { serverWithin } from '../remote/server.ts'
import { UsageError } from '../terminal/errors.ts'
import { withApp } from '../terminal/with-app.ts'
import { positiveUsd, wholeNumber } from '../terminal/options.ts'
import { note, print, printJson, widthOf, type Terminal } from '../terminal/terminal.ts'
import { msg } from '../../../shared/messages/index.ts'

interface Flags {
  by?: SliceName
  disagreements?: string
  limit?: number
  live?: true
  link?: number | true
  retest?: true
  due?: true
  prompts?: number
  budget?: number
  json: boolean
}

const LISTED = 20
const LINK_DAYS = 14
const PROMPTS_AGAIN = 10

/** `calibrate ARENA`: compares every judge with the humans; exit 1 unless there are judges and all of them are calibrated. */
export function calibrate(program: Command, terminal: Terminal): void {
  program
    .command('calibrate')
    .argument('<arena>', 'its slug')
    .addOption(
      new Option('--by <part>', 'list all parts of this kind (default: only if there are few)').choices(
        SLICES,
      ),
    )
    .addOption(
      new Option(
        '--disagreements <judge>',
        'list the pairs on which this judge and most humans disagree, with texts and names; exit 0',
      ).conflicts('by'),
    )
    .option('--live', 'with --disagreements: on live battles, which visitors asked themselves')
    .option('--limit <n>', `list at most this many pairs (default: ${LISTED})`, wholeNumber(1, 50))
    .addOption(
      new Option(
        '--link [days]',
        `print a link for blind voting on pairs that judges have judged; it expires after this many days (default: ${LINK_DAYS}); exit 1 if no judge has judged one yet`,
      )
        .argParser(wholeNumber(1, 365))
        .conflicts(['by', 'disagreements']),
    )
    .addOption(
      new Option(
        '--retest',
        'how far the verdicts of a judge change when it is asked again (judge --repeat), and the results if one judge replaced another; calls no model, exit 0',
      ).conflicts(['by', 'disagreements', 'link']),
    )
    .addOption(
      new Option(
        '--due',
        'first ask each judge again that repeated nothing in the last `recheckDays` days of its trust; for cron and CI',
      ).conflicts(['by', 'disagreements', 'link', 'retest']),
    )
    .option(
      '--prompts <n>',
      `with --due: on so many prompts of each pair of contestants (default: ${PROMPTS_AGAIN})`,
      wholeNumber(1),
    )
    .option('--budget <usd>', 'with --due: limit for the cost of each run in USD', positiveUsd)
    .option('--json', 'print the report as JSON', false)
    .action((slug: string, flags: Flags) => {
      if ((flags.prompts ?? flags.budget) !== undefined && !flags.due)
        throw new UsageError(msg('recheck_options_without_due'))
      if ((flags.limit ?? flags.live) !== undefined && flags.disagreements === undefined)
        throw new UsageError(msg('limit_without_judge'))
      return withApp(terminal, async (app, config) => {
        const { deps } = app
        const arena = await arenaNamed(deps.db, slug)
        if (flags.due && !(await recheck(terminal, app, arena, flags))) return
        if (flags.retest) await retest(terminal, deps, arena, flags)
        else if (flags.link !== undefined) await link(terminal, deps, arena, config, flags)
        else if (flags.disagreements === undefined) await printReport(terminal, deps, arena, flags)
        else await list(terminal, deps, arena, flags.disagreements, flags)
      })
    })
}

async function printReport(
  terminal: Terminal,
  deps: AppContext['deps'],
  arena: Arena,
  { by, json }: Flags,
): Promise<void> {
  const report = await refreshEvaluation(deps, arena)
  if (json) printJson(terminal, report)
  else print(terminal, judgesText(report, widthOf(terminal), by ? [by] : []))
  const shownJudges = report.judges.filter(({ active, figures }) => active || figures.votes > 0)
  const areAllCalibrated = shownJudges.length > 0 && shownJudges.every(({ state }) => state === 'calibrated')
  terminal.exitCode = areAllCalibrated ? 0 : 1
}

/** Asks judges again that are due. @returns whether all of it was judged; else the exit code says so */
async function recheck(
  terminal: Terminal,
  app: AppContext,
  arena: Arena,
  { prompts = PROMPTS_AGAIN, budget }: Flags,
): Promise<boolean> {
  const due = await dueRechecks(app.deps, arena)
  if (due.length === 0) note(terminal, 'No judge is due to be asked again.')
  const remote = await serverWithin(app)
  for (const { judge, repeats } of due) {
    note(terminal, `Asking ${judge} again.`)
    const progress = await judgeOn(terminal, remote, arena.slug, {
      judges: [judge],
      votesPerPair: prompts,
      sample: prompts,
      repeats,
      ...(budget !== undefined && { budgetUsd: budget }),
    })
    if (progress.status === 'done') continue
    note(terminal, outcomeOf(progress, `deadheat calibrate ${arena.slug} --due`, 0))
    terminal.exitCode = progress.status === 'paused' && progress.cause !== null ? 3 : 1
    return false
  }
  return true
}

async function retest(
  terminal: Terminal,
  deps: AppContext['deps'],
  arena: Arena,
  { json }: Flags,
): Promise<void> {
  const report = await retestReport(deps, arena)
  if (json) printJson(terminal, report)
  else print(terminal, retestText(report, widthOf(terminal)))
}

async function list(
  terminal: Terminal,
  deps: AppContext['deps'],
  arena: Arena,
  judge: string,
  { limit = LISTED, live, json }: Flags,
): Promise<void> {
  const request = { show: 'disagreement', judge, source: live ? 'live' : 'humans', limit } as const
  const battles = await listBattles(deps, arena, request, true)
  if (json) printJson(terminal, battles)
  else print(terminal, disagreementsText(judge, battles, widthOf(terminal)))
}

async function link(
  terminal: Terminal,
  deps: AppContext['deps'],
  arena: Arena,
  config: Config,
  { link: days, json }: Flags,
): Promise<void> {
  const asked = { kind: 'judges', days: typeof days === 'number' ? days : LINK_DAYS } as const
  const [{ path, expiresAt }] = await makeInvitations(deps, arena, asked)
  const address = (await linkOrigin(config)) + path
  const { judges } = await refreshEvaluation(deps, arena)
  if (judges.every(({ figures }) => figures.votes === 0)) {
    terminal.exitCode = 1
    note(
      terminal,
      `No judge has judged a pair of ${arena.slug} yet. Until one has, this link shows nothing to vote on.`,
    )
  }
  if (json) return printJson(terminal, { address, expiresAt })
  print(terminal, address)
  note(
    terminal,
    `Anyone with this link can vote on judged pairs of ${arena.slug} until ${expiresAt.slice(0, 10)}.`,
  )
}
