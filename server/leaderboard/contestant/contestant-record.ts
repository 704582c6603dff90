import {
  type Board,
  type ContestantRecord,
  type Outcome,
  type PromptRecord,
  type RecordedBattle,
  type Message,
  type OpponentRecord,
  judgeIn,
} from '../../../shared/contracts/index.ts'
import type { Arena } from '../../arenas/index.ts'
import { contestantWithSlug, descriptionOf, type Contestant } from '../../contestants/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { published } from '../../platform/postgres/publishing.ts'
import {
  currentPairs,
  currentSnapshot,
  currentContestantVotes,
  humanView,
  type ArenaView,
  type CountedPairs,
} from '../../ratings/index.ts'
import { beginning } from '../beginning.ts'
import { shownView } from '../head-to-head.ts'
import { extremesOf, type WeighedPrompt } from './prompt-records.ts'
import { selectVotesOn, type VoteOnOne } from './queries.ts'
import { textsArePublic } from '../../prompts/index.ts'
import { hasTooFewVotes } from '../../../shared/sentence/index.ts'
import { wilsonInterval } from '../../../shared/stats/index.ts'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import { countedVotes, type VoteSelection } from '../../votes/index.ts'

/**
 * The record of one contestant in a view. Prompts without public texts are shown by key only, unless `isAdmin`.
 * @throws {ProblemError} contestant_unknown; too_many_requests if too many views are being counted
 */
export async function contestantRecord(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  slug: string,
  isAdmin: boolean,
): Promise<ContestantRecord> {
  const one = await contestantWithSlug(deps.db, arena, slug)
  const people = humanView(view)
  const [{ board }, pairs, fared] = await Promise.all([
    currentSnapshot(deps, arena, view),
    currentPairs(deps, arena, people),
    currentContestantVotes(deps, arena, people, one.name),
  ])
  const { best, worst, ...whole } = extremesOf(fared.prompts)
  const looked = [...fared.sample, ...[...best, ...worst].map(({ vote }) => vote)]
  const [votes, shownText, judgements] = await deps.replica.read(deps.db, (db) =>
    Promise.all([
      selectVotesOn(db, arena.id, one.id, looked),
      beginnings({ ...deps, db }, arena, [...best, ...worst], isAdmin),
      judgementsOn({ ...deps, db }, arena, one, people),
    ]),
  )
  const byId = new Map(votes.map((vote) => [vote.vote, vote]))
  const promptOf = ({ vote, ...prompt }: WeighedPrompt): PromptRecord[] => {
    const battle = byId.get(vote)?.battle
    return battle ? [{ ...prompt, battle, text: shownText.get(prompt.key) ?? null }] : []
  }
  return {
    arena: arena.slug,
    title: arena.title,
    view: shownView(view),
    contestant: descriptionOf(one),
    ...standingOf(JSON.parse(board) as Board, slug),
    opponents: opponentsOf(one.name, pairs),
    prompts: { ...whole, best: best.flatMap(promptOf), worst: worst.flatMap(promptOf) },
    battles: {
      total: fared.votes,
      sample: fared.sample.flatMap((id) => (byId.has(id) ? [recorded(byId.get(id)!)] : [])),
    },
    judgements,
  }
}

function standingOf(board: Board, slug: string): Pick<ContestantRecord, 'row' | 'board'> {
  const { votes, winner, deadHeatForFirst, ties, cluster, preview = false, computedAt, contestants } = board
  // ranks count those with too few votes too
  const rated = contestants.filter((one) => one.status === 'rated' || hasTooFewVotes(one)).length
  return {
    row: contestants.find((row) => row.slug === slug) ?? null,
    board: { votes, rated, winner, deadHeatForFirst, ties, cluster, preview, computedAt },
  }
}

const TURNED: Record<Outcome, Outcome> = { left: 'right', right: 'left', tie: 'tie', both_bad: 'both_bad' }

/** A battle as a record lists it, from the side of the contestant. */
export const recorded = ({
  battle,
  isLeft,
  outcome,
  castAt,
  vote: _vote,
  ...rest
}: VoteOnOne): RecordedBattle => ({
  id: battle,
  ...rest,
  outcome: isLeft ? outcome : TURNED[outcome],
  castAt: castAt.toISOString(),
})

/** Failed and inconsistent judgements; none for a source without judges. */
async function judgementsOn(
  { db }: Pick<Deps, 'db'>,
  arena: Arena,
  { id }: Contestant,
  view: ArenaView,
): Promise<ContestantRecord['judgements']> {
  if (view.source === 'humans' || view.source === 'simulated') return { inconsistent: 0, failed: [] }
  const selection = { ...view, publication: await published({ db }) }
  const [inconsistent, failed] = await Promise.all([
    countInconsistent(db, arena.id, id, selection),
    selectFailed(db, arena.id, id, view),
  ])
  return { inconsistent, failed }
}

/** The beginnings of prompts by key; only of prompts whose texts may be read. */
async function beginnings(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  arena: Arena,
  prompts: readonly { key: string }[],
  isAdmin: boolean,
): Promise<Map<string, string>> {
  const keys = prompts.map(({ key }) => key)
  const texts = await selectPromptTexts(db, arena.id, keys)
  const readable = texts.filter((prompt) => isAdmin || textsArePublic(prompt, clock()))
  return new Map(readable.flatMap(({ key, messages }) => (messages ? [[key, beginningOf(messages)]] : [])))
}

const beginningOf = (messages: readonly Message[]): string =>
  beginning((messages.find(({ role }) => role === 'user') ?? messages[0])?.content ?? '')

/** As in a dictionary, p2 before p10. */
const BY_NAME = new Intl.Collator('en', { numeric: true })

/** A contestant's record against each opponent, sorted by name. */
function opponentsOf(
  name: string,
  { contestants, first, second, firstWins, secondWins, ties, bothBad }: CountedPairs,
): OpponentRecord[] {
  const row = contestants.findIndex((one) => one.name === name)
  const opponents: OpponentRecord[] = []
  first.forEach((a, pair) => {
    const b = second[pair]
    if (a !== row && b !== row) return
    const opponent = contestants[a === row ? b : a]
    const [wins, losses] = [firstWins[pair], secondWins[pair]]
    const [won, lost] = a === row ? [wins, losses] : [losses, wins]
    opponents.push({
      ...opponent,
      wins: won,
      losses: lost,
      ties: ties[pair],
      bothBad: bothBad[pair],
      interval: wilsonInterval(won, won + lost),
    })
  })
  return opponents.sort((a, b) => BY_NAME.compare(a.name, b.name))
}

interface PromptText {
  key: string
  messages: Message[] | null
  retired_at: Date | null
}

const selectPromptTexts = (
  db: Kysely<Database>,
  arenaId: number,
  keys: readonly string[],
): Promise<PromptText[]> =>
  keys.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('prompts')
        .select(['key', 'messages', 'retired_at'])
        .where('arena_id', '=', arenaId)
        .where('key', 'in', keys)
        .execute()

/** The number of judges' votes on the contestant whose two orders preferred different answers. */
async function countInconsistent(
  db: Kysely<Database>,
  arenaId: number,
  contestantId: number,
  selection: VoteSelection,
): Promise<number> {
  const { count } = await countedVotes(db, arenaId, selection)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('v.inconsistent', '=', true)
    .where((eb) =>
      eb.or([eb('b.left_contestant_id', '=', contestantId), eb('b.right_contestant_id', '=', contestantId)]),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The number of judgements with an answer of the contestant that failed for good, by the first word of the cause. */
async function selectFailed(
  db: Kysely<Database>,
  arenaId: number,
  contestantId: number,
  { source, criterion, category }: Pick<VoteSelection, 'source' | 'criterion' | 'category'>,
): Promise<{ cause: string; count: number }[]> {
  const judge = judgeIn(source)
  const { rows } = await sql<{ cause: string; count: number }>`
    select split_part(j.cause, ':', 1) as cause, count(*)::int as count
    from judgements j
    join judge_versions v on v.arena_id = j.arena_id and v.id = j.judge_version_id
    join prompts p on p.arena_id = j.arena_id and p.id = j.prompt_id
    where j.arena_id = ${arenaId} and j.status = 'failed' and j.cause <> 'superseded'
      and j.answer_ids && array(select a.id from answers a
        where a.arena_id = ${arenaId} and a.contestant_id = ${contestantId})
      and (${judge}::text is null or v.judge = ${judge})
      and (${criterion}::text is null or ${criterion} = any (j.criteria))
      and (${category}::text is null or p.category = ${category})
    group by 1 order by 2 desc, 1`.execute(db)
  return rows
}
