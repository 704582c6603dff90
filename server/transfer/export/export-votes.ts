/** Votes, battles and preferences as rows of an exported file. */
import { isPersonSource, type Message, type TranscriptStep } from '../../../shared/contracts/index.ts'
import type { Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { currentPublication } from '../../platform/postgres/publishing.ts'
import { textsArePublic } from '../../prompts/index.ts'
import type { ArenaView } from '../../ratings/index.ts'
import type { FileRecord } from './write-records.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/schema.ts'
import { countedVotes, type VoteSelection } from '../../votes/index.ts'

/** The selection of all votes, without what of them is public. */
const EVERY_VOTE = { source: null, criterion: null, category: null, since: null, before: null }

const WINNERS = { left: 'model_a', right: 'model_b', tie: 'tie', both_bad: 'tie (bothbad)' } as const
const JUDGE_TYPES = {
  human: 'human',
  judge: 'llm',
  result: 'result',
  simulated: 'simulated',
  live: 'live',
} as const

/**
 * A vote as a row of an exported file: the Chatbot Arena battle columns, plus ours. `sample` is which answer of a contestant
 * was shown, `pair_probability` with which probability the pair was drawn with focus, and `seconds` how long a voter looked.
 */
export const VOTE_COLUMNS =
  'id question_id model_a model_b winner judge judge_type criterion category anony tstamp group sample_a sample_b pair_probability seconds'.split(
    ' ',
  )

/**
 * `transcript` is what an agent did before its answer, `run` names the run of an answer in another tool, and `drawn` is how an
 * answer that is a page was drawn for judges.
 */
export const BATTLE_COLUMNS =
  'id vote question_id model_a model_b winner judge judge_type criterion category tstamp prompt answer_a answer_b reason transcript_a transcript_b group sample_a sample_b pair_probability seconds drawn_a drawn_b'.split(
    ' ',
  )

export const PREFERENCE_COLUMNS =
  'prompt chosen rejected question_id criterion judge judge_type chosen_model rejected_model'.split(' ')

/** The number of rows in memory at once: texts are long, and each may have pictures. */
const PORTION = 2000
const PORTION_OF_TEXTS = 200
const PORTION_DRAWN = 20

type Source = Pick<Deps, 'db' | 'clock'>

/** Rows in order of their ids. The database reads the next portion while one is written. */
export async function* portions<Row extends { id: unknown }>(
  first: Row['id'],
  select: (after: Row['id']) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const rowsAfter = (id: Row['id']) => {
    const rows = select(id)
    // if nobody waits for them any more
    rows.catch(() => {})
    return rows
  }
  let next = rowsAfter(first)
  for (;;) {
    const rows = await next
    if (rows.length === 0) return
    next = rowsAfter(rows.at(-1)!.id)
    yield rows
  }
}

const publishedVotes = async (db: Db, view: ArenaView | null): Promise<VoteSelection> => ({
  ...(view ?? EVERY_VOTE),
  publication: await currentPublication({ db }),
})

/**
 * The counted published votes of an arena in order of recording, in portions.
 * @param view null for all votes, each with its source
 */
export async function* exportVotes(
  { db }: Source,
  arena: Arena,
  view: ArenaView | null,
): AsyncGenerator<FileRecord[]> {
  const selection = await publishedVotes(db, view)
  const select = (after: number) => selectVotesAfter(db, arena.id, selection, after).limit(PORTION).execute()
  for await (const votes of portions(0, select)) yield votes.map(voteRecord)
}

/**
 * The same with prompt, answers and reason. Unless `isOperator`, texts of prompts that are still voted on are empty,
 * and so are all reasons of people and all runs.
 * @param drawn whether pictures of pages are read
 */
export async function* exportBattles(
  { db, clock }: Source,
  arena: Arena,
  view: ArenaView | null,
  isOperator: boolean,
  drawn = false,
): AsyncGenerator<FileRecord[]> {
  const now = clock()
  const selection = await publishedVotes(db, view)
  const select = (after: number) =>
    selectVotesAfter(db, arena.id, selection, after)
      .select(['b.id as battle', 'v.reason', 'p.messages', 'p.retired_at', 'p.retired_by'])
      .select([selectText('left', drawn).as('leftText'), selectText('right', drawn).as('rightText')])
      .limit(drawn ? PORTION_DRAWN : PORTION_OF_TEXTS)
      .execute()
  for await (const battles of portions(0, select))
    yield battles.map((battle) => {
      const { source, messages, leftText, rightText, reason } = battle
      const { id: vote, judge, anony: _, ...record } = voteRecord(battle)
      const mayRead = isOperator || textsArePublic(battle, now)
      return {
        id: battle.battle,
        vote,
        ...record,
        judge: source === 'judge' ? judge : null,
        prompt: mayRead ? questionOrThread(messages) : null,
        answer_a: mayRead ? textOrTurns(leftText) : null,
        answer_b: mayRead ? textOrTurns(rightText) : null,
        reason: isOperator || (mayRead && !isPersonSource(source)) ? reason : null,
        transcript_a: mayRead ? (leftText?.transcript ?? null) : null,
        transcript_b: mayRead ? (rightText?.transcript ?? null) : null,
        drawn_a: mayRead ? pictureUrls(leftText) : null,
        drawn_b: mayRead ? pictureUrls(rightText) : null,
      }
    })
}

/** The preferred and the rejected answer of a battle with a winner whose texts are known and may be read; else nothing. */
export function preferenceRecord(battle: FileRecord): FileRecord[] {
  const { winner, prompt, answer_a, answer_b, question_id, criterion, judge, judge_type } = battle
  const isA = winner === 'model_a'
  if (!isA && winner !== 'model_b') return []
  if (prompt === null || answer_a === null || answer_b === null) return []
  return [
    {
      prompt,
      chosen: isA ? answer_a : answer_b,
      rejected: isA ? answer_b : answer_a,
      question_id,
      criterion,
      judge,
      judge_type,
      chosen_model: isA ? battle['model_a'] : battle['model_b'],
      rejected_model: isA ? battle['model_b'] : battle['model_a'],
    },
  ]
}

/** Counted votes in order of id, after the vote `after`. */
const selectVotesAfter = (db: Db, arenaId: number, selection: VoteSelection, after: number) =>
  countedVotes(db, arenaId, selection)
    .select(['v.id', 'l.name as left', 'r.name as right', 'v.outcome', 'v.source', 'v.inconsistent'])
    .select(sql<string | null>`nullif(v.voter, v.import_key)`.as('voter'))
    .select(['p.key as prompt', 'b.criterion', 'p.category', 'p.unit_group as group', 'v.cast_at as castAt'])
    .select([sampleNumber('left').as('leftSample'), sampleNumber('right').as('rightSample')])
    .select([pairProbability.as('pairProbability'), 'v.seconds'])
    .where('v.id', '>', after)
    .orderBy('v.id')

type ExportedVote = Awaited<ReturnType<ReturnType<typeof selectVotesAfter>['execute']>>[number]

/** `model_a` is the answer that was shown on the left; `tstamp` is in seconds since 1970. A vote without a prompt names no sample. */
const voteRecord = (vote: ExportedVote) => ({
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
  group: vote.group,
  sample_a: vote.prompt === null ? null : vote.leftSample,
  sample_b: vote.prompt === null ? null : vote.rightSample,
  pair_probability: vote.pairProbability,
  seconds: vote.seconds,
})

/** SQL: which of a contestant's answers battle `b` shows. */
const sampleNumber = (side: 'left' | 'right') => sql<number>`coalesce(
  (select x.sample from answers x where x.arena_id = b.arena_id and x.id = ${sql.ref(`b.${side}_answer_id`)}),
  ${sql.ref(`b.${side}_sample`)}, 1)`

/** SQL: with which probability the pair of battle `b` was drawn. Null: uniformly, or it is unknown how. */
const pairProbability = sql<number | null>`coalesce(b.pair_probability,
  (select j.pair_probability from judgements j where j.arena_id = b.arena_id and j.id = b.judgement_id))`

interface StoredText {
  text: string | null
  turns: string[] | null
  transcript: TranscriptStep[] | null
  /** A PNG of each turn in base64, empty where nothing could be drawn. */
  drawn?: string[] | null
}

const DRAWN = sql`, 'drawn', (select jsonb_agg(encode(d.png, 'base64') order by d.turn) from unnest(x.drawn[1:greatest(1, coalesce(jsonb_array_length(x.turns), 1))]) with ordinality d (png, turn))`

/** The answer that was shown. For a vote imported without answers, the contestant's answer to the prompt. */
const selectText = (side: 'left' | 'right', drawn: boolean) => sql<StoredText | null>`(
  select jsonb_build_object('text', x.text, 'turns', x.turns, 'transcript', x.transcript${drawn ? DRAWN : sql``}) from answers x
  where x.arena_id = b.arena_id and x.prompt_id = b.prompt_id and x.contestant_id = ${sql.ref(`b.${side}_contestant_id`)}
    and case when ${sql.ref(`b.${side}_answer_id`)} is null then x.sample = coalesce(${sql.ref(`b.${side}_sample`)}, 1)
      else x.id = ${sql.ref(`b.${side}_answer_id`)} end)`

/** The text of a single question, the messages of a thread. */
function questionOrThread(messages: Message[] | null): string | Message[] | null {
  const [only, ...more] = messages ?? []
  return only && more.length === 0 && only.role === 'user' ? only.content : messages
}

/** The drawn turns as data URLs; null for what was not drawn. */
const pictureUrls = (answer: StoredText | null): (string | null)[] | null =>
  answer?.drawn?.map((png) => (png ? `data:image/png;base64,${png.replaceAll('\n', '')}` : null)) ?? null

const textOrTurns = (answer: StoredText | null): string | string[] | null =>
  answer && (answer.turns ?? answer.text)
