import {
  type ArenaDetail,
  type ArenaListing,
  type View,
  type JudgeTrust,
  sourceOfJudge,
  type VoteSource,
} from '../../shared/contracts/index.ts'
import type { Deps } from '../platform/deps.ts'
import { published, type Publication } from '../platform/postgres/publishing.ts'
import type { Arena } from './arena.ts'
import { describeClosing } from './closing.ts'
import { groupsWithBoard } from './groups-with-board.ts'
import { selectSizes, type ArenaSize } from './queries.ts'
import type { SourceCount } from './source-queries.ts'
import { votesBySource } from './vote-counts.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../platform/schema.ts'
import { MAJORITY, countsJudge, judgesCounted, POWERED } from '../../shared/votes/majority.ts'

// The sources of votes that a board can select.

type Source = ArenaDetail['sources'][number]

const NAMES = { human: 'humans', judge: 'judges', result: 'all', simulated: 'simulated' } as const

/** The name of a kind of vote in `?source=`. Recorded results have no switch of their own; `all` includes them. */
const nameOfSource = (kind: VoteSource): string => NAMES[kind]

/** From this number of votes on, the board of a kind of voter is worth showing first. */
const ENOUGH = 50

const BY_DEFAULT: readonly VoteSource[] = ['human', 'judge', 'result', 'simulated']

/** The first kind of voter in the order above with at least 50 counted votes, else the one with the most. Null: no votes. */
function leadingSource(counts: readonly { source: VoteSource; votes: number }[]): VoteSource | null {
  let leading: VoteSource | null = null
  let most = 0
  for (const kind of BY_DEFAULT) {
    const votes = counts.reduce((sum, one) => (one.source === kind ? sum + one.votes : sum), 0)
    if (votes >= ENOUGH) return kind
    if (votes > most) [leading, most] = [kind, votes]
  }
  return leading
}

/**
 * The sources that an arena offers: humans, each judge, all judges, the
 * majority of two or more judges, humans powered by judges, all real votes together,
 * simulated votes. A source without votes is left out. Simulated votes are never part of another source, and neither are
 * judges that do not count.
 */
export function sourcesOf(
  counts: { source: VoteSource; name: string | null; votes: number }[],
  trust: readonly JudgeTrust[],
): Source[] {
  const votesOf = (kind: VoteSource) => counts.filter(({ source }) => source === kind)
  const sum = (rows: { votes: number }[]) => rows.reduce((total, { votes }) => total + votes, 0)
  const [humans, judges, results, simulated] = [
    votesOf('human'),
    votesOf('judge'),
    votesOf('result'),
    votesOf('simulated'),
  ]
  const countedIn = (source: string) => {
    const choice = judgesCounted(source, trust)
    return judges.filter(({ name }) => countsJudge(choice, name!))
  }
  const real = [humans, judges, results].filter((rows) => rows.length > 0)
  const sources: Source[] = [
    { source: NAMES.human, kind: 'human', votes: sum(humans) },
    ...judges.map(({ name, votes }): Source => ({ source: sourceOfJudge(name!), kind: 'judge', votes })),
    { source: NAMES.judge, kind: 'judge', votes: sum(countedIn('judges')) },
    {
      source: MAJORITY,
      kind: MAJORITY,
      votes: countedIn(MAJORITY).length > 1 ? sum(countedIn(MAJORITY)) : 0,
    },
    {
      source: POWERED,
      kind: POWERED,
      votes: sum(countedIn(POWERED)) > 0 ? sum(humans) : 0,
    },
    {
      source: 'all',
      kind: 'all',
      votes: real.length > 1 || results.length > 0 ? sum([humans, countedIn('all'), results].flat()) : 0,
    },
    { source: NAMES.simulated, kind: 'simulated', votes: sum(simulated) },
  ]
  return sources.filter(({ votes }) => votes > 0)
}

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

async function selectCategories(
  db: Kysely<Database>,
  arenaId: number,
): Promise<{ prompts: number; references: number; categories: string[] }> {
  const rows = await db
    .selectFrom('prompts')
    .select(({ fn }) => [
      'category',
      fn.countAll<number>().as('prompts'),
      fn.count<number>('reference').as('references'),
    ])
    .where('arena_id', '=', arenaId)
    .groupBy('category')
    .orderBy('category')
    .execute()
  return {
    prompts: rows.reduce((sum, row) => sum + Number(row.prompts), 0),
    references: rows.reduce((sum, row) => sum + Number(row.references), 0),
    categories: rows.flatMap(({ category }) => category ?? []),
  }
}

/** The latest judge evaluation of the arena. */
async function selectTrust(db: Kysely<Database>, arenaId: number): Promise<JudgeTrust[]> {
  const row = await db.selectFrom('trials').select('trust').where('arena_id', '=', arenaId).executeTakeFirst()
  return row?.trust ?? []
}
