import type { ExpectReport } from '../../../../server/ratings/reports/compute-reports.ts'
import { paragraph, percent, range } from './lines.ts'

const UNITS = { prompt: 'prompts', voter: 'voters', vote: 'votes', both: 'prompts and voters' }

export function expectLines({ unit, leader, reason }: ExpectReport, width: number): string[] {
  const units = UNITS[unit]
  const because = {
    not_rated: 'fewer than two contestants are rated',
    no_rounds: 'this needs bootstrap rounds',
    few_units: `this needs votes on ten ${units} or more, not almost all of them on a few`,
  }
  if (!leader) return paragraph(`On new ${units}: no expectation, since ${because[reason!]}.`, width)
  const { contestant, rating, expected, interval, winRate, winRateInterval } = leader
  const [currentRating, expectedRating, low, high] = [rating, expected, ...interval].map((value) =>
    String(Math.round(value)).replace('-', '−'),
  )
  return [
    ...paragraph(
      `On new ${units}: ${contestant} is rated ${currentRating}, and may be expected to keep about ${expectedRating} (95 %: ${low} to ${high}).`,
      width,
    ),
    ...paragraph(
      `It was picked as the highest by these votes, so its rating is too high on average. Against the average of the others, expect it to win ${percent(winRate)} (95 %: ${range(winRateInterval)}).`,
      width,
    ),
  ]
}
