import type { Board, CategoryStanding, CategoryStandings } from '../../../shared/contracts/index.ts'
import { firstPlace, isPlaced } from '../../../shared/sentence/index.ts'
import type { Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { currentSnapshot, resolveView } from '../../ratings/index.ts'
import { shownView } from '../head-to-head.ts'
import { chosenContestants } from './chosen.ts'
import type { StandingsRequest } from './explore-request.ts'
import type { ChosenContestant } from './queries.ts'
import { selectCategoryPage } from './queries.ts'

/**
 * How some contestants stand on the boards of the categories. These boards share one error of 5 % (`together`), since
 * they are looked at together. Nothing is concluded beyond what each board declares.
 * @throws {ProblemError} contestant_unknown; too_many_requests when too many requested boards are waiting
 */
export async function categoryStandings(
  deps: Deps,
  arena: Arena,
  { contestant, offset, limit, ...votes }: StandingsRequest,
): Promise<CategoryStandings> {
  const view = await resolveView(deps, arena, votes)
  const [contestants, page] = await Promise.all([
    chosenContestants(deps, arena, view, contestant),
    selectCategoryPage(deps.db, arena.id, { offset, limit }),
  ])
  const categories: CategoryStanding[] = []
  const shown = page.total === 0 ? [] : offset === 0 ? [null, ...page.categories] : page.categories
  for (const category of shown) {
    const request = { ...votes, ...(category !== null && { category }), together: 'category' as const }
    const { board } = await currentSnapshot(deps, arena, await resolveView(deps, arena, request))
    categories.push(standingOf(category, JSON.parse(board) as Board, contestants))
  }
  return {
    arena: arena.slug,
    view: shownView(view),
    contestants: contestants.map(({ slug, name, retired }) => ({ slug, name, retired })),
    total: page.total,
    offset,
    categories,
  }
}

function standingOf(
  category: string | null,
  board: Board,
  contestants: readonly ChosenContestant[],
): CategoryStanding {
  const { winner, deadHeat } = firstPlace(board)
  const first = new Set(winner === null ? deadHeat : [winner])
  const rowBySlug = new Map(board.contestants.map((row) => [row.slug, row]))
  return {
    category,
    votes: board.votes,
    preview: board.preview === true,
    winner,
    inDeadHeat: deadHeat.length,
    rated: board.contestants.filter(({ status }) => status === 'rated').length,
    cells: contestants.map(({ slug }) => {
      const row = rowBySlug.get(slug)
      if (!row) return null
      const { status, reason, votes, rating, comparison, rankInterval } = row
      const shown = isPlaced(row)
        ? { rating, comparison, rankInterval }
        : { rating: null, comparison: null, rankInterval: null }
      return { status, reason, votes, ...shown, mayBeFirst: first.has(row.name) }
    }),
  }
}
