import { withCommas } from '../../../../shared/sentence/index.ts'
import type { AttacksReport, FoundBy } from '../../../../server/ratings/reports/compute-reports.ts'
import { paragraph, table } from './lines.ts'

const SHOWN = 20

const BY: Record<FoundBy, string> = {
  voter: 'own votes',
  network: 'its network',
  ring: 'voters of the same battles',
  burst: 'voters of the same time',
  brief: 'voters with few votes',
  everyone: 'all voters',
}

interface Aimed {
  for: string | null
  against: string | null
}

const aimOf = ({ for: favoured, against }: Aimed) =>
  favoured === null ? `against ${against}` : `for ${favoured}`

/** What was found among the voters of a file that names them. */
export function attacksLines({ voters, groups, tested }: AttacksReport, width: number): string[] {
  const head = paragraph(
    `Attacks: the votes of ${voters.length} of ${withCommas(tested)} voters look like an attack on a contestant. All votes count.`,
    width,
  )
  const more = voters.length - SHOWN
  const rows = voters
    .slice(0, SHOWN)
    .map((one) => [
      one.voter,
      one.side === null ? aimOf(one) : `always ${one.side}`,
      BY[one.by],
      String(one.votes),
      one.side === null ? `${one.won}–${one.lost} of ${one.met}` : '',
    ])
  return [
    ...head,
    ...(voters.length === 0
      ? []
      : ['', ...table(['voter', 'aim', 'found by', 'votes', 'won–lost'], rows, { width, names: 3 })]),
    ...(more > 0 ? [`… and ${more} more; --json lists all`] : []),
    ...groups.flatMap((group) =>
      paragraph(
        `About ${Math.max(1, Math.round(group.expected))} of ${withCommas(group.voters)} voters (${BY[group.by]}) seem to vote ${aimOf(group)} together; it is not known who.`,
        width,
      ),
    ),
  ]
}
