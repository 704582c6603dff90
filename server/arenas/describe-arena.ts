import type { Kysely } from 'kysely'
import type { ArenaDetail, ArenaListing } from '../../shared/contracts/index.ts'
import type { Database } from '../platform/schema.ts'
import type { Arena } from './arena.ts'
import { selectCategories, selectCounts, selectVotesBySource } from './queries.ts'
import type { ArenaCounts } from './queries.ts'
import { defaultSource, sourcesOf } from './sources.ts'

const listing = ({ id: _, slug, ...rest }: ArenaCounts): ArenaListing => ({ arena: slug, ...rest })

/** The public arenas, oldest first. */
export async function listArenas(db: Kysely<Database>): Promise<ArenaListing[]> {
  return (await selectCounts(db)).map(listing)
}

/** The arena with everything its switches can offer. */
export async function describeArena(db: Kysely<Database>, arena: Arena): Promise<ArenaDetail> {
  const [counts, votesBySource, { prompts, categories }] = await Promise.all([
    selectCounts(db, arena.slug),
    selectVotesBySource(db, arena.id),
    selectCategories(db, arena.id),
  ])
  const sources = sourcesOf(votesBySource)
  return {
    ...listing(counts[0]!),
    visibility: arena.visibility,
    criteria: arena.criteria,
    categories,
    sources,
    defaultSource: sources.length > 0 ? defaultSource(sources) : null,
    prompts,
  }
}

/** The source a board has when none was asked for. */
export async function defaultSourceOf(db: Kysely<Database>, arenaId: number): Promise<string> {
  return defaultSource(sourcesOf(await selectVotesBySource(db, arenaId)))
}
