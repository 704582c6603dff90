import { withCommas } from '../../../../shared/sentence/index.ts'
import type { OddVotersReport } from '../../../../server/ratings/reports/compute-reports.ts'
import { chance, paragraph, table } from './lines.ts'

const SHOWN = 20

export function votersLines(report: OddVotersReport, width: number): string[] {
  const { tested, byChance, standingOut, because } = report
  if (because) return paragraph('Voters: no vote names its voter (column judge).', width)
  if (tested === 0) return paragraph('Voters: no two of them voted on the same pair.', width)
  const sure = standingOut.filter(({ holm }) => holm).length
  const head = paragraph(
    `Voters: ${standingOut.length} of ${withCommas(tested)} vote differently from the others on the same pairs (p ≤ 0.05 each; by chance alone at most about ${Math.round(byChance)})${standingOut.length > 0 ? `, ${sure === 0 ? 'none' : sure} also with Holm’s correction` : ''}. A different taste also looks like this, so no vote was left out.`,
    width,
  )
  if (standingOut.length === 0) return head
  const more = standingOut.length - SHOWN
  return [
    ...head,
    '',
    ...table(
      ['voter', 'votes', 'p', 'with Holm'],
      standingOut
        .slice(0, SHOWN)
        .map(({ voter, votes, p, holm }) => [voter, String(votes), chance(p), holm ? 'yes' : 'no']),
      { width },
    ),
    ...(more > 0 ? [`… and ${more} more; --json lists all`] : []),
  ]
}
