import { displayName } from '../../../../shared/finish/text.ts'
import { formatInteger, listed } from '../../ui/figures.ts'
import { ratingSpan, compareSpans, type Rated } from '../../charts/scales.ts'
import { words } from '../../words/words.ts'
import { judgeOfSource } from '../../../../shared/contracts/source.ts'
import type { Board } from '../../../../shared/contracts/board.ts'
import type { BoardView } from '../../../../shared/finish/board-view.ts'
import {
  boardBefore,
  changesSinceDay,
  changesSince,
  rowChanges,
  seenBoard,
  type RowChanges,
  type SeenBoard,
} from '../../../../shared/finish/changes.ts'
import type { HistoryPoint } from '../../../../shared/contracts/reports.ts'
import { storageKey, store, storedValue } from '../../state/stored.ts'

/** Who made the votes of a source: "61 people", "2 judges". */
export function votersLabel(source: string, voters: number): string {
  if (source === 'judges' || judgeOfSource(source) !== null) return words.counts.judges({ count: voters })
  return ['all', 'simulated'].includes(source)
    ? words.board.voters({ count: voters })
    : words.board.people({ count: voters })
}

/** Names of the other rows by how they stand to a selected one, in the order of the rows. */
export interface OverlapGroups {
  overlaps: string[]
  /** Those that the selected one is above. */
  below: string[]
  /** Those that are above it. */
  above: string[]
}

/** How the others stand to the selected one. Null: it has no interval. */
export function overlapGroups(rows: readonly Rated[], selected: Rated): OverlapGroups | null {
  const band = ratingSpan(selected)
  if (!band) return null
  const standings: OverlapGroups = { overlaps: [], below: [], above: [] }
  for (const row of rows) {
    const span = ratingSpan(row)
    if (!span || row.name === selected.name) continue
    const place = compareSpans(span, band)
    standings[place === 'equal' ? 'overlaps' : place].push(row.name)
  }
  return standings
}

/** How a selected row stands to the others, in words. */
export function standingWords({ overlaps, below, above }: OverlapGroups): { overlaps: string; rest: string } {
  const number = inWords(overlaps.length)
  const isNamed = overlaps.length > 0 && overlaps.length <= MAX_NAMED
  return {
    overlaps:
      overlaps.length === 0
        ? words.board.overlapsNone
        : isNamed
          ? words.board.overlapsThese({ number })
          : words.board.overlapsMany({ number }),
    rest: [
      ...(isNamed ? [`${listed(overlaps.map(displayName))}.`] : []),
      ...(below.length > 0 ? [words.board.isAbove({ names: namesOrNumber(below) })] : []),
      ...(above.length > 0 ? [words.board.isBelow({ names: namesOrNumber(above) })] : []),
    ].join(' '),
  }
}

/** More names are counted, and longer lists of them. */
const [MAX_NAMED, LONGEST_LIST] = [6, 90]

function namesOrNumber(names: readonly string[]): string {
  const list = listed(names.map(displayName))
  return names.length > MAX_NAMED || list.length > LONGEST_LIST ? inWords(names.length) : list
}

const inWords = (n: number): string =>
  (words.board.numbers as Partial<Record<number, string>>)[n] ?? formatInteger(n)

/** Boards seen within so many minutes are of one visit. */
const VISIT_MINUTES = 30

/** The board as it was at the end of the visit before, and as it was seen last. */
interface Visits {
  before: SeenBoard | null
  latest: SeenBoard
}

/**
 * Remembers that a board is seen. Only this browser knows it.
 * @returns what changed since the visit before. Null on the first visit, or if no vote came or went
 */
export function recordVisit(board: Board, view: BoardView, now: Date): Changes | null {
  const key = storageKey(`seen:${board.arena}:${JSON.stringify(board.view)}`)
  const visits = storedValue<Visits>(key, 'always')
  const isNewVisit = visits !== null && now.getTime() - Date.parse(visits.latest.at) > VISIT_MINUTES * 60_000
  const before = isNewVisit ? visits.latest : (visits?.before ?? null)
  store(key, JSON.stringify({ before, latest: seenBoard(view.board, now) } satisfies Visits), 'always')
  const text = before && changesSince(before, view.board, { language: view.language })
  return text === null ? null : { text, rows: rowChanges(before!, view.board) }
}

/** What changed on a board: in a line, and by row. */
export interface Changes {
  text: string
  rows: RowChanges
}

/** What changed since a day, by the boards of a view. */
export function describeChanges(points: readonly HistoryPoint[], view: BoardView, since: Date): Changes {
  const earlierBoard = boardBefore(points, since)
  return {
    text: changesSinceDay(points, view.board, since, view.language),
    rows: earlierBoard ? rowChanges(earlierBoard, view.board) : new Map(),
  }
}
