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
    yield votes.map(voteRecord)
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

/**
 * A vote as a row of an exported file: the Chatbot Arena battle columns, plus ours. `sample` is which answer of a contestant
 * was shown, `pair_probability` with which probability the pair was drawn with focus, and `seconds` how long a voter looked.
 */
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
  'group',
  'sample_a',
  'sample_b',
  'pair_probability',
  'seconds',
] as const

type VoteRecord = Record<(typeof VOTE_COLUMNS)[number], string | number | boolean | null>

export const WINNERS = { left: 'model_a', right: 'model_b', tie: 'tie', both_bad: 'tie (bothbad)' } as const
export const JUDGE_TYPES = {
  human: 'human',
  judge: 'llm',
  result: 'result',
  simulated: 'simulated',
  live: 'live',
} as const

/** `model_a` is the answer that was shown on the left; `tstamp` is in seconds since 1970. */
const voteRecord = (vote: ExportedVote): VoteRecord => ({
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
  ...drawingFields(vote),
})

/** How a vote was drawn and cast. A vote without a prompt names no sample. */
export const drawingFields = (
  vote: Pick<ExportedVote, 'prompt' | 'group' | 'leftSample' | 'rightSample' | 'pairProbability' | 'seconds'>,
) => ({
  group: vote.group,
  sample_a: vote.prompt === null ? null : vote.leftSample,
  sample_b: vote.prompt === null ? null : vote.rightSample,
  pair_probability: vote.pairProbability,
  seconds: vote.seconds,
})

/** SQL: which of a contestant's answers battle `b` shows. */
export const sampleNumber = (side: 'left' | 'right') => sql<number>`coalesce(
  (select x.sample from answers x where x.arena_id = b.arena_id and x.id = ${sql.ref(`b.${side}_answer_id`)}),
  ${sql.ref(`b.${side}_sample`)}, 1)`

/** SQL: with which probability the pair of battle `b` was drawn. Null: uniformly, or it is unknown how. */
export const pairProbability = sql<number | null>`coalesce(b.pair_probability,
  (select j.pair_probability from judgements j where j.arena_id = b.arena_id and j.id = b.judgement_id))`
