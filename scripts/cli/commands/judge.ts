import type { Command } from 'commander'
import { judgesBoard, finish } from '../judging/finish.ts'
import { callsAtOnce, judgeRemotely, judgingRequestBody } from '../remote/run.ts'
import { adminPath, arenaPath, withServer, type Remote } from '../remote/server.ts'
import { addRunOptions, requireBeside, wholeNumber, type RunFlags } from '../terminal/options.ts'
import { printNote, type Terminal } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/errors.ts'
import { msg } from '../../../shared/messages/index.ts'
import type { JudgesReport, RetestReport } from '../../../shared/contracts/index.ts'

type JudgeFlags = RunFlags & { repeat: number; sample?: number }

/** `judge ARENA`: judges the part of an arena's plan that is not judged yet. */
export function judge(program: Command, terminal: Terminal): void {
  const command = program
    .command('judge')
    .argument('<arena>', 'its slug')
    .option(
      '--repeat <k>',
      'judge the same answers this many times; repeats show how far a judge agrees with itself, and are not votes; exit 1 if one is uncalibrated then',
      wholeNumber(1, 100),
      1,
    )
    .option(
      '--sample <n>',
      'with --repeat: judge only this many prompts of each pair of contestants again (default: all)',
      wholeNumber(1),
    )
  requireBeside(addRunOptions(command), { sample: ['repeat'] }).action((slug: string, flags: JudgeFlags) =>
    withServer(terminal, (remote) => run(terminal, remote, slug, flags)),
  )
}

async function run(terminal: Terminal, remote: Remote, slug: string, flags: JudgeFlags): Promise<void> {
  const { repeat: repeats, sample } = flags
  const atOnce = callsAtOnce(remote, flags)
  if (sample !== undefined && repeats < 2)
    throw new UsageError(msg('option_alone', { option: '--sample', others: '--repeat 2 or more' }))
  const request = { ...judgingRequestBody(flags), repeats, sample }
  const before = await judgesBoard(remote, slug)
  const progress = await judgeRemotely(terminal, remote, slug, request, atOnce)
  const isRepeated = repeats > 1
  // repeats may show that a judge is no longer to be trusted: the board that follows leaves it out
  const report =
    isRepeated && (await remote.json<JudgesReport>(`${arenaPath(slug)}/judges`, { query: { fresh: true } }))
  const retest = isRepeated ? await remote.json<RetestReport>(`${adminPath(slug)}/judges/retest`) : undefined
  await finish(terminal, remote, slug, progress, { before, retest })
  if (report) sayLapsed(terminal, report)
}

/** Names the judges that repeats have shown not to agree with themselves; exit 1 if there are any. */
function sayLapsed(terminal: Terminal, { judges }: JudgesReport): void {
  for (const { judge, active, state, findings } of judges) {
    if (!active || state !== 'uncalibrated') continue
    printNote(terminal, `! ${judge}: ${findings[0]!.message}`)
    if (terminal.exitCode === 0) terminal.exitCode = 1
  }
}
