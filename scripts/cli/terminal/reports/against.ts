import { withCommas } from '../../../../shared/sentence/index.ts'
import type { AgainstRatings, AgainstReport } from '../../../../server/ratings/reports/against.ts'
import { paragraph, percent, table } from './lines.ts'

export function againstLines(report: AgainstReport, width: number): string[] {
  const { against, votes, contestants, tau, interval, disagreements } = report
  if (tau === null)
    return paragraph(
      `Against ${against}: the two boards share ${contestants === 1 ? 'one rated contestant' : 'no two rated contestants'}, so there is no order to compare.`,
      width,
    )
  const signed = (value: number) => value.toFixed(2).replace('-', '−')
  const ends = interval ? ` (95 %: ${signed(interval[0])} to ${signed(interval[1])})` : ' (no interval)'
  const reversed = disagreements.filter((pair) => pair.reversed).length
  return [
    ...paragraph(
      `Against ${against} (${withCommas(votes)} votes): rank correlation τ-b ${signed(tau)}${ends} over ${contestants} contestants that both rate; 1 means the same order. Below: the pairs on which they disagree most; ${reversed} of them ${reversed === 1 ? 'is' : 'are'} in the opposite order.`,
      width,
    ),
    '',
    ...table(
      ['contestant', 'beats', 'here', 'there', 'log odds apart', '95 %'],
      disagreements.map(({ contestants: pair, winRate, winRateThere, difference, interval: apart }) => [
        ...pair,
        percent(winRate),
        percent(winRateThere),
        signed(difference),
        apart ? `${signed(apart[0])} … ${signed(apart[1])}` : '',
      ]),
      { width, names: 2 },
    ),
  ]
}

/** The board against one table of ratings. */
export function ratingsLines({ against, contestants, tau, moved }: AgainstRatings, width: number): string[] {
  if (tau === null)
    return paragraph(
      `Against ${against}: the two share ${contestants === 0 ? 'no rated contestant' : contestants === 1 ? 'one rated contestant' : 'no order of their contestants'}, so there is no order to compare.`,
      width,
    )
  const head = `Against ${against}: rank correlation τ-b ${tau.toFixed(2).replace('-', '−')} over ${contestants} contestants that both rate; 1 means the same order.`
  if (moved.length === 0) return paragraph(`${head} All are in the same places.`, width)
  return [
    ...paragraph(`${head} Below: those whose places among them differ most.`, width),
    '',
    ...table(
      ['contestant', 'here', 'there'],
      moved.map(({ contestant, place, placeThere }) => [contestant, String(place), String(placeThere)]),
      { width },
    ),
  ]
}
