import type { Command } from 'commander'
import { ViewRequest } from '../../../server/ratings/index.ts'
import type { ArenaDetail, BoardReports, HeadToHead } from '../../../shared/contracts/index.ts'
import { votingClosedSince } from '../../../shared/contracts/source.ts'
import { msg } from '../../../shared/messages/index.ts'
import { arenaPath, fetchBoard, withServer } from '../remote/server.ts'
import {
  BOARD_ENDINGS,
  hasNoReports,
  putBoard,
  type BoardFormat,
  withBoardOutput,
} from '../terminal/board.ts'
import { UsageError } from '../terminal/errors.ts'
import { checkedOptions, formatOfName, withView } from '../terminal/options.ts'
import type { Reports } from '../../../server/ratings/reports/compute-reports.ts'
import { namedMeetings } from '../../../server/ratings/reports/reports-text.ts'
import { patiently, type Terminal } from '../terminal/terminal.ts'

interface Flags extends ViewRequest {
  headToHead: boolean
  ingredients: boolean
  format?: BoardFormat
  output: string
}

/** `board ARENA`: the published board of an arena, as at /a/ARENA.txt. */
export function boardCommand(program: Command, terminal: Terminal): void {
  const command = program.command('board').argument('<arena>', 'its slug')
  withView(command, 'source', 'criterion', 'category', 'group')
    .option('--from <time>', 'only votes from this day or time on')
    .option('--to <time>', 'only votes up to this day or time')
    .option(
      '--looks <how>',
      'any: results hold however often you look; one: at one look, at a time chosen beforehand (default: one after an end of voting set beforehand, else any)',
    )
    .option('--head-to-head', 'also print the votes of each pair', false)
    .option('--ingredients', 'also print what the `factors` of contestants are worth', false)
  withBoardOutput(command).action((slug: string, flags: Flags) => run(terminal, slug, flags))
}

async function run(terminal: Terminal, slug: string, flags: Flags): Promise<void> {
  const { headToHead, ingredients, output } = flags
  const { source, criterion, category, group, from, to, looks } = flags
  const format = formatOfName(terminal, output, flags.format, BOARD_ENDINGS, 'table')
  if (hasNoReports(format) && (headToHead || ingredients))
    throw new UsageError(msg('format_without_reports', { format }))
  const view = checkedOptions(ViewRequest, { source, criterion, category, group, from, to })
  const query = { ...view, ...checkedOptions(ViewRequest, { looks }) }
  const path = arenaPath(slug)
  const { board, ...more } = await withServer(terminal, async (remote) => {
    const board = await patiently(
      terminal,
      'The board is being computed. With millions of votes this takes minutes.',
      () => fetchBoard(remote, slug, query),
    )
    const reports: Reports = {}
    if (ingredients) {
      const found = await remote.json<BoardReports>(`${path}/reports`, { query })
      if (found.ingredients === null) throw new UsageError(msg('no_factors', { file: slug }))
      reports.ingredients = found.ingredients
    }
    if (headToHead)
      reports.headToHead = namedMeetings(
        await remote.json<HeadToHead>(`${path}/head-to-head`, { query: view }),
      )
    const arena = await remote.json<ArenaDetail>(path)
    return { board, reports, closedAt: votingClosedSince(arena, Date.now(), board.view.source) }
  })
  await putBoard(terminal, board, { format, ...more, output })
}
