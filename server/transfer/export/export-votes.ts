import type { Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { currentPublication } from '../../platform/postgres/publishing.ts'
import type { ArenaView } from '../../ratings/index.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/schema.ts'
import { countedVotes, type VoteSelection } from '../../votes/index.ts'

const PORTION = 2000
/** The selection of all votes, without what of them is public. */
export const EVERY_VOTE = { source: null, criterion: null, category: null, since: null, before: null }

/**
 * The counted published votes of an arena in order of recording, in portions.
 * @param view null for all votes, each with its source
 */
export async function* exportVotes(
  { db }: Pick<Deps, 'db'>,
  arena: Arena,
  view: ArenaView | null,
  more: MoreColumns,
): AsyncGenerator<VoteRecord[]> {
  const selection = { ...(view ?? EVERY_VOTE), publication: await currentPublication({ db }) }
  const votesAfter = (id: number) => {
    const votes = selectVotesAfter(db, arena.id, selection, id, PORTION)
    // if nobody waits for it any more
    votes.catch(() => {})
    return votes
  }
  let next = votesAfter(0)
  while (true) {
    const votes = await next
    if (votes.length === 0) return
    // the database reads the next portion while this one is written
    next = votesAfter(votes.at(-1)!.id)
    yield votes.map((vote) => voteRecord(vote, more))
  }
}

/** Counted votes in order of id, `size` after the vote `after`. */
const selectVotesAfter = (db: Db, arenaId: number, selection: VoteSelection, after: number, size: number) =>
  countedVotes(db, arenaId, selection)
    .select(['v.id', 'l.name as left', 'r.name as right', 'v.outcome', 'v.source', 'v.inconsistent'])
    .select(sql<string | null>`nullif(v.voter, v.import_key)`.as('voter'))
    .select(['p.key as prompt', 'b.criterion', 'p.category', 'p.unit_group as group', 'v.cast_at as castAt'])
    .select([sampleNumber('left').as('leftSample'), sampleNumber('right').as('rightSample')])
    .select(pairProbability.as('pairProbability'))
    .select('v.seconds')
    .where('v.id', '>', after)
    .orderBy('v.id')
    .limit(size)
    .execute()

type ExportedVote = Awaited<ReturnType<typeof selectVotesAfter>>[number]

// A vote as a row of an exported file: the Chatbot Arena battle columns, plus ours.

export const VOTE_COLUMNS = [
  'id',
  'question_id',
  'model_a',
  'model_b',
  'winner',
  'judge',
  'judge_type',
  'criterion',
  'category',
  'anony',
  'tstamp',
] as const

/** Which answers were shown, in files of arenas where some contestant has several to a prompt. */
const SAMPLE_COLUMNS = ['sample_a', 'sample_b'] as const

/** The groups of prompts, in files of arenas that have some. */
const GROUP_COLUMNS = ['group'] as const

/** With which probability the pair was drawn, in files of arenas that drew some pairs with focus. */
const PAIR_COLUMNS = ['pair_probability'] as const

/** How long a voter looked at the pair, in files of arenas where pages said so. */
const TIME_COLUMNS = ['seconds'] as const

/** Which columns the files of an arena have beside those of every arena. */
export interface MoreColumns {
  samples: boolean
  groups: boolean
  pairs: boolean
  times: boolean
}

type Cell = string | number | boolean | null
type VoteRecord = Record<(typeof VOTE_COLUMNS)[number], Cell> & FurtherCells
type FurtherCells = Partial<
  Record<
    (typeof SAMPLE_COLUMNS | typeof GROUP_COLUMNS | typeof PAIR_COLUMNS | typeof TIME_COLUMNS)[number],
    Cell
  >
>

/** The columns of a file, with those that this arena needs. */
export const withMore = (
  columns: readonly string[],
  { samples, groups, pairs, times }: MoreColumns,
): readonly string[] => [
  ...columns,
  ...(groups ? GROUP_COLUMNS : []),
  ...(samples ? SAMPLE_COLUMNS : []),
  ...(pairs ? PAIR_COLUMNS : []),
  ...(times ? TIME_COLUMNS : []),
]

/** The cells of a vote in the further columns of its arena. */
export const furtherCells = (
  vote: Pick<ExportedVote, 'prompt' | 'group' | 'leftSample' | 'rightSample' | 'pairProbability' | 'seconds'>,
  { samples, groups, pairs, times }: MoreColumns,
): FurtherCells => ({
  ...(groups && { group: vote.group }),
  ...(samples && sampleCells(vote)),
  ...(pairs && { pair_probability: vote.pairProbability }),
  ...(times && { seconds: vote.seconds }),
})

/** The samples of a vote whose prompt is known. */
const sampleCells = (vote: Pick<ExportedVote, 'prompt' | 'leftSample' | 'rightSample'>): FurtherCells =>
  vote.prompt === null
    ? { sample_a: null, sample_b: null }
    : { sample_a: vote.leftSample, sample_b: vote.rightSample }

export const WINNERS = { left: 'model_a', right: 'model_b', tie: 'tie', both_bad: 'tie (bothbad)' } as const
export const JUDGE_TYPES = {
  human: 'human',
  judge: 'llm',
  result: 'result',
  simulated: 'simulated',
  live: 'live',
} as const

/** `model_a` is the answer that was shown on the left; `tstamp` is in seconds since 1970. */
function voteRecord(vote: ExportedVote, more: MoreColumns): VoteRecord {
  return {
    id: String(vote.id),
    question_id: vote.prompt,
    model_a: vote.left,
    model_b: vote.right,
    winner: vote.inconsistent ? 'tie (inconsistent)' : WINNERS[vote.outcome],
    judge: vote.voter,
    judge_type: JUDGE_TYPES[vote.source],
    criterion: vote.criterion,
    category: vote.category,
    anony: true,
    tstamp: vote.castAt.getTime() / 1000,
    ...furtherCells(vote, more),
  }
}

/** SQL: which of a contestant's answers battle `b` shows. */
export const sampleNumber = (side: 'left' | 'right') => sql<number>`coalesce(
  (select x.sample from answers x where x.arena_id = b.arena_id and x.id = ${sql.ref(`b.${side}_answer_id`)}),
  ${sql.ref(`b.${side}_sample`)}, 1)`

/** Whether a page said of some vote how long its voter looked at the pair. */
export async function hasTimedVotes(db: Db, arenaId: number): Promise<boolean> {
  const { rows } = await sql`
    select from votes where arena_id = ${arenaId} and seconds is not null limit 1`.execute(db)
  return rows.length > 0
}

/** Whether any prompt of an arena has a group. */
export async function hasPromptGroups(db: Db, arenaId: number): Promise<boolean> {
  const found = await db
    .selectFrom('prompts')
    .select('id')
    .where('arena_id', '=', arenaId)
    .where('unit_group', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** SQL: with which probability the pair of battle `b` was drawn. Null: uniformly, or it is unknown how. */
export const pairProbability = sql<number | null>`coalesce(b.pair_probability,
  (select j.pair_probability from judgements j where j.arena_id = b.arena_id and j.id = b.judgement_id))`
