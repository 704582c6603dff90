/** Views: which votes of an arena a board counts. */
import { z } from 'zod'
import {
  selectDecides,
  readDefaultSource,
  groupsWithBoard,
  MIN_PEOPLE_OF_GROUP,
  type Arena,
} from '../arenas/index.ts'
import {
  hasDecisionDay,
  judgeOfSource,
  sourcePattern,
  viewKey,
  type Looks,
  type View,
  sourceOfJudge,
  PEOPLE,
  presentSource,
  parseSource,
  type VoteSource,
} from '../../shared/contracts/index.ts'
import { refuse } from '../../shared/contracts/problem.ts'
import { judgesCounted } from '../../shared/votes/judges-counted.ts'
import { trustedJudges } from '../judge-evaluation/index.ts'
import { ProblemError } from '../platform/problem.ts'
import { currentPublication } from '../platform/postgres/publishing.ts'
import type { Deps } from '../platform/deps.ts'
import { hasFocusedDraws, mayEndByResults, selectHasImportedVotes } from './board.ts'
import { sourceVoterKind } from './boards/count-votes.ts'
import { type ArenaView, anytimeView, parseViewDate, type DataState } from './view.ts'
import { shortList, msg } from '../../shared/messages/index.ts'
import { queryRows } from '../platform/postgres/query.ts'
import type { Db } from '../platform/schema.ts'

const Moment = z.union(
  [z.literal(''), z.iso.date(), z.iso.datetime({ offset: true })],
  refuse('moment_asked'),
)

/** The settings of a board in an address. An empty value counts as missing. */
export const ViewRequest = z.object({
  source: z
    .string()
    .regex(sourcePattern(PEOPLE, 'judges', 'all', 'live', 'simulated'), refuse('source_asked'))
    .transform(presentSource)
    .optional(),
  criterion: z.string().max(200).optional(),
  category: z.string().max(200).optional(),
  /** The group of invited people whose votes the board counts. */
  group: z.string().max(40).optional(),
  from: Moment.optional(),
  to: Moment.optional(),
  /**
   * `any`: declared results hold at every look. `one`: they hold at one look, at a time chosen beforehand. Left out: what is
   * natural (`defaultLooks`). Where the arena has a decision day, its plan says it.
   */
  looks: z.enum(['any', 'one', '']).optional(),
})
export type ViewRequest = z.infer<typeof ViewRequest>

/**
 * Fills in what the request leaves open: the arena's default source and its first criterion.
 * A date alone means the whole day, in UTC.
 * @throws {ProblemError} invalid_request naming a criterion, category, group or judge that the arena does not have
 */
export async function resolveView(
  deps: Pick<Deps, 'db' | 'clock'>,
  arena: Arena,
  request: ViewRequest,
): Promise<ArenaView> {
  if (request.criterion && !arena.criteria.includes(request.criterion))
    throw new ProblemError(
      'invalid_request',
      msg('unknown_name', {
        field: 'criterion',
        arena: arena.slug,
        kind: 'criterion',
        name: request.criterion,
        there: shortList(arena.criteria, request.criterion),
      }),
    )
  const categories = request.category ? await selectCategories(deps.db, arena.id) : []
  if (request.category && !categories.includes(request.category))
    throw new ProblemError(
      'invalid_request',
      msg('unknown_name', {
        field: 'category',
        arena: arena.slug,
        kind: 'category',
        name: request.category,
        there: shortList(categories, request.category),
      }),
    )
  const [since, before] = [parseViewDate(request.from || null, 0), parseViewDate(request.to || null, 1)]
  if (since && before && since >= before)
    throw new ProblemError('invalid_request', msg('span_reversed', { from: request.from, to: request.to }))
  const judge = judgeOfSource(request.source)
  if (judge !== null) await requireJudge(deps.db, arena, judge)
  const criterion = arena.criteria.length > 1 ? request.criterion || arena.criteria[0] : null
  if (request.group) await requireBoardOfGroup(deps, arena, request.group, criterion, request)
  const decides = await selectDecides(deps.db, arena, await currentPublication(deps))
  const decidedBy = decides && hasDecisionDay(decides) ? decides.plan.view.source : null
  const view: View = {
    source: request.source || (request.group ? PEOPLE : await readDefaultSource(deps, arena.id, decidedBy)),
    criterion,
    category: request.category || null,
    from: request.from || null,
    to: request.to || null,
    ...(request.group && { group: request.group }),
  }
  const trust = parseSource(view.source)!.kinds.includes('judge')
    ? await trustedJudges(deps.db, arena.id)
    : []
  const judges = judgesCounted(view.source, trust)
  const looks =
    decides && hasDecisionDay(decides) ? 'any' : request.looks || (await defaultLooks(deps.db, arena, view))
  return {
    ...view,
    looks,
    ...(judges && { judges }),
    trust,
    decides,
    since,
    before,
    key: viewKey({ ...view, looks }),
  }
}

/**
 * For how many looks a board holds if nobody says: for one where one run of judges is done; else for all. Imports go on after it,
 * a span of time may be chosen by what it shows, and with focus boards chose who met whom. A decision is a look of its own
 * (`decideIfDue`).
 */
export async function defaultLooks(
  db: Db,
  { id }: Pick<Arena, 'id'>,
  { source, from, to }: Pick<View, 'source' | 'from' | 'to'>,
): Promise<Looks> {
  if (from !== null || to !== null || sourceVoterKind(source) !== 'judges') return 'any'
  return (await isJudgedAtOnce(db, id)) && !(await hasFocusedDraws(db, id, source)) ? 'one' : 'any'
}

/** Whether all verdicts of an arena are from one run, which is done. A run of two contestants, and a tournament, may end by what it shows. */
async function isJudgedAtOnce(db: Db, arenaId: number): Promise<boolean> {
  const rows = await queryRows<{ isOne: boolean | null }>(db)`
    select count(*) = 1 and bool_and(status = 'done' and not ${mayEndByResults}) as "isOne"
    from runs r where arena_id = ${arenaId} and kind <> 'challenge' and exists (
      select from judgements j where j.arena_id = r.arena_id and j.run_id = r.id and j.status = 'done' and not j.live)`
  return rows[0].isOne === true && !(await selectHasImportedVotes(db, arenaId))
}

/**
 * Refuses the board of a group that could show how a single voter voted: of too few people, or narrowed further.
 * @throws {ProblemError} invalid_request
 */
async function requireBoardOfGroup(
  deps: Pick<Deps, 'db' | 'clock'>,
  { id, slug }: Arena,
  group: string,
  criterion: string | null,
  { source, category, from, to }: ViewRequest,
): Promise<void> {
  if (category || from || to || (source && source !== PEOPLE))
    throw new ProblemError('invalid_request', msg('group_of_people'))
  const groups = await groupsWithBoard(deps.db, id, await currentPublication(deps), criterion)
  if (!groups.includes(group))
    throw new ProblemError(
      'invalid_request',
      msg('groups_are', { arena: slug, there: groups, least: MIN_PEOPLE_OF_GROUP }),
    )
}

async function selectCategories(db: Db, arenaId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('prompts')
    .select('category')
    .distinct()
    .where('arena_id', '=', arenaId)
    .where('category', 'is not', null)
    .orderBy('category')
    .execute()
  return rows.map(({ category }) => category!)
}

async function requireJudge(db: Db, { id, slug }: Arena, name: string): Promise<void> {
  const votes = db.selectFrom('votes').where('arena_id', '=', id).where('source', '=', 'judge')
  if (await votes.select('id').where('voter', '=', name).limit(1).executeTakeFirst()) return
  const judges = await votes.select('voter').distinct().orderBy('voter').execute()
  const names = shortList(
    judges.flatMap(({ voter }) => voter ?? []),
    name,
  )
  throw new ProblemError(
    'invalid_request',
    msg('judge_never_voted', { arena: slug, judge: name, there: names }),
  )
}

/**
 * The tracked views of an arena, which the rating job keeps current: one for each source and criterion with votes. Where that
 * is for one look, the same for all looks goes on, for the history.
 */
export async function trackedViews(deps: Deps, arena: Arena, { strata }: DataState): Promise<ArenaView[]> {
  const views = new Map<string, ArenaView>()
  for (const { source, judge, criterion } of strata) {
    for (const sourceName of sourcesCounting(source, judge)) {
      const view = await resolveView(deps, arena, { source: sourceName, criterion })
      for (const variant of [view, anytimeView(view)]) views.set(variant.key, variant)
    }
  }
  return [...views.values()]
}

function sourcesCounting(source: VoteSource, name: string | null): string[] {
  if (source === 'judge') return ['judges', sourceOfJudge(name!)]
  if (source === 'result') return ['all']
  return [source === 'human' ? PEOPLE : source]
}
