import type { Board, Comparison } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { resolveView, selectBoard, selectNewest } from '../ratings/index.ts'

/**
 * The comparison, with what the last board of its votes says of the two. A board compares everybody at once, so its bars may overlap
 * where the two alone are told apart.
 */
export async function withBoard(deps: Deps, arena: Arena, comparison: Comparison): Promise<Comparison> {
  const { answer, source, contestants, criteria } = comparison
  if (answer === 'not_shown') return comparison
  const { key } = await resolveView(deps, arena, { source, criterion: criteria[0].criterion })
  const [newest] = await selectNewest(deps.db, [{ arenaId: arena.id, viewKey: key }])
  const stored = newest && (await selectBoard(deps.db, arena.id, newest.id))
  if (!stored) return comparison
  const board = JSON.parse(stored) as Board
  const [one, two] = contestants.map((name) => board.contestants.find((row) => row.name === name)?.interval)
  if (!one || !two || one[0] > two[1] || two[0] > one[1]) return comparison
  return { ...comparison, barsOverlap: true }
}
