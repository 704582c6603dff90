import { presentSource, storedSource } from '../../shared/contracts/source.ts'
import {
  PEOPLE,
  type ArenaDetail,
  type ArenaListing,
  type ArenaListRequest,
  type View,
  type JudgeStop,
  type JudgeTrial,
  type JudgeTrust,
  sourceOfJudge,
  type VoteSource,
  type AdminArena,
  type AdminArenaDetail,
} from '../../shared/contracts/index.ts'
import type { Deps } from '../platform/deps.ts'
import { currentPublication, type Publication } from '../platform/postgres/publishing.ts'
import {
  type Arena,
  selectSizes,
  type ArenaSize,
  arenaForVisitor,
  arenaForOperator,
  selectAllSizes,
} from './arena.ts'
import { countPeopleVotes, describeDecides } from './closing.ts'
import { type SourceCount, votesBySource } from './vote-counts.ts'
import { sql, type Selectable } from 'kysely'
import type { Database, Db } from '../platform/schema.ts'
import { votesForEmptyArena } from '../../shared/finish/index.ts'
import { countsJudge, judgesCounted } from '../../shared/votes/judges-counted.ts'
import { ProblemError } from '../platform/problem.ts'
import { shortList, msg } from '../../shared/messages/index.ts'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { isAdmin } from '../platform/http/admin.ts'
import type { Env } from '../platform/http/http.ts'
import { withPart } from '../platform/http/route-description.ts'
import { variableStatuses } from '../platform/providers/index.ts'
import { queryColumn } from '../platform/postgres/query.ts'

// The sources of votes that a board can select.

type Source = ArenaDetail['sources'][number]

/** The names of kinds of votes in `?source=`. Recorded results have no switch of their own; `all` includes them. */
const NAMES = {
  human: PEOPLE,
  judge: 'judges',
  result: 'all',
  simulated: 'simulated',
  live: 'live',
} as const

/** From this number of votes on, the board of a kind of voter is worth showing first. */
const ENOUGH = 50

const BY_DEFAULT: readonly VoteSource[] = ['human', 'judge', 'result', 'live', 'simulated']

/** The first kind of voter in the order above with at least 50 counted votes, else the one with the most. Null: no votes. */
function leadingSource(counts: readonly { source: VoteSource; votes: number }[]): VoteSource | null {
  let leading: VoteSource | null = null
  let most = 0
  for (const kind of BY_DEFAULT) {
    const votes = counts.reduce((sum, count) => (count.source === kind ? sum + count.votes : sum), 0)
    if (votes >= ENOUGH) return kind
    if (votes > most) [leading, most] = [kind, votes]
  }
  return leading
}

/**
 * The sources that an arena offers: people, each judge, all judges, all real votes together, live battles, simulated votes. A source without votes is left out. Simulated votes are never part of
 * another source, and neither are judges that do not count.
 */
export function offeredSources(
  counts: { source: VoteSource; name: string | null; votes: number }[],
  trust: readonly JudgeTrust[],
): Source[] {
  const votesOf = (kind: VoteSource) => counts.filter(({ source }) => source === kind)
  const [humans, judges, results, live] = (['human', 'judge', 'result', 'live'] as const).map(votesOf)
  const countedIn = (source: string) => {
    const choice = judgesCounted(source, trust)
    return judges.filter(({ name }) => countsJudge(choice, name!))
  }
  const isMixed = results.length > 0 || (humans.length > 0 && judges.length > 0)
  const rows: [source: string, kind: Source['kind'], votes: typeof counts][] = [
    [NAMES.human, 'human', humans],
    ...judges.map((judge): (typeof rows)[number] => [sourceOfJudge(judge.name!), 'judge', [judge]]),
    [NAMES.judge, 'judge', countedIn('judges')],
    ['all', 'all', isMixed ? [...humans, ...countedIn('all'), ...results] : []],
    [NAMES.live, 'live', live],
    [NAMES.simulated, 'simulated', votesOf('simulated')],
  ]
  return rows
    .map(([source, kind, sourceCounts]) => ({
      source,
      kind,
      votes: sourceCounts.reduce((sum, { votes }) => sum + votes, 0),
    }))
    .filter(({ votes }) => votes > 0)
}

type Reading = Pick<Deps, 'db' | 'clock'>

/** An arena in the list of arenas, and what its board counts if nothing else is requested. */
interface ArenaAtHand {
  /** What decides when voting in it ends. */
  ending: Pick<Arena, 'id' | 'settings'>
  listing: ArenaListing
  view: Pick<View, 'source' | 'criterion'>
}

/** A part of the list of public arenas, newest first. */
export async function listArenas(deps: Reading, request: ArenaListRequest): Promise<ArenaAtHand[]> {
  const sizes = await selectSizes(deps.db, request)
  const counts = await votesBySource(
    deps.db,
    sizes.map(({ id }) => id),
    await currentPublication(deps),
  )
  const byArena = Map.groupBy(counts, ({ arenaId }) => arenaId)
  return sizes.map((size) => {
    const arenaCounts = byArena.get(size.id) ?? []
    const criterion = size.criteria.length > 1 ? size.criteria[0] : null
    const { id, settings, decidedBy } = size
    return {
      ending: { id, settings },
      listing: listed(size, arenaCounts),
      view: { source: defaultSource(arenaCounts, decidedBy), criterion },
    }
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
  const [sizes, counts, ofPrompts, trust, groups, hasIngredients] = await Promise.all([
    selectSizes(deps.db, arena.id),
    votesBySource(deps.db, [arena.id], publication),
    selectCategories(deps.db, arena.id),
    selectTrust(deps.db, arena.id),
    groupsWithBoard(deps.db, arena.id, publication),
    selectHasIngredients(deps.db, arena.id),
  ])
  const sources = offeredSources(counts, trust)
  return {
    ...listed(sizes[0], counts),
    visibility: arena.visibility,
    criteria: arena.criteria,
    sources,
    defaultSource: sources.length > 0 ? defaultSource(counts, sizes[0].decidedBy) : null,
    ...(groups.length > 0 && { groups }),
    ...(arena.settings.sampling === 'focus' && { focus: true as const }),
    ...(arena.settings.live && { live: true as const }),
    ...(hasIngredients && { hasIngredients }),
    ...ofPrompts,
    firstRatings: votesForEmptyArena(sizes[0].contestants),
    ...(await describeDecides(deps, arena, publication)),
  }
}

/**
 * The source of a board if none was requested: those whose votes decide, as soon as there are some; else people once they have
 * enough votes; people for an arena without votes.
 */
export async function readDefaultSource(
  deps: Reading,
  arenaId: number,
  decidedBy: 'humans' | 'judges' | null,
): Promise<string> {
  return defaultSource(await votesBySource(deps.db, [arenaId], await currentPublication(deps)), decidedBy)
}

const defaultSource = (counts: readonly SourceCount[], decidedBy: 'humans' | 'judges' | null) =>
  decidedBy !== null &&
  counts.some(({ source, votes }) => storedSource(NAMES[source]) === decidedBy && votes > 0)
    ? presentSource(decidedBy)
    : NAMES[leadingSource(counts) ?? 'human']

/** An arena with its number of counted votes. */
function listed(
  { id: _, criteria: __, settings: ___, decidedBy: ____, slug, ...size }: ArenaSize,
  counts: SourceCount[],
): ArenaListing {
  const votesOf = (isSimulated: boolean) =>
    counts
      .filter(({ source }) => (source === 'simulated') === isSimulated)
      .reduce((sum, { votes }) => sum + votes, 0)
  return { arena: slug, ...size, votes: votesOf(false), simulatedVotes: votesOf(true) }
}

async function selectCategories(
  db: Db,
  arenaId: number,
): Promise<Pick<ArenaDetail, 'prompts' | 'retiredPrompts' | 'references' | 'categories'>> {
  const rows = await db
    .selectFrom('prompts')
    .select(({ fn }) => [
      'category',
      fn.countAll<number>().as('prompts'),
      fn.count<number>('retired_at').as('retired'),
      fn.count<number>('reference').as('references'),
    ])
    .where('arena_id', '=', arenaId)
    .groupBy('category')
    .orderBy('category')
    .execute()
  return {
    prompts: rows.reduce((sum, row) => sum + Number(row.prompts), 0),
    retiredPrompts: rows.reduce((sum, row) => sum + Number(row.retired), 0),
    references: rows.reduce((sum, row) => sum + Number(row.references), 0),
    categories: rows.flatMap(({ category }) => category ?? []),
  }
}

async function selectHasIngredients(db: Db, arenaId: number): Promise<boolean> {
  const { rows } = await sql`
    select from contestants where arena_id = ${arenaId} and factors::text <> '{}' limit 1`.execute(db)
  return rows.length > 0
}

/** The trust in each judge from the last evaluation, and which judges are stopped since a trial. */
export async function selectTrust(db: Db, arenaId: number): Promise<JudgeTrust[]> {
  const [row, { rows: stopped }] = await Promise.all([
    db.selectFrom('judge_evaluations').select('trust').where('arena_id', '=', arenaId).executeTakeFirst(),
    sql<{ judge: string; trial: JudgeTrial & { stop: JudgeStop } }>`
      select g.name as judge, v.trial from judges g
      join judge_versions v on v.arena_id = g.arena_id and v.judge = g.name and v.sha256 = g.version_sha256
      where g.arena_id = ${arenaId} and g.active and v.trial->>'state' = 'failed' order by g.name`.execute(
      db,
    ),
  ])
  const trust = new Map((row?.trust ?? []).map((judgeTrust) => [judgeTrust.judge, judgeTrust]))
  for (const { judge, trial } of stopped)
    trust.set(judge, { ...(trust.get(judge) ?? { judge, ...UNMEASURED }), ...trustOfStopped(trial) })
  return [...trust.values()]
}

const UNMEASURED = { state: 'not_measured' as const, decided: 0, agreed: 0, minAgreement: 0 }

/** A judge that decides by position counts nowhere. What others said before they stopped counts. */
const trustOfStopped = ({
  stop,
  byPosition,
  pairs,
}: JudgeTrial & { stop: JudgeStop }): Partial<JudgeTrust> => ({
  stopped: stop,
  ...(stop.code === 'position' && {
    state: 'uncalibrated',
    failure: { reason: 'position', hits: byPosition, n: pairs },
  }),
})

/** Finds the arena that the path of a route for operators names, for its handler: `c.var.arena`. */
export const loadArena = ({ db }: Pick<Deps, 'db'>) =>
  withPart(
    createMiddleware<Env & { Variables: { arena: Arena } }>(async (c, next) => {
      c.set('arena', await arenaForOperator(db, c.req.param('arena')!))
      await next()
    }),
    { problems: ['arena_unknown'] },
  )

/**
 * Finds the arena of a route for readers: `c.var.arena`, and whether the reader is the operator, who alone finds a private
 * one: `c.var.isOperator`. A response is asked for again each time, unless its handler says otherwise.
 */
export const loadReaderArena = (deps: Pick<Deps, 'db' | 'access' | 'clock'>) =>
  withPart(
    createMiddleware<Env & { Variables: { arena: Arena; isOperator: boolean } }>(async (c, next) => {
      const isOperator = isAdmin(c, deps)
      c.set('isOperator', isOperator)
      c.set('arena', await arenaForVisitor(deps.db, c.req.param('arena')!, isOperator))
      c.header('cache-control', 'no-cache')
      await next()
    }),
    { problems: ['arena_unknown', 'token_invalid'] },
  )

/** The arena of that name as the requester may see it: only the operator sees a private one. */
export async function visibleArenaDetail(deps: Deps, c: Context<Env>, slug: string): Promise<ArenaDetail> {
  return arenaForReaders(deps, await arenaForVisitor(deps.db, slug, isAdmin(c, deps)))
}

/** The arena with what is published. */
export const arenaForReaders = async (deps: Deps, arena: Arena): Promise<ArenaDetail> =>
  describeArena(deps, arena, await currentPublication(deps))

// Arenas as their operator sees them, including private ones.

/** All arenas, newest first. Votes that are not published yet are counted too. */
export async function listForAdmin({ db }: Pick<Deps, 'db'>): Promise<AdminArena[]> {
  const sizes = await selectAllSizes(db)
  const counts = await votesBySource(
    db,
    sizes.map(({ id }) => id),
    null,
  )
  const byArena = Map.groupBy(counts, ({ arenaId }) => arenaId)
  return sizes.map(({ visibility, created_at, judging, ...size }) => ({
    ...listed(size, byArena.get(size.id) ?? []),
    visibility,
    createdAt: created_at.toISOString(),
    judging,
  }))
}

/** The arena with the settings of its arena.yaml, and whether this process has its providers' keys. */
export async function describeForAdmin(
  deps: Pick<Deps, 'db' | 'clock' | 'services'>,
  arena: Arena,
): Promise<AdminArenaDetail> {
  const [detail, providers, cast, judges] = await Promise.all([
    describeArena(deps, arena, null),
    selectProviders(deps.db, arena.id),
    countPeopleVotes(deps.db, arena.id),
    countJudges(deps.db, arena.id),
  ])
  return {
    ...detail,
    createdAt: arena.created_at.toISOString(),
    settings: arena.settings,
    cast,
    judges,
    keys: providers.flatMap(({ name, type, api_key_env: apiKeyEnv, options }) =>
      variableStatuses(deps.services.providers, { name, type, apiKeyEnv, options }),
    ),
  }
}

/** The judges of the arena that are in use. */
async function countJudges(db: Db, arenaId: number): Promise<number> {
  const { judges } = await db
    .selectFrom('judges')
    .select(({ fn }) => fn.countAll<number>().as('judges'))
    .where('arena_id', '=', arenaId)
    .where('active', '=', true)
    .executeTakeFirstOrThrow()
  return Number(judges)
}

/**
 * A group of invited people has a board once this many of them have counted votes under its criterion. With two, each
 * could subtract the own votes and read those of the other.
 */
export const MIN_PEOPLE_OF_GROUP = 3

/**
 * The groups of an arena with a board, by name.
 * @param criterion the criterion of the board; null: any
 */
export const groupsWithBoard = (
  db: Db,
  arenaId: number,
  publication: Publication | null,
  criterion: string | null = null,
): Promise<string[]> =>
  queryColumn<string>(db)`
    select distinct w.group_name as "group"
    from invited_voters w
    join counted_votes_in(${arenaId}, ${publication}) v on v.voter = w.voter and v.source = 'human'
    join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
    where w.arena_id = ${arenaId} and w.group_name is not null
      and (${criterion}::text is null or b.criterion = ${criterion})
    group by w.group_name, b.criterion
    having count(distinct w.voter) >= ${MIN_PEOPLE_OF_GROUP}
    order by 1`

export type ArenaProvider = Selectable<Database['providers']>

export const selectProviders = (db: Db, arenaId: number): Promise<ArenaProvider[]> =>
  db.selectFrom('providers').selectAll().where('arena_id', '=', arenaId).orderBy('name').execute()

/**
 * The error; that of an unknown arena with the names near it, of the arenas that the caller may see. Operators are told some
 * names if none is near.
 */
export async function withNearArenas(
  error: Error,
  { db }: Pick<Deps, 'db'>,
  isOperator: () => boolean,
): Promise<Error> {
  if (!(error instanceof ProblemError) || error.code !== 'arena_unknown') return error
  if (typeof error.finding === 'string') return error
  const arena = String(error.finding.values['arena'])
  try {
    const all = db.selectFrom('arenas').select('slug').orderBy('id', 'desc').limit(MAX_COMPARED)
    const seesAll = isOperator()
    const visibleArenas = seesAll ? all : all.where('visibility', '=', 'public')
    const near = shortList(
      (await visibleArenas.execute()).map(({ slug }) => slug),
      arena,
    )
    return near.near || seesAll
      ? new ProblemError(error.code, msg('arena_not_here', { arena, near }), error.more)
      : error
  } catch {
    // a wrong token, or no database: the refusal stands
    return error
  }
}

const MAX_COMPARED = 1000
