import type { Differences, HeadToHead } from '../../../shared/contracts/reports.ts'
import { integerPercent, integerPercentInterval } from '../../../shared/sentence/count.ts'
import { words } from '../words/words.ts'
import { numbers } from '../ui/figures.ts'

/** The record of one contestant against another, seen from the first. */
export interface HeadToHeadRecord {
  wins: number
  losses: number
  ties: number
  bothBad: number
  /** Share of the decisive votes won, 0 … 1. Null: there are none. */
  share: number | null
}

/** Looks up the record of a pair, seen from either side. Null: they never met. */
export type RecordLookup = (row: string, column: string) => HeadToHeadRecord | null

export function recordLookup({ contestants, pairs }: HeadToHead): RecordLookup {
  const size = contestants.length
  const number = new Map(contestants.map((name, place) => [name, place]))
  const byPair = new Map(pairs.map((pair) => [pair.a * size + pair.b, pair]))
  return (row, column) => {
    const [i, j] = [number.get(row), number.get(column)]
    if (i === undefined || j === undefined) return null
    const pair = byPair.get(Math.min(i, j) * size + Math.max(i, j))
    if (!pair) return null
    const { ties, bothBad } = pair
    const [wins, losses] = i < j ? [pair.wins, pair.losses] : [pair.losses, pair.wins]
    const share = wins + losses > 0 ? wins / (wins + losses) : null
    return { wins, losses, ties, bothBad, share }
  }
}

/** A board of more contestants has a search, and its pairs are shown for one contestant at a time. */
export const MANY_CONTESTANTS = 20

/** Up to so many contestants, cells of the grid have records. */
export const MAX_WITH_RECORDS = 8

/** "A beat B in 61 % of 120 decisive votes, 14 ties, 3 of them both bad" */
export function pairWords(row: string, column: string, record: HeadToHeadRecord | null): string {
  if (row === column) return words.charts.itself({ name: row })
  if (!record) return words.charts.withoutRating({ row, column })
  const bad = record.bothBad > 0 ? words.charts.bothBad({ count: record.bothBad }) : ''
  const ties = record.ties > 0 ? words.charts.ties({ count: record.ties }) + bad : ''
  if (record.share === null) return words.charts.noDecisive({ row, column }) + ties
  const count = record.wins + record.losses
  return words.charts.beat({ row, column, share: numbers().share(record.share), count }) + ties
}

/** 0.61 as 61. Only exactly 0 and 1 become 0 and 100. */
export function hundredths(value: number): string {
  return String(integerPercent(value))
}

/** 0.52 and 0.69 as 52–69. Near 0 and 100 they are rounded outwards. */
export function hundredthsRange(interval: readonly [number, number]): string {
  return integerPercentInterval(interval).join('–')
}

/** One contestant against all others: rating differences, and head-to-head records. */
export interface Opponents {
  differences: Differences
  headToHead: HeadToHead
}
