import { PEOPLE } from '../../../shared/contracts/source.ts'
import type { Command } from 'commander'
import type { JudgesReport, NewInvitation, RetestReport } from '../../../shared/contracts/index.ts'
import { JudgesRequest } from '../../../shared/contracts/judges.ts'
import { resumeCommand } from '../judging/finish.ts'
import { runResult } from '../../../shared/finish/run-view.ts'
import { printAnswer, type PrintedRequest } from '../remote/print-answer.ts'
import { judgeRemotely } from '../remote/run.ts'
import { adminPath, arenaPath, pagesAddress, withServer, type Remote } from '../remote/server.ts'
import { excluding, choice, positiveUsd, requireBeside, wholeNumber } from '../terminal/options.ts'
import { printNote, print, printJson, type Terminal } from '../terminal/terminal.ts'

interface Flags {
  by?: JudgesRequest['by']
  disagreements?: string
  link?: number | true
  retest?: true
  due?: true
  prompts?: number
  budget?: number
}

const LISTED = 20
const LINK_DAYS = 14
const PROMPTS_AGAIN = 10

/** `calibrate ARENA`: compares every judge with people; exit 1 unless there are judges and all of them are calibrated. */
export function calibrate(program: Command, terminal: Terminal): void {
  const command = program
    .command('calibrate')
    .argument('<arena>', 'its slug')
    .addOption(
      choice(
        '--by <part>',
        'list all parts of this kind (default: only if there are few)',
        JudgesRequest.shape.by.unwrap().options,
      ),
    )
    .addOption(
      excluding(
        '--disagreements <judge>',
        `list the latest ${LISTED} pairs on which this judge and most people disagree, with texts and names; exit 0`,
        'by',
      ),
    )
    .addOption(
      excluding(
        '--link [days]',
        `print a link for blind voting on pairs that judges have judged; it expires after this many days (default: ${LINK_DAYS}); exit 1 if no judge has judged one yet`,
        'by',
        'disagreements',
      ).argParser(wholeNumber(1, 365)),
    )
    .addOption(
      excluding(
        '--retest',
        'how far the verdicts of a judge change when it is asked again (judge --repeat), and the results if one judge replaced another; calls no model, exit 0',
        'by',
        'disagreements',
        'link',
      ),
    )
    .addOption(
      excluding(
        '--due',
        'first ask each judge again that repeated nothing in the last `recheckDays` days of its trust; for cron and CI',
        'by',
        'disagreements',
        'link',
        'retest',
      ),
    )
    .option(
      '--prompts <n>',
      `with --due: on so many prompts of each pair of contestants (default: ${PROMPTS_AGAIN})`,
      wholeNumber(1),
    )
    .option('--budget <usd>', 'with --due: limit for the cost of each run in USD', positiveUsd)
  requireBeside(command, { prompts: ['due'], budget: ['due'] }).action((slug: string, flags: Flags) =>
    withServer(terminal, async (remote) => {
      if (flags.due && !(await recheck(terminal, remote, slug, flags))) return
      if (flags.link !== undefined) return link(terminal, remote, slug, flags)
      await printAnswer(terminal, remote, requestBy(slug, flags))
    }),
  )
}

function requestBy(slug: string, { by, disagreements: judge, retest }: Flags): PrintedRequest {
  if (retest) return { path: `${adminPath(slug)}/judges/retest` }
  if (judge === undefined) return { path: `${arenaPath(slug)}/judges`, query: { fresh: true, by } }
  const query = { show: 'disagreement', judge, source: PEOPLE, limit: LISTED }
  return { path: `${arenaPath(slug)}/battles`, query }
}

/** Asks judges again that are due. @returns whether all of it was judged; else the exit code says so */
async function recheck(
  terminal: Terminal,
  remote: Remote,
  slug: string,
  { prompts = PROMPTS_AGAIN, budget }: Flags,
): Promise<boolean> {
  const { due } = await remote.json<RetestReport>(`${adminPath(slug)}/judges/retest`)
  if (due.length === 0) printNote(terminal, 'No judge is due to be asked again.')
  for (const { judge, repeats } of due) {
    printNote(terminal, `Asking ${judge} again.`)
    const progress = await judgeRemotely(terminal, remote, slug, {
      judges: [judge],
      votesPerPair: prompts,
      sample: prompts,
      repeats,
      ...(budget !== undefined && { budgetUsd: budget }),
    })
    if (progress.status === 'done') continue
    printNote(terminal, runResult(progress, resumeCommand(terminal), 0))
    terminal.exitCode = progress.status === 'paused' && progress.cause !== null ? 3 : 1
    return false
  }
  return true
}

async function link(terminal: Terminal, remote: Remote, slug: string, { link: days }: Flags): Promise<void> {
  const body = { kind: 'judges', days: typeof days === 'number' ? days : LINK_DAYS }
  const made = { method: 'POST', body } as const
  const { invitations } = await remote.json<{ invitations: NewInvitation[] }>(
    `${adminPath(slug)}/invitations`,
    made,
  )
  const [{ path, expiresAt }] = invitations
  const address = (await pagesAddress(terminal, remote)) + path
  const { judges } = await remote.json<JudgesReport>(`${arenaPath(slug)}/judges`, { query: { fresh: true } })
  if (judges.every(({ figures }) => figures.votes === 0)) {
    terminal.exitCode = 1
    printNote(
      terminal,
      `No judge has judged a pair of ${slug} yet. Until one has, this link shows nothing to vote on.`,
    )
  }
  if (terminal.json) return printJson(terminal, { address, expiresAt })
  print(terminal, address)
  printNote(
    terminal,
    `Anyone with this link can vote on judged pairs of ${slug} until ${expiresAt.slice(0, 10)}.`,
  )
}
