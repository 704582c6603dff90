import type { Command } from 'commander'
import type { RetestReport } from '../../../shared/contracts/index.ts'
import { JudgesRequest } from '../../../shared/contracts/judges.ts'
import { resumeCommand } from '../judging/finish.ts'
import { runResult } from '../../../shared/finish/run-view.ts'
import { printAnswer, type PrintedRequest } from '../remote/print-answer.ts'
import { judgeRemotely } from '../remote/run.ts'
import { adminPath, arenaPath, withServer, type Remote } from '../remote/server.ts'
import { excluding, choice, positiveUsd, requireBeside, wholeNumber } from '../terminal/options.ts'
import { printNote, type Terminal } from '../terminal/terminal.ts'

interface Flags {
  by?: JudgesRequest['by']
  retest?: true
  due?: true
  prompts?: number
  budget?: number
}

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
        '--retest',
        'how far the verdicts of a judge change when it is asked again (judge --repeat), and the results if one judge replaced another; calls no model, exit 0',
        'by',
      ),
    )
    .addOption(
      excluding(
        '--due',
        'first ask each judge again that repeated nothing in the last `recheckDays` days of its trust; for cron and CI',
        'by',
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
      await printAnswer(terminal, remote, requestBy(slug, flags))
    }),
  )
}

const requestBy = (slug: string, { by, retest }: Flags): PrintedRequest =>
  retest
    ? { path: `${adminPath(slug)}/judges/retest` }
    : { path: `${arenaPath(slug)}/judges`, query: { fresh: true, by } }

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
