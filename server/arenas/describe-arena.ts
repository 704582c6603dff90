import type { ArenaDetail, ArenaListing, View } from '../../shared/contracts/index.ts'
import type { Deps } from '../platform/deps.ts'
import { published } from '../platform/publication.ts'
import type { Publication } from '../platform/publication.ts'
import type { Arena } from './arena.ts'
import { describeClosing } from './closing.ts'
import { groupsWithBoard } from './groups-with-board.ts'
import { selectCategories, selectSizes } from './queries.ts'
import type { ArenaSize } from './queries.ts'
import { selectTrust } from './source-queries.ts'
import type { SourceCount } from './source-queries.ts'
import { leadingSource, nameOfSource, sourcesOf } from './sources.ts'
import { votesBySource } from './vote-counts.ts'

type Reading = Pick<Deps, 'db' | 'clock'>

/** An arena in the list of arenas, and what its board counts if nothing else is requested. */
export interface ArenaAtHand {
  id: number
  listing: ArenaListing
  view: Pick<View, 'source' | 'criterion'>
}

/** The public arenas in use, oldest first. */
export async function listArenas(deps: Reading): Promise<ArenaAtHand[]> {
  const sizes = await selectSizes(deps.db)
  const counts = await votesBySource(
    deps.db,
    sizes.map(({ id }) => id),
    await published(deps),
  )
  const byArena = Map.groupBy(counts, ({ arenaId }) => arenaId)
  return sizes.map((size) => {
    const own = byArena.get(size.id) ?? []
    const criterion = size.criteria.length > 1 ? size.criteria[0] : null
    return { id: size.id, listing: listed(size, own), view: { source: defaultSource(own), criterion } }
  })
}

/**
 * The arena with all choices of its switches.
 * @param publication null: everything, also what is not public yet
 */
export async function describeArena(
  deps: Reading,
  arena: Arena,
  publication: Publication | null,
): Promise<ArenaDetail> {
  const [sizes, counts, { prompts, references, categories }, trust, groups] = await Promise.all([
    selectSizes(deps.db, arena.id),
    votesBySource(deps.db, [arena.id], publication),
    selectCategories(deps.db, arena.id),
    selectTrust(deps.db, arena.id),
    groupsWithBoard(deps.db, arena.id, publication),
  ])
  const sources = sourcesOf(counts, trust)
  const closes = await describeClosing(deps.db, arena)
  return {
    ...listed(sizes[0], counts),
    visibility: arena.visibility,
    criteria: arena.criteria,
    categories,
    sources,
    defaultSource: sources.length > 0 ? defaultSource(counts) : null,
    ...(groups.length > 0 && { groups }),
    prompts,
    references,
    ...(closes && { closes }),
    ...archivedSince(arena),
  }
}

/** The source of a board if none was requested: people once they have enough votes; humans for an arena without votes. */
export async function defaultSourceOf(deps: Reading, arenaId: number): Promise<string> {
  return defaultSource(await votesBySource(deps.db, [arenaId], await published(deps)))
}

const defaultSource = (counts: readonly SourceCount[]) => nameOfSource(leadingSource(counts) ?? 'human')

/** Since when the arena is archived; nothing if it is in use. */
export const archivedSince = ({ archived_at: at }: Pick<Arena, 'archived_at'>): { archivedAt?: string } =>
  at === null ? {} : { archivedAt: at.toISOString() }

/** An arena with its number of counted votes. */
export function listed(
  { id: _, archived_at: __, criteria: ___, slug, ...size }: ArenaSize,
  counts: SourceCount[],
): ArenaListing {
  const votesOf = (isSimulated: boolean) =>
    counts
      .filter(({ source }) => (source === 'simulated') === isSimulated)
      .reduce((sum, { votes }) => sum + votes, 0)
  return { arena: slug, ...size, votes: votesOf(false), simulatedVotes: votesOf(true) }
}
