import { sql } from 'kysely'
import { z } from 'zod'
import {
  SHOWN_BATTLES,
  sourceOfJudge,
  type BattleList,
  type Outcome,
  type ShownBattles,
} from '../../shared/contracts/index.ts'
import { shortList, msg } from '../../shared/messages/index.ts'
import type { Arena } from '../arenas/index.ts'
import { contestantWithSlug } from '../contestants/index.ts'
import { liveDisagreements, type LiveDisagreement } from '../judge-evaluation/index.ts'
import type { Deps } from '../platform/deps.ts'
import { currentPublication } from '../platform/postgres/publishing.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Db } from '../platform/schema.ts'
import { textsArePublic, unknownPromptsProblem } from '../prompts/index.ts'
import {
  currentListedVotes,
  resolveView,
  ViewRequest,
  type ArenaView,
  type ListedVotes,
  type Place,
  type VoteListRequest,
} from '../ratings/index.ts'
import { decidedBattles, type JudgeVerdictRow } from './decided-battle.ts'

const Slug = z.string().max(200).optional()

/**
 * The battles that an address asks for. An empty value counts as missing. A group of invited people is not among the
 * choices: single battles would show how each of few people voted.
 */
export const BattlesRequest = ViewRequest.pick({ source: true, category: true, from: true, to: true }).extend(
  {
    contestant: Slug.describe('The slug of a contestant.'),
    against: Slug.describe('The slug of its opponent.'),
    prompt: z.string().max(1000).optional().describe('The key of a prompt.'),
    criterion: z
      .union([z.string().max(200), z.array(z.string().max(200)).max(100)])
      .optional()
      .describe('May be repeated. Default: all.'),
    readable: z
      .enum(['true', ''])
      .optional()
      .describe('Whether to list only battles whose texts everybody may read.'),
    judge: z.string().max(200).optional().describe('The name of a judge: its votes alone.'),
    show: z
      .enum([...SHOWN_BATTLES, ''])
      .optional()
      .describe(
        '`won` and `lost`: by `contestant`. `contradicted`: votes on the same two answers name different winners. `disagreement`: votes of judges on which most people differ; with `source=live`, on live battles.',
      ),
    cursor: z
      .string()
      .regex(/^(-?\d{1,9}_\d{1,16})?$/)
      .optional()
      .describe('Where the list goes on, as the part before says.'),
    limit: z.coerce.number().int().min(1).max(50).default(10),
  },
)
export type BattlesRequest = z.infer<typeof BattlesRequest>

/**
 * Decided battles of an arena, newest first; of disagreements the clearest first. A cursor names the last battle of a part, so
 * new votes move nothing. Each battle is shown as `decidedBattle` shows it to this reader.
 * @throws {ProblemError} contestant_unknown, prompt_unknown, judge_unknown; invalid_request for an unknown criterion or
 *   category; too_many_requests when too many requests are waiting
 */
export async function listBattles(
  deps: Deps,
  arena: Arena,
  request: BattlesRequest,
  isAdmin: boolean,
): Promise<BattleList> {
  const selection = await askedFor(deps, arena, request)
  const { view, live } = await listedView(deps, arena, request)
  const verdicts = new Map<number, JudgeVerdictRow>()
  const { total, votes } = live
    ? battlesPage(
        await differingLive(deps.db, arena, view, selection, request.judge || null),
        selection,
        verdicts,
      )
    : await currentListedVotes(deps, arena, view, selection)
  const page = votes.slice(0, selection.limit)
  const decided = await decidedBattles(
    deps,
    arena.id,
    page.map(({ id }) => id),
    isAdmin,
    verdicts,
  )
  const divided = new Map(page.map((vote) => [vote.id, vote.votes]))
  return {
    arena: arena.slug,
    source: live ? 'live' : view.source,
    total,
    battles: decided.map(({ vote, battle: { arena: _, title: __, ...battle } }) => ({
      ...battle,
      votes: divided.get(vote) ?? null,
    })),
    cursor: votes.length > page.length ? formatCursor(page.at(-1)!) : null,
  }
}

async function askedFor(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  arena: Arena,
  request: BattlesRequest,
): Promise<VoteListRequest> {
  const { contestant, against, criterion, show, cursor, limit } = request
  const criteria = [criterion ?? []].flat().filter((name) => name !== '')
  const unknown = criteria.find((name) => !arena.criteria.includes(name))
  if (unknown !== undefined)
    throw new ProblemError(
      'invalid_request',
      msg('unknown_name', {
        field: 'criterion',
        arena: arena.slug,
        kind: 'criterion',
        name: unknown,
        there: shortList(arena.criteria, unknown),
      }),
    )
  const readName = async (slug: string | undefined) =>
    slug ? (await contestantWithSlug(db, arena, slug)).name : null
  return {
    criteria,
    contestant: await readName(contestant),
    against: await readName(against),
    prompts: await promptsAsked(db, arena, request, clock()),
    show: (show || null) as ShownBattles | null,
    after: parseCursor(cursor),
    limit,
  }
}

/** The votes among which battles are listed, and whether they are those of visitors on whose battles judges differ. */
async function listedView(
  deps: Deps,
  arena: Arena,
  { source, category, from, to, judge, show }: BattlesRequest,
): Promise<{ view: ArenaView; live: boolean }> {
  const isOfJudges = Boolean(judge) || show === 'disagreement'
  if (judge && !(await isKnownJudge(deps.db, arena.id, judge)))
    throw await unknownJudge(deps.db, arena, judge)
  const viewRequest = { source: isOfJudges ? 'judges' : source, category, from, to }
  const view = { ...(await resolveView(deps, arena, viewRequest)), criterion: null }
  // every judge by its own name, also one that boards do not count
  if (isOfJudges) delete view.judges
  return {
    view: judge ? { ...view, source: sourceOfJudge(judge) } : view,
    live: show === 'disagreement' && source === 'live',
  }
}

async function isKnownJudge(db: Db, arenaId: number, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from judges where arena_id = ${arenaId} and name = ${name}
    union all select from votes where arena_id = ${arenaId} and source = 'judge' and voter = ${name} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

async function unknownJudge(db: Db, { id, slug }: Arena, judge: string): Promise<ProblemError> {
  const known = await db.selectFrom('judges').select('name').where('arena_id', '=', id).execute()
  const names = shortList(
    known.map(({ name }) => name),
    judge,
  )
  return new ProblemError(
    'judge_unknown',
    msg('unknown_name', { arena: slug, kind: 'judge', name: judge, there: names }),
  )
}

/** The keys of the prompts that a request is about; null: any. */
async function promptsAsked(
  db: Db,
  arena: Arena,
  { prompt, readable }: BattlesRequest,
  now: Date,
): Promise<string[] | null> {
  if (!prompt && !readable) return null
  let found = db
    .selectFrom('prompts')
    .select(['key', 'retired_at', 'retired_by'])
    .where('arena_id', '=', arena.id)
  if (prompt) found = found.where('key', '=', prompt)
  if (readable) found = found.where('retired_at', 'is not', null)
  const rows = await found.execute()
  if (prompt && !readable && rows.length === 0) throw await unknownPromptsProblem(db, arena, [prompt])
  return rows.filter((row) => !readable || textsArePublic(row, now)).map(({ key }) => key)
}

/** Live battles of which a judge says otherwise than the visitor, opposite winners first, then the newest. */
async function differingLive(
  db: Db,
  arena: Arena,
  { category, since, before }: ArenaView,
  { criteria, contestant, against, prompts }: VoteListRequest,
  judge: string | null,
): Promise<LiveDisagreement[]> {
  const all = await liveDisagreements(db, arena.id, await currentPublication({ db }))
  const isNamed = (battle: LiveDisagreement, name: string | null) =>
    name === null || battle.left === name || battle.right === name
  return all.filter(
    (battle) =>
      (judge === null || battle.judge === judge) &&
      (criteria.length === 0 || criteria.includes(battle.criterion)) &&
      (category === null || battle.category === category) &&
      (prompts === null || prompts.includes(battle.prompt)) &&
      (since === null || battle.votedAt >= since) &&
      (before === null || battle.votedAt < before) &&
      isNamed(battle, contestant) &&
      isNamed(battle, against),
  )
}

/** A page of these, whose verdicts are added to `verdicts`. Of several judges that differ from one vote, the first by name. */
function battlesPage(
  all: readonly LiveDisagreement[],
  { after, limit }: VoteListRequest,
  verdicts: Map<number, JudgeVerdictRow>,
): ListedVotes {
  const ranked = [...new Map(all.map((disagreement) => [disagreement.vote, disagreement])).values()]
    .map((disagreement) => ({
      ...disagreement,
      rank: isDecisive(disagreement.outcome) && isDecisive(disagreement.voterOutcome) ? 1 : 0,
    }))
    .sort((a, b) => b.rank - a.rank || b.vote - a.vote)
  const following = ranked.filter(
    ({ rank, vote }) => after === null || rank < after.rank || (rank === after.rank && vote < after.id),
  )
  const votes = following.slice(0, limit + 1).map(({ vote, rank, voterOutcome, ...verdict }) => {
    const { judge, outcome, inconsistent, judgementId, castAt } = verdict
    verdicts.set(vote, {
      judge,
      outcome,
      inconsistent,
      judgementId,
      castAt,
      source: 'judge',
      reason: null,
    })
    const none = { left: 0, right: 0, tie: 0, bothBad: 0 }
    return { id: vote, rank, votes: { ...none, [voterOutcome === 'both_bad' ? 'bothBad' : voterOutcome]: 1 } }
  })
  return { total: ranked.length, votes }
}

const isDecisive = (outcome: Outcome): boolean => outcome === 'left' || outcome === 'right'

const formatCursor = ({ rank, id }: Place): string => `${rank}_${id}`

function parseCursor(cursor: string | undefined): Place | null {
  if (!cursor) return null
  const [rank, id] = cursor.split('_').map(Number)
  return { rank: rank!, id: id! }
}
