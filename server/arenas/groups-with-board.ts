import type { Kysely } from 'kysely'
import type { Publication } from '../platform/publication.ts'
import type { Database } from '../platform/schema.ts'
import { selectGroupsOf } from './group-queries.ts'

/**
 * A group of invited people has a board once this many of them have counted votes under its criterion. With two, each
 * could subtract the own votes and read those of the other.
 */
export const LEAST_PEOPLE_OF_GROUP = 3

/**
 * The groups of an arena with a board, by name.
 * @param criterion the criterion of the board; null: any
 */
export const groupsWithBoard = (
  db: Kysely<Database>,
  arenaId: number,
  publication: Publication | null,
  criterion: string | null = null,
): Promise<string[]> => selectGroupsOf(db, arenaId, { criterion, least: LEAST_PEOPLE_OF_GROUP, publication })
