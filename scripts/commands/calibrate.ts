import type { Command } from 'commander'
import { arenaNamed } from '../../server/arenas/index.ts'
import { keepTrial } from '../../server/judging/index.ts'
import { judgesText } from '../judging/judges-text.ts'
import { withHouse } from '../terminal/house.ts'
import { print, printJson, widthOf } from '../terminal/output.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** `calibrate ARENA`: every judge against the humans; exit 1 unless all that voted are calibrated. */
export function calibrate(program: Command, terminal: Terminal): void {
  program
    .command('calibrate')
    .description(
      'hold every judge against the humans who decided the same pairs; exit 1 while one is not calibrated',
    )
    .argument('<arena>', 'its slug')
    .option('--json', 'print the report as JSON', false)
    .action((slug: string, { json }: { json: boolean }) =>
      withHouse(terminal, async ({ deps }) => {
        const report = await keepTrial(deps, await arenaNamed(deps.db, slug))
        if (json) printJson(terminal, report)
        else print(terminal, judgesText(report, widthOf(terminal)))
        const asked = report.judges.filter(({ active, figures }) => active || figures.votes > 0)
        terminal.exitCode = asked.every(({ state }) => state === 'calibrated') ? 0 : 1
      }),
    )
}
