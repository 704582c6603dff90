import type { Command } from 'commander'
import { arenaNamed } from '../../../server/arenas/index.ts'
import { differencesFrom, headToHead, historyOf } from '../../../server/leaderboard/view-figures.ts'
import { closedFor } from '../../../server/leaderboard/snapshot-for.ts'
import {
  boardHistory,
  currentDifferences,
  currentPairs,
  currentReports,
  currentSnapshot,
  humanView,
  resolveView,
  ViewRequest,
} from '../../../server/ratings/index.ts'
import type { Meeting } from '../../../server/ratings/reports/compute-reports.ts'
import type {
  ArenaDetail,
  Board,
  BoardReports,
  Differences,
  HeadToHead,
  History,
} from '../../../shared/contracts/index.ts'
import { closedSince } from '../../../shared/contracts/source.ts'
import { msg } from '../../../shared/messages/index.ts'
import { addServerOptions, serverOf, withServer, type Remote, type ServerFlags } from '../remote/server.ts'
import { BOARD_ENDINGS, putBoard, type BoardFormat, withBoardOutput } from '../terminal/board.ts'
import { UsageError } from '../terminal/errors.ts'
import { checkedOptions, formatOfName } from '../terminal/options.ts'
import { meetingsOf, type BoardExtras } from '../terminal/reports.ts'
import { patiently, type Terminal } from '../terminal/terminal.ts'
import { withApp } from '../terminal/with-app.ts'
import { withPictures, writePictures, type PictureFlags } from '../terminal/write-pictures.ts'

interface Flags extends ServerFlags, PictureFlags, ViewRequest {
  headToHead: boolean
  differences?: string
  history: boolean
  ingredients: boolean
  format?: BoardFormat
  output: string
  json: boolean
}

/** `board ARENA`: the published board of an arena, as at /a/ARENA.txt. */
export function boardCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('board')
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
      'any: results hold however often you look; one: at one look, at a time chosen beforehand (default: one after an end of voting set beforehand, else any)',
    )
    .option('--head-to-head', 'also print the votes of each pair', false)
    .option('--differences <contestant>', 'also print how it differs from each other one')
    .option('--ingredients', 'also print what the `factors` of contestants are worth', false)
    .option('--history', 'also print the ratings of earlier boards', false)
  addServerOptions(withBoardOutput(withPictures(command))).action((slug: string, flags: Flags) =>
    run(terminal, slug, flags),
  )
}

type Wanted = Pick<Flags, 'headToHead' | 'differences' | 'history' | 'ingredients' | 'matrix'>

const wantsPairs = ({ headToHead: isListed, matrix }: Wanted) => isListed || matrix !== undefined

interface Shown {
  board: Board
  closedAt: string | null
  /** The votes of each pair; empty if they are not wanted. */
  pairs: Meeting[]
  reports: BoardExtras
}

async function run(terminal: Terminal, slug: string, flags: Flags): Promise<void> {
  const format = formatOfName(flags.output, flags, BOARD_ENDINGS, 'table')
  const isMore = flags.headToHead || flags.history || flags.ingredients || flags.differences !== undefined
  if (isMore && (format === 'csv' || format === 'latex'))
    throw new UsageError(msg('format_without_reports', { format }))
  const request = requestOf(flags)
  const server = serverOf(terminal, flags)
  const { board, pairs, reports, closedAt } = server
    ? await withServer(terminal, server, (remote) => onServer(remote, slug, request, flags))
    : await onDatabase(terminal, slug, request, flags)
  await writePictures(terminal, flags, { board, pairs: () => pairs })
  const shown = { ...reports, ...(flags.headToHead && { headToHead: pairs }) }
  await putBoard(terminal, board, { format, closedAt, reports: shown, output: flags.output })
}

const requestOf = ({ source, criterion, category, group, from, to, looks }: Flags): ViewRequest =>
  checkedOptions(ViewRequest, { source, criterion, category, group, from, to, looks })

const onDatabase = (terminal: Terminal, slug: string, request: ViewRequest, wanted: Wanted) =>
  withApp(terminal, async ({ deps }): Promise<Shown> => {
    const arena = await arenaNamed(deps.db, slug)
    const view = await resolveView(deps, arena, request)
    const { board } = await patiently(
      terminal,
      'The board is being computed. With millions of votes this takes minutes.',
      () => currentSnapshot(deps, arena, view),
    )
    const counted = humanView(view)
    const { differences, history, ingredients } = wanted
    const met = async () => headToHead(arena, counted, await currentPairs(deps, arena, counted)).text
    const reports = {
      ...(differences !== undefined && {
        differences: JSON.parse(
          differencesFrom(arena, view, await currentDifferences(deps, arena, view, differences)).text,
        ) as Differences,
      }),
      ...(history && {
        history: JSON.parse(historyOf(arena, view, await boardHistory(deps, arena, view)).text) as History,
      }),
      ...(ingredients && ingredientsIn(slug, await currentReports(deps, arena, counted))),
    }
    return {
      board: JSON.parse(board) as Board,
      closedAt: await closedFor(deps, arena, view),
      pairs: wantsPairs(wanted) ? meetingsOf(JSON.parse(await met()) as HeadToHead) : [],
      reports,
    }
  })

/** @throws {UsageError} if no contestant has ingredients */
function ingredientsIn(arena: string, { ingredients }: Pick<BoardReports, 'ingredients'>) {
  if (ingredients === null) throw new UsageError(msg('no_factors', { file: arena }))
  return { ingredients }
}

async function onServer(
  { json }: Remote,
  slug: string,
  request: ViewRequest,
  wanted: Wanted,
): Promise<Shown> {
  const { differences, history, ingredients } = wanted
  const at = `/api/arenas/${encodeURIComponent(slug)}`
  const query = { ...request }
  const board = await json<Board>(`${at}/leaderboard`, { query })
  const { looks: _, ...view } = query
  const reports = {
    ...(differences !== undefined && {
      differences: await json<Differences>(`${at}/differences`, {
        query: { ...query, contestant: differences },
      }),
    }),
    ...(history && { history: await json<History>(`${at}/history`, { query }) }),
    ...(ingredients && ingredientsIn(slug, await json<BoardReports>(`${at}/reports`, { query }))),
  }
  const pairs = wantsPairs(wanted)
    ? meetingsOf(await json<HeadToHead>(`${at}/head-to-head`, { query: view }))
    : []
  return {
    board,
    closedAt: closedSince(await json<ArenaDetail>(at), Date.now(), board.view.source),
    pairs,
    reports,
  }
}
