import type { Command } from 'commander'
import { arenaNamed } from '../../../server/arenas/index.ts'
import { winRatesFrom } from '../../../server/leaderboard/index.ts'
import { currentWinRates, resolveView, ViewRequest } from '../../../server/ratings/index.ts'
import { printBoard } from '../terminal/board.ts'
import { linesOf } from '../../../shared/finish/lines.ts'
import { checkedOptions } from '../terminal/options.ts'
import { withApp } from '../terminal/with-app.ts'
import { print, printJson, widthOf, type Terminal } from '../terminal/terminal.ts'
import { baselineLines } from '../terminal/reports.ts'

interface WinRatesFlags {
  baseline?: string
  source?: string
  criterion?: string
  category?: string
  json: boolean
}

/** `win-rates ARENA`: the board, and below it everyone's win rate against one contestant, from the same votes. */
export function winRatesCommand(program: Command, terminal: Terminal): void {
  program
    .command('win-rates')
    .argument('<arena>', 'its slug')
    .option(
      '--baseline <name>',
      "the baseline: name or slug (default: the plan's baseline, else the contestant with votes against the most others)",
    )
    .option('--source <who>', 'humans, judges, judge:NAME, all or simulated (default: as the board)')
    .option('--criterion <name>', "only votes under this criterion (default: the arena's first)")
    .option('--category <name>', 'only prompts of this category')
    .option('--json', 'one JSON value on stdout', false)
    .action((slug: string, flags: WinRatesFlags) => run(terminal, slug, flags))
}

async function run(terminal: Terminal, slug: string, { baseline, json, ...flags }: WinRatesFlags) {
  const request = checkedOptions(ViewRequest, flags)
  await withApp(terminal, async ({ deps }) => {
    const arena = await arenaNamed(deps.db, slug)
    const view = await resolveView(deps, arena, request)
    const winRates = await currentWinRates(deps, arena, view, baseline ?? null)
    if (json) return printJson(terminal, winRatesFrom(arena, view, winRates))
    printBoard(terminal, winRates.board, 'table')
    if (!winRates.chosen) return
    const parts = baselineLines(winRates.rows, winRates.chosen.baseline.name)
    print(terminal, linesOf(['', ...parts], widthOf(terminal)).join('\n'))
  })
}
