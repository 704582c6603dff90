import { withCommas } from '../../../../shared/sentence/index.ts'
import type { StyleFeature } from '../../../../shared/contracts/votes.ts'
import type { StyleReport } from '../../../../server/ratings/reports/style.ts'
import { paragraph, percent, range, table } from './lines.ts'

const MORE: Record<StyleFeature, string> = {
  length: 'twice as long',
  headers: 'with twice as many headers',
  lists: 'with twice as many list items',
  bold: 'with twice as much bold',
}

const BECAUSE: Record<NonNullable<StyleReport['because']>, string> = {
  no_style:
    'The style of these answers is unknown: add the columns length_a and length_b, conversations, or the texts with --answers FILE.',
  too_many_contestants: 'Style control works for up to 2,000 contestants.',
  no_estimate:
    'These votes cannot show an effect of style: style never differs, decides every vote, or cannot be separated from the contestants.',
  extrapolates:
    'These contestants were hardly ever compared at equal style, so ratings at equal style would extrapolate.',
}

export function styleLines(report: StyleReport, width: number): string[] {
  const { votes, leftOut, features, contestants, notUsed, because } = report
  if (because) return paragraph(`Style: ${BECAUSE[because]}`, width)
  const effects = features.map(
    ({ feature, twice }) =>
      `the one ${MORE[feature]} wins ${percent(twice.winRate)} (95 %: ${range(twice.interval)})`,
  )
  const ignored = notUsed.map(
    ({ feature, because: why }) => `${feature} (${why === 'unknown' ? 'not known' : 'never differs'})`,
  )
  return [
    ...paragraph(
      `Style, from ${withCommas(votes)} votes${leftOut > 0 ? ` (${withCommas(leftOut)} left out: no style known, or not linked)` : ''}. Between two equally good answers, ${effects.join('; ')}.${ignored.length > 0 ? ` Not used: ${ignored.join(', ')}.` : ''}`,
      width,
    ),
    ...paragraph('Ratings with style controlled are estimates beside the board. They name no winner.', width),
    ...extrapolations(report, width),
    '',
    ...table(
      ['contestant', 'rating', 'style controlled', '95 %', 'change'],
      contestants.map(({ name, rating, controlled, interval, extrapolates }) => [
        name,
        String(Math.round(rating)),
        ...(extrapolates.length > 0
          ? ['–', '–', '–']
          : [
              String(Math.round(controlled)),
              `${Math.round(interval[0])} … ${Math.round(interval[1])}`,
              signed(Math.round(controlled) - Math.round(rating)),
            ]),
      ]),
      { width },
    ),
  ]
}

function extrapolations({ contestants }: StyleReport, width: number): string[] {
  const named = contestants.filter(({ extrapolates }) => extrapolates.length > 0)
  if (named.length === 0) return []
  const each = named.map(({ name, extrapolates }) => `${name} (${extrapolates.join(', ')})`)
  return paragraph(
    `Withheld, since hardly any of their votes compare answers of equal style: ${each.join('; ')}.`,
    width,
  )
}

const signed = (points: number): string => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0')
