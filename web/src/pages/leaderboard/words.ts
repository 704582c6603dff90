import type { Board, BoardContestant, View } from '../../../../shared/contracts/board.ts'
import { stillNeeds } from '../../../../shared/sentence/still-needs.ts'
import { standing, type Span, type Standing } from '../../charts/span.ts'
import { counted } from '../../ui/figures.ts'

/** Who made the votes of a source: "people", "judges". */
export function madeBy(source: string, voters: number): string {
  if (source === 'judges' || source.startsWith('judge:')) return counted(voters, 'judge')
  if (source === 'all') return counted(voters, 'voter')
  return counted(voters, 'person', 'people')
}

/** "humans · tone · all categories · since 1 Oct" */
export function viewWords({ source, criterion, category, from, to }: View): string {
  const time = from && to ? `${from} to ${to}` : from ? `since ${from}` : to ? `until ${to}` : 'all time'
  return [source, criterion ?? 'one criterion', category ?? 'all categories', time].join(' · ')
}

/** What a contestant without a number still needs, in one plain line. */
export function needOf(contestant: BoardContestant, ties: Board['ties'], narrowed: boolean): string {
  const needs = contestant.votes === 0 && narrowed ? 'no votes in this view' : stillNeeds(contestant, ties)
  return `${contestant.status}, ${needs}`
}

/** How many others stand how to one row. */
export type StandingCounts = Record<Standing, number>

export function standingCounts(others: readonly Span[], chosen: Span): StandingCounts {
  const counts: StandingCounts = { equal: 0, above: 0, below: 0 }
  for (const other of others) counts[standing(other, chosen)] += 1
  return counts
}

/** The interval of a row for the ear: "about 1093, between 1050 and 1130". */
export function plotWords(rating: number, span: Span | null): string {
  const about = `about ${Math.round(rating)}`
  if (!span) return about
  const low = Number.isFinite(span.low) ? Math.round(span.low) : null
  const high = Number.isFinite(span.high) ? Math.round(span.high) : null
  if (low !== null && high !== null) return `${about}, between ${low} and ${high}`
  if (low !== null) return `${about}, at least ${low}`
  return high !== null ? `${about}, at most ${high}` : about
}
