import { WinRates } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { ArenaView, WinRatesAgainst } from '../ratings/index.ts'
import { shownView } from './head-to-head.ts'

/** The JSON of the win rates against one contestant, with ratings and ranks from the board of the same votes. */
export function winRatesFrom(
  { slug: arena }: Pick<Arena, 'slug'>,
  view: ArenaView,
  { chosen, rows, board }: WinRatesAgainst,
): WinRates {
  const onBoard = new Map(board.contestants.map((one) => [one.name, one]))
  const ratedNames = new Set(rows.map(({ name }) => name))
  if (chosen) ratedNames.add(chosen.baseline.name)
  return WinRates.parse({
    arena,
    view: shownView(view),
    baseline: chosen && {
      name: chosen.baseline.name,
      slug: chosen.baseline.slug,
      chosenBy: chosen.chosenBy,
    },
    votes: rows.reduce((all, { votes }) => all + votes, 0),
    contestants: rows.map((row) => {
      const { rating = null, rank = null, slug } = onBoard.get(row.name)!
      return { ...row, slug: slug!, rating, rank }
    }),
    notMet: board.contestants.flatMap(({ name, retired }) => (ratedNames.has(name) || retired ? [] : [name])),
  } satisfies WinRates & object)
}
