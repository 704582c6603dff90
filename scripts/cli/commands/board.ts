import type { Command } from 'commander'
import { arenaNamed } from '../../../server/arenas/index.ts'
import { headToHead } from '../../../server/leaderboard/head-to-head.ts'
import { showsClosed } from '../../../server/leaderboard/shows-closed.ts'
import {
  currentPairs,
  finishedSnapshot,
  humanView,
  resolveView,
  ViewRequest,
} from '../../../server/ratings/index.ts'
import type { ArenaDetail, Board, HeadToHead } from '../../../shared/contracts/index.ts'
import { parseSource } from '../../../shared/contracts/index.ts'
import { messagesOfIssue, msg } from '../../../shared/messages/index.ts'
import { addServerOptions, serverOf, withServer } from '../remote/server.ts'
import type { Remote, ServerFlags } from '../remote/server.ts'
import { BOARD_ENDINGS, putBoard } from '../terminal/board.ts'
import type { BoardFormat } from '../terminal/board.ts'
import { withBoardOutput } from '../terminal/board-options.ts'
import { UsageError } from '../terminal/errors.ts'
import { formatOfName } from '../terminal/format-of-name.ts'
import { meetingsOf } from '../terminal/reports/head-to-head.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { withApp } from '../terminal/with-app.ts'

interface Flags extends ServerFlags {
  source?: string
  criterion?: string
  category?: string
  group?: string
  from?: string
  to?: string
  looks?: string
  headToHead: boolean
  format?: BoardFormat
  output: string
  json: boolean
}

/** `board ARENA`: the published board of an arena, as at /a/ARENA.txt. */
export function boardCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('board')
    .description('print the board of an arena, and on request who beat whom how often')
    .argument('<arena>', 'its slug')
    .option(
      '--source <who>',
      'humans, judges, judge:NAME, majority (those of judges), powered (both), all or simulated (default: as on the page)',
    )
    .option('--criterion <name>', "only votes under this criterion (default: the arena's first)")
    .option('--category <name>', 'only prompts of this category')
    .option('--group <name>', 'only votes of this group of invited people')
    .option('--from <time>', 'only votes from this day or time on')
    .option('--to <time>', 'only votes up to this day or time')
    .option(
      '--looks <how>',
      'any: results hold however often you look; one: at one look, at a time chosen beforehand',
    )
    .option('--head-to-head', 'also print the votes of each pair', false)
  addServerOptions(withBoardOutput(command)).action((slug: string, flags: Flags) =>
    run(terminal, slug, flags),
  )
}

interface Shown {
  board: Board
  isClosed: boolean
  pairs: HeadToHead | null
}

async function run(terminal: Terminal, slug: string, flags: Flags): Promise<void> {
  const format = formatOfName(flags.output, flags, BOARD_ENDINGS, 'table')
  if (flags.headToHead && (format === 'csv' || format === 'latex'))
    throw new UsageError(msg('format_without_reports', { format }))
  const request = requestOf(flags)
  const server = serverOf(terminal, flags)
  const { board, isClosed, pairs } = server
    ? await withServer(terminal, server, (remote) => onServer(remote, slug, request, flags.headToHead))
    : await onDatabase(terminal, slug, request, flags.headToHead)
  const reports = pairs ? { headToHead: meetingsOf(pairs) } : {}
  await putBoard(terminal, board, { format, reports, isClosed, output: flags.output })
}

function requestOf({ source, criterion, category, group, from, to, looks }: Flags): ViewRequest {
  const given = { source, criterion, category, group, from, to, looks }
  const request = ViewRequest.safeParse(given, { reportInput: true })
  if (request.success) return request.data
  const [{ path, message }] = messagesOfIssue(request.error.issues[0])
  throw new UsageError(msg('wrong_option', { option: path.join('.'), why: message }))
}

const onDatabase = (terminal: Terminal, slug: string, request: ViewRequest, withPairs: boolean) =>
  withApp(terminal, async ({ deps }): Promise<Shown> => {
    const arena = await arenaNamed(deps.db, slug)
    const view = await resolveView(deps, arena, request)
    const { board } = await finishedSnapshot(deps, arena, view)
    const counted = humanView(view)
    return {
      board: JSON.parse(board) as Board,
      isClosed: await showsClosed(deps, arena, view),
      pairs: withPairs
        ? (JSON.parse(
            headToHead(arena, counted, await currentPairs(deps, arena, counted)).text,
          ) as HeadToHead)
        : null,
    }
  })

async function onServer(
  { json }: Remote,
  slug: string,
  request: ViewRequest,
  withPairs: boolean,
): Promise<Shown> {
  const at = `/api/arenas/${encodeURIComponent(slug)}`
  const query = { ...request }
  const board = await json<Board>(`${at}/leaderboard/settled`, { query })
  const { looks: _, ...view } = query
  return {
    board,
    isClosed: isClosedFor(board, await json<ArenaDetail>(at)),
    pairs: withPairs ? await json<HeadToHead>(`${at}/head-to-head`, { query: view }) : null,
  }
}

/** Whether a board of people says that voting is closed. */
function isClosedFor({ view }: Board, { closes, archivedAt }: ArenaDetail): boolean {
  const isOfPeople = parseSource(view.source)?.kinds.includes('human') ?? false
  const isOver = closes !== undefined && closes.at !== null && Date.now() >= Date.parse(closes.at)
  return isOfPeople && (archivedAt !== undefined || closes?.isReached === true || isOver)
}
