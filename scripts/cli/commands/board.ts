import type { Command } from 'commander'
import { z } from 'zod'
import { parseViewDate, ViewRequest } from '../../../server/ratings/index.ts'
import { changesSinceDay, finishBoard } from '../../../shared/finish/index.ts'
import type {
  ArenaDetail,
  Board,
  BoardReports,
  HeadToHead,
  History,
} from '../../../shared/contracts/index.ts'
import { votingClosedSince } from '../../../shared/contracts/source.ts'
import { msg } from '../../../shared/messages/index.ts'
import { arenaPath, fetchBoard, withServer, type Remote } from '../remote/server.ts'
import { BOARD_ENDINGS, putBoard, type BoardFormat, withBoardOutput } from '../terminal/board.ts'
import { UsageError } from '../terminal/errors.ts'
import { checkedOptions, formatOfName, withView } from '../terminal/options.ts'
import { namedMeetings } from '../../../server/ratings/reports/reports-text.ts'
import { patiently, type Terminal } from '../terminal/terminal.ts'
import { withPlot, writePlot } from '../terminal/write-plot.ts'

interface Flags extends ViewRequest {
  plot?: string
  headToHead: boolean
  since?: string
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
    .option('--since <day>', 'also print what changed since this day or time')
  withBoardOutput(withPlot(command)).action((slug: string, flags: Flags) => run(terminal, slug, flags))
}

/** A board, and what is printed with it. */
type Shown = Omit<Parameters<typeof putBoard>[2], 'format' | 'output'> & { board: Board }

async function run(terminal: Terminal, slug: string, flags: Flags): Promise<void> {
  const { plot, output } = flags
  const format = formatOfName(terminal, output, flags.format, BOARD_ENDINGS, 'table')
  if (format === 'csv' && (flags.headToHead || flags.ingredients || flags.since !== undefined))
    throw new UsageError(msg('format_without_reports', { format }))
  const request = requestOf(flags)
  const { board, ...more } = await withServer(terminal, (remote) =>
    boardAndMore(terminal, remote, slug, request, flags),
  )
  if (plot !== undefined) await writePlot(terminal, board, plot)
  await putBoard(terminal, board, { format, ...more, output })
}

const SinceRequest = z.object({ since: ViewRequest.shape.from })

const requestOf = ({ source, criterion, category, group, from, to, looks }: Flags): ViewRequest =>
  checkedOptions(ViewRequest, { source, criterion, category, group, from, to, looks })

/** @throws {UsageError} if no contestant has ingredients */
function ingredientsIn(arena: string, { ingredients }: Pick<BoardReports, 'ingredients'>) {
  if (ingredients === null) throw new UsageError(msg('no_factors', { file: arena }))
  return { ingredients }
}

async function boardAndMore(
  terminal: Terminal,
  remote: Remote,
  slug: string,
  query: ViewRequest,
  { headToHead, ingredients, since }: Flags,
): Promise<Shown> {
  const path = arenaPath(slug)
  const board = await patiently(
    terminal,
    'The board is being computed. With millions of votes this takes minutes.',
    () => fetchBoard(remote, slug, query),
  )
  const fetchReport = <Report>(name: string, view: ViewRequest = query) =>
    remote.json<Report>(`${path}/${name}`, { query: { ...view } })
  const { looks: _, ...view } = query
  const moment = parseViewDate(checkedOptions(SinceRequest, { since }).since ?? null, 0)
  const reports = {
    ...(ingredients && ingredientsIn(slug, await fetchReport<BoardReports>('reports'))),
    ...(headToHead && { headToHead: namedMeetings(await fetchReport<HeadToHead>('head-to-head', view)) }),
  }
  return {
    board,
    closedAt: votingClosedSince(await remote.json<ArenaDetail>(path), Date.now(), board.view.source),
    changed:
      moment && changesSinceDay((await fetchReport<History>('history')).points, finishBoard(board), moment),
    reports,
  }
}
