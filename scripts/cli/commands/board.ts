import type { Command } from 'commander'
import { z } from 'zod'
import { parseViewDate, ViewRequest } from '../../../server/ratings/index.ts'
import { changesSinceDay, finishBoard } from '../../../shared/finish/index.ts'
import type { Reports } from '../../../server/ratings/reports/compute-reports.ts'
import type { Meeting } from '../../../server/ratings/reports/pairs.ts'
import type {
  ArenaDetail,
  Board,
  BoardReports,
  HeadToHead,
  History,
} from '../../../shared/contracts/index.ts'
import { votingClosedSince } from '../../../shared/contracts/source.ts'
import { msg } from '../../../shared/messages/index.ts'
import { fetchBoard, withServer, type Remote } from '../remote/server.ts'
import { BOARD_ENDINGS, putBoard, type BoardFormat, withBoardOutput } from '../terminal/board.ts'
import { UsageError } from '../terminal/errors.ts'
import { checkedOptions, formatOfName, withView } from '../terminal/options.ts'
import { namedMeetings } from '../../../server/ratings/reports/reports-text.ts'
import { patiently, type Terminal } from '../terminal/terminal.ts'
import { withPictures, writePictures, type PictureFlags } from '../terminal/write-pictures.ts'

interface Flags extends PictureFlags, ViewRequest {
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
  withBoardOutput(withPictures(command)).action((slug: string, flags: Flags) => run(terminal, slug, flags))
}

type Wanted = Pick<Flags, 'headToHead' | 'ingredients' | 'matrix' | 'since'>

const wantsPairs = ({ headToHead: isListed, matrix }: Wanted) => isListed || matrix !== undefined

interface Shown {
  board: Board
  closedAt: string | null
  /** The votes of each pair; empty if they are not wanted. */
  pairs: Meeting[]
  /** What changed since a day; null: it is not wanted. */
  changed: string | null
  reports: Reports
}

async function run(terminal: Terminal, slug: string, flags: Flags): Promise<void> {
  const format = formatOfName(terminal, flags.output, flags.format, BOARD_ENDINGS, 'table')
  const isMore = flags.headToHead || flags.ingredients || flags.since !== undefined
  if (isMore && format === 'csv') throw new UsageError(msg('format_without_reports', { format }))
  const request = requestOf(flags)
  const { board, pairs, reports, closedAt, changed } = await withServer(terminal, (remote) =>
    boardAndMore(terminal, remote, slug, request, flags),
  )
  await writePictures(terminal, flags, { board, pairs: () => pairs })
  const shown = { ...reports, ...(flags.headToHead && { headToHead: pairs }) }
  await putBoard(terminal, board, { format, closedAt, changed, reports: shown, output: flags.output })
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
  request: ViewRequest,
  wanted: Wanted,
): Promise<Shown> {
  const { json } = remote
  const { ingredients, since } = wanted
  const at = `/api/arenas/${encodeURIComponent(slug)}`
  const query = { ...request }
  const board = await patiently(
    terminal,
    'The board is being computed. With millions of votes this takes minutes.',
    () => fetchBoard(remote, slug, query),
  )
  const { looks: _, ...view } = query
  const moment = parseViewDate(checkedOptions(SinceRequest, { since }).since ?? null, 0)
  const reports = ingredients ? ingredientsIn(slug, await json<BoardReports>(`${at}/reports`, { query })) : {}
  const pairs = wantsPairs(wanted)
    ? namedMeetings(await json<HeadToHead>(`${at}/head-to-head`, { query: view }))
    : []
  return {
    board,
    closedAt: votingClosedSince(await json<ArenaDetail>(at), Date.now(), board.view.source),
    pairs,
    changed:
      moment &&
      changesSinceDay((await json<History>(`${at}/history`, { query })).points, finishBoard(board), moment),
    reports,
  }
}
