import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/schema.ts'
import { countedVotes } from '../votes/index.ts'
import type { VoteSelection } from '../votes/index.ts'
import type { RatedVote } from '../../shared/votes/vote-table.ts'

export interface VoteWithLengths extends RatedVote {
  /** Unicode code points; null if the text is not known. */
  lengthA: number | null
  lengthB: number | null
}

/** SQL: the answer is the one that battle `b` showed, or that an imported vote names; by default the first. */
const isShown = (side: 'left' | 'right') => {
  const [answer, shown] = [side === 'left' ? 'la' : 'ra', sql.ref(`b.${side}_answer_id`)]
  return sql<boolean>`case when ${shown} is null
    then ${sql.ref(`${answer}.sample`)} = coalesce(${sql.ref(`b.${side}_sample`)}, 1)
    else ${sql.ref(`${answer}.id`)} = ${shown} end`
}

/** The counted votes of a view on one contestant and any other, with the lengths of the answers. */
export const selectVotesAgainst = (
  db: Kysely<Database>,
  arenaId: number,
  contestant: string,
  selection: VoteSelection,
): Promise<VoteWithLengths[]> =>
  countedVotes(db, arenaId, selection)
    .leftJoin('answers as la', (join) =>
      join
        .onRef('la.arena_id', '=', 'b.arena_id')
        .onRef('la.prompt_id', '=', 'b.prompt_id')
        .onRef('la.contestant_id', '=', 'b.left_contestant_id')
        .on(isShown('left')),
    )
    .leftJoin('answers as ra', (join) =>
      join
        .onRef('ra.arena_id', '=', 'b.arena_id')
        .onRef('ra.prompt_id', '=', 'b.prompt_id')
        .onRef('ra.contestant_id', '=', 'b.right_contestant_id')
        .on(isShown('right')),
    )
    .select([
      sql<string>`v.id::text`.as('id'),
      'l.name as contestantA',
      'r.name as contestantB',
      'v.outcome',
      'p.key as prompt',
      sql<string | null>`nullif(v.voter, v.import_key)`.as('voter'),
      'la.characters as lengthA',
      'ra.characters as lengthB',
    ])
    .where((eb) => eb.or([eb('l.name', '=', contestant), eb('r.name', '=', contestant)]))
    .execute()
