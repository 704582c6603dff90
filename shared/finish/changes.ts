import type { HistoryPoint } from '../contracts/reports.ts'
import type { Language } from '../contracts/language.ts'
import { placeText } from './board-view.ts'
import { longDay, displayNames, boardWords } from './headline.ts'
import type { FinishBoard } from './finish-board.ts'

type Place = readonly [best: number, worst: number]

/** What is kept of an earlier board: by a browser of the one that its reader saw, by the server of each day. */
export interface SeenBoard {
  /** When it was seen (ISO 8601). */
  at: string
  votes: number
  leader: string | null
  deadHeat: readonly string[]
  /** Of the rated contestants, by name. */
  places: Readonly<Record<string, Place>>
}

/** The part of a board that is remembered. */
export const seenBoard = (board: FinishBoard, at: Date): SeenBoard => ({
  at: at.toISOString(),
  votes: board.votes,
  leader: board.leader,
  deadHeat: [...board.deadHeat],
  places: ratedPlaces(board),
})

const ratedPlaces = ({ contestants, state }: FinishBoard): Record<string, Place> =>
  state === 'first_votes'
    ? {}
    : Object.fromEntries(
        contestants.flatMap(({ name, status, place }) =>
          status === 'rated' && place ? [[name, place]] : [],
        ),
      )

/**
 * The board as it was at a moment: the last one before it that is kept.
 * @param points  oldest first
 * @returns null if none is
 */
export function boardBefore(points: readonly HistoryPoint[], moment: Date): SeenBoard | null {
  const point = points.findLast((earlier) => Date.parse(earlier.at) <= moment.getTime())
  if (!point) return null
  const { votes, leader, deadHeat, ratings } = point
  return { at: moment.toISOString(), votes, leader, deadHeat, places: placesAmong(ratings) }
}

/** 1 + the number of bars wholly above … the number of contestants less those wholly below. */
const placesAmong = (ratings: HistoryPoint['ratings']): Record<string, Place> =>
  Object.fromEntries(
    ratings.flatMap(({ name, low, high }) => {
      if (low === null || high === null) return []
      const above = ratings.filter((rival) => rival.low !== null && rival.low > high).length
      const below = ratings.filter((rival) => rival.high !== null && rival.high < low).length
      return [[name, [1 + above, ratings.length - below]]]
    }),
  )

/** How a row differs: its place then, or null for a contestant that had none. Rows that are the same are left out. */
export type RowChanges = ReadonlyMap<string, string | null>

export function rowChanges(previous: SeenBoard, board: FinishBoard): RowChanges {
  const before = new Map(Object.entries(previous.places))
  // where nobody was rated, everybody is new; the same votes are the same board, whichever rounds it was computed with
  if (before.size === 0 || previous.votes === board.votes) return new Map<string, string | null>()
  return new Map(
    Object.entries(ratedPlaces(board))
      .map(([name, place]) => [name, before.get(name) ?? null, place] as const)
      .filter(([, then, now]) => then?.join() !== now.join())
      .map(([name, then]) => [name, then && placeText(then)]),
  )
}

/** The most newcomers that are named with their places, and the most others. */
const [MAX_ENTERING, MAX_MOVED] = [3, 2]

interface ChangesOptions {
  language?: Language | undefined
  /** Whether a run of judges made the change: then the line names no day. */
  isByRun?: boolean
}

/** What changed since a board was seen: votes, first place, contestants and places. Null if no vote came or went. */
export function changesSince(
  previous: SeenBoard,
  board: FinishBoard,
  { language = 'en', isByRun = false }: ChangesOptions = {},
): string | null {
  const say = boardWords(language)
  const { changed } = say
  const votes = board.votes - previous.votes
  if (votes === 0) return null
  const first = changesOfFirst(previous, board, language)
  const changes = [
    votes > 0 ? changed.more({ count: votes }) : changed.fewer({ count: -votes }),
    ...(first.length > 0 || Object.keys(previous.places).length === 0 ? first : [changed.same]),
    ...changesOfPlaces(previous, board, language),
  ].join('; ')
  return isByRun ? say.byRun({ changes }) : say.since({ day: longDay(previous.at, language), changes })
}

/** The same for a day that somebody asks for: it also says that nothing changed, or that no board of that time is kept. */
export function changesSinceDay(
  points: readonly HistoryPoint[],
  board: FinishBoard,
  moment: Date,
  language: Language = 'en',
): string {
  const { since, changed } = boardWords(language)
  const previous = boardBefore(points, moment)
  if (previous)
    return (
      changesSince(previous, board, { language }) ??
      since({ day: longDay(previous.at, language), changes: changed.nothing })
    )
  const [first] = points
  const day = longDay(moment.toISOString(), language)
  return first ? changed.notKept({ day, first: longDay(first.at, language) }) : changed.noneKept({ day })
}

function changesOfFirst(previous: SeenBoard, board: FinishBoard, language: Language): string[] {
  const { changed } = boardWords(language)
  const named = (key: string) => ({ name: displayNames([key], language)[0]! })
  const listed = (keys: readonly string[]) => {
    const names = displayNames(keys, language)
    return { count: names.length, names }
  }
  const { leader, state, deadHeat } = board
  if (leader !== null)
    return leader === previous.leader
      ? []
      : [state === 'wins' ? changed.wins(named(leader)) : changed.leads(named(leader))]
  if (previous.leader !== null) return [changed.leadLost(named(previous.leader))]
  if (previous.deadHeat.length === 0 || state === 'first_votes') return []
  // newcomers are named with their places
  const joined = deadHeat.filter(
    (key) => !previous.deadHeat.includes(key) && Object.hasOwn(previous.places, key),
  )
  const left = previous.deadHeat.filter(
    (key) => !deadHeat.includes(key) && board.contestants.some((contestant) => contestant.name === key),
  )
  return [
    ...(joined.length > 0 ? [changed.joined(listed(joined))] : []),
    ...(left.length > 0 ? [changed.left(listed(left))] : []),
  ]
}

/** Newcomers with their places, and where some came the others whose places moved most. */
function changesOfPlaces(previous: SeenBoard, board: FinishBoard, language: Language): string[] {
  const { changed } = boardWords(language)
  const places = Object.entries(ratedPlaces(board))
  if (Object.keys(previous.places).length === 0) return []
  const entering = places.filter(([name]) => !Object.hasOwn(previous.places, name))
  if (entering.length === 0) return []
  if (entering.length > MAX_ENTERING) return [changed.added({ count: entering.length })]
  const formatName = (name: string) => displayNames([name], language)[0]
  const moved = places
    .filter(([name]) => Object.hasOwn(previous.places, name))
    .map(([name, place]) => ({ name, place, by: placesMoved(previous.places[name], place, entering.length) }))
    .filter(({ by }) => by > 0)
    .sort((a, b) => b.by - a.by)
    .slice(0, MAX_MOVED)
  return [
    ...entering.map(([name, place]) => changed.enters({ name: formatName(name), place: placeText(place) })),
    ...moved.map(({ name, place }) => changed.nowAt({ name: formatName(name), place: placeText(place) })),
  ]
}

/** By how many places a contestant moved, beyond what so many newcomers below it explain. */
const placesMoved = (before: Place, now: Place, newcomers: number): number =>
  Math.abs(now[0] - before[0]) + Math.max(0, Math.abs(now[1] - before[1]) - newcomers)
