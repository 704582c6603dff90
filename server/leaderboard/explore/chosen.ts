import type { Board } from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import type { Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { ProblemError } from '../../platform/http/http.ts'
import { currentSnapshot, resolveView, type ArenaView } from '../../ratings/index.ts'
import type { ChosenContestant } from './queries.ts'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'

/** How many contestants are shown if the request names none. */
const HIGHEST = 4

/**
 * The contestants that a request names, in its order; by default the first of the board of all categories.
 * @param also  a contestant that follows if it is not among them
 * @throws {ProblemError} contestant_unknown
 */
export async function chosenContestants(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  asked: string | readonly string[] | undefined,
  also?: string,
): Promise<ChosenContestant[]> {
  const named = asked === undefined ? await highestRated(deps, arena, view) : [asked].flat()
  const slugs = [...new Set(also === undefined ? named : [...named, also])]
  const chosen = await selectChosen(deps.db, arena.id, slugs)
  const missing = slugs.find((slug) => !chosen.some((one) => one.slug === slug))
  if (missing === undefined) return chosen
  throw new ProblemError(
    'contestant_unknown',
    msg('no_contestant_of_slug', { arena: arena.slug, slug: missing }),
  )
}

async function highestRated(deps: Deps, arena: Arena, view: ArenaView): Promise<string[]> {
  const { source, criterion } = view
  const whole = await resolveView(deps, arena, { source, ...(criterion !== null && { criterion }) })
  const { board } = await currentSnapshot(deps, arena, whole)
  const { contestants } = JSON.parse(board) as Board
  return contestants.flatMap(({ slug }) => slug ?? []).slice(0, HIGHEST)
}

/** The contestants with these slugs, in this order. Unknown slugs are left out. */
async function selectChosen(
  db: Kysely<Database>,
  arenaId: number,
  slugs: readonly string[],
): Promise<ChosenContestant[]> {
  const { rows } = await sql<ChosenContestant>`
    select id, slug, name, retired_at is not null as retired from contestants
    where arena_id = ${arenaId} and slug = any (${slugs}::text[])
    order by array_position(${slugs}::text[], slug)`.execute(db)
  return rows
}
