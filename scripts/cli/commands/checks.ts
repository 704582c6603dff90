import type { Command } from 'commander'
import { arenaNamed } from '../../../server/arenas/index.ts'
import { checksReport } from '../../../server/judging/index.ts'
import { checksText } from '../judging/checks-text.ts'
import { withApp } from '../terminal/with-app.ts'
import { print, printJson, widthOf } from '../terminal/output.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** `checks ARENA`: pass rates by run and contestant; exit 1 if the last run of an active check misses its required share. */
export function checks(program: Command, terminal: Terminal): void {
  program
    .command('checks')
    .description(
      'how many answers of each contestant passed each check, run by run; exit 1 while an active check is below its required share',
    )
    .argument('<arena>', 'its slug')
    .option('--json', 'print the report as JSON', false)
    .action((slug: string, { json }: { json: boolean }) =>
      withApp(terminal, async ({ deps }) => {
        const report = await checksReport(deps, await arenaNamed(deps.db, slug))
        if (json) printJson(terminal, report)
        else print(terminal, checksText(report, widthOf(terminal)))
        const last = report.checks.filter(({ active }) => active).map(({ runs }) => runs.at(-1)!)
        const missed = last.some(({ contestants }) => contestants.some(({ met }) => met === false))
        terminal.exitCode = missed ? 1 : 0
      }),
    )
}
