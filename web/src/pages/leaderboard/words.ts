import type { Board, BoardContestant } from '../../../../shared/contracts/board.ts'
import { stillNeeds, type Place, type Unit } from '../../../../shared/sentence/sentence.ts'
import { standing, type Span, type RelativePosition } from '../../charts/scales.ts'
import { points } from '../../ui/figures.ts'
import { language } from '../../words/language.svelte.ts'
import { leaderboard as words } from '../../words/board.ts'
import { judgeIn } from '../../../../shared/contracts/source.ts'

/** Who made the votes of a source: "61 people", "2 judges". */
export function madeBy(source: string, voters: number): string {
  if (source === 'judges' || judgeIn(source) !== null) return words.here.judges(voters)
  return source === 'all' ? words.here.voters(voters) : words.here.people(voters)
}

/** What a contestant without a rating still needs, as a line of text. */
export function needOf(
  contestant: BoardContestant,
  ties: Board['ties'],
  narrowed: boolean,
  unit: Unit = 'vote',
): string {
  const { status, votes } = contestant
  const isUnrated = status === 'unrated'
  const needs =
    votes === 0 && narrowed ? words.here.noVotesInView : stillNeeds(contestant, ties, language.code, unit)
  return `${isUnrated ? words.here.unrated : words.here.provisional}, ${needs}`
}

/** How a row stands to the selected one. */
export const SIGNS = { equal: '≈', above: '↑', below: '↓' }

/** Number of other rows by their position relative to one row. */
export type PositionCounts = Record<RelativePosition, number>

export function positionCounts(others: readonly Span[], selected: Span): PositionCounts {
  const counts: PositionCounts = { equal: 0, above: 0, below: 0 }
  for (const other of others) counts[standing(other, selected)] += 1
  return counts
}

/** "above 34, below none" */
export const aboveAndBelow = ({ best, worst }: Place, all: number): string =>
  words.here.aboveAndBelow(all - worst, best - 1)

/** The places of a row for screen readers: "place 1 to 25 of 59, above 34, below none". */
export const placeWords = (place: Place, all: number): string =>
  words.here.placeOf(place.best, place.worst, all) + aboveAndBelow(place, all)

/** Rating and interval of a row for screen readers: "about 1093, between 1050 and 1130". */
export function plotWords(rating: number, span: Span | null): string {
  const about = words.here.about(points(rating))
  if (!span) return about
  const low = Number.isFinite(span.low) ? points(span.low) : null
  const high = Number.isFinite(span.high) ? points(span.high) : null
  if (low !== null && high !== null) return about + words.here.between(low, high)
  if (low !== null) return about + words.here.atLeast(low)
  return high !== null ? about + words.here.atMost(high) : about
}

/** Whether the board of a source rests on people's votes. Only those can show an effect of the side on the screen. */
export const isOfPeople = (source: string): boolean => ['humans', 'live', 'humans-and-live'].includes(source)
