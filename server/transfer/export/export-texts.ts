/** Battles and preferences as rows of an exported file: votes with the texts behind them. */
import { isPersonSource, type Message, type TranscriptStep } from '../../../shared/contracts/index.ts'
import type { Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { currentPublication } from '../../platform/postgres/publishing.ts'
import { textsArePublic } from '../../prompts/index.ts'
import type { ArenaView } from '../../ratings/index.ts'
import {
  drawingFields,
  EVERY_VOTE,
  JUDGE_TYPES,
  WINNERS,
  pairProbability,
  sampleNumber,
} from './export-votes.ts'
import type { FileRecord } from './write-records.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/schema.ts'
import { countedVotes, type VoteSelection } from '../../votes/index.ts'

interface StoredText {
  text: string | null
  turns: string[] | null
  transcript: TranscriptStep[] | null
  run: RunIds | null
  /** A PNG of each turn in base64, empty where nothing could be drawn. */
  drawn?: string[] | null
}

/** Counted votes with their texts in order of id, `size` after the vote `after`. */
const selectBattlesAfter = (
  db: Db,
  arenaId: number,
  selection: VoteSelection,
  after: number,
  { size, drawn }: { size: number; drawn: boolean },
) =>
  countedVotes(db, arenaId, selection)
    .select(['v.id', 'b.id as battle', 'l.name as left', 'r.name as right', 'v.outcome', 'v.source'])
    .select(['v.inconsistent', 'v.reason', 'v.cast_at as castAt', 'b.criterion'])
    .select(sql<string | null>`case when v.source = 'judge' then v.voter end`.as('judge'))
    .select(['p.key as prompt', 'p.messages', 'p.retired_at', 'p.retired_by', 'p.category'])
    .select('p.unit_group as group')
    .select([sampleNumber('left').as('leftSample'), sampleNumber('right').as('rightSample')])
    .select([pairProbability.as('pairProbability'), 'v.seconds'])
    .select(selectText('left', drawn).as('leftText'))
    .select(selectText('right', drawn).as('rightText'))
    .where('v.id', '>', after)
    .orderBy('v.id')
    .limit(size)
    .execute()

type ExportedBattle = Awaited<ReturnType<typeof selectBattlesAfter>>[number]

const DRAWN = sql`, 'drawn', (select jsonb_agg(encode(d.png, 'base64') order by d.turn) from unnest(x.drawn[1:greatest(1, coalesce(jsonb_array_length(x.turns), 1))]) with ordinality d (png, turn))`

/** The answer that was shown. For a vote imported without answers, the contestant's answer to the prompt. */
const selectText = (side: 'left' | 'right', drawn: boolean) => sql<StoredText | null>`(
  select jsonb_build_object('text', x.text, 'turns', x.turns, 'transcript', x.transcript, 'run', x.run${drawn ? DRAWN : sql``}) from answers x
  where x.arena_id = b.arena_id and x.prompt_id = b.prompt_id and x.contestant_id = ${sql.ref(`b.${side}_contestant_id`)}
    and case when ${sql.ref(`b.${side}_answer_id`)} is null then x.sample = coalesce(${sql.ref(`b.${side}_sample`)}, 1)
      else x.id = ${sql.ref(`b.${side}_answer_id`)} end)`

/**
 * `transcript` is what an agent did before its answer, `run` names the run of an answer in another tool, and `drawn` is how an
 * answer that is a page was drawn for judges.
 */
export const BATTLE_COLUMNS =
  'id vote question_id model_a model_b winner judge judge_type criterion category tstamp prompt answer_a answer_b reason transcript_a transcript_b run_a run_b group sample_a sample_b pair_probability seconds drawn_a drawn_b'.split(
    ' ',
  )

export type RunIds = Record<string, string>

export const PREFERENCE_COLUMNS =
  'prompt chosen rejected question_id criterion judge judge_type chosen_model rejected_model'.split(' ')

/** The number of rows in memory at once, since texts are long. */
const PORTION = 200
/** The same where each row may have pictures. */
const PORTION_DRAWN = 20

type Of = Pick<Deps, 'db' | 'clock'>

/**
 * The counted published votes of a view with prompt, answers and reason, in portions. Unless `isOperator`, texts of
 * prompts that are still voted on are empty, and so are all reasons of people and all runs.
 * @param view null for all votes
 * @param drawn whether pictures of pages are read
 */
export async function* exportBattles(
  deps: Of,
  arena: Arena,
  view: ArenaView | null,
  isOperator: boolean,
  drawn: boolean,
): AsyncGenerator<FileRecord[]> {
  for await (const { battles, isReadable } of portions(deps, arena, view, isOperator, drawn))
    yield battles.map((battle) => {
      const mayRead = isReadable(battle)
      return {
        id: battle.battle,
        vote: String(battle.id),
        question_id: battle.prompt,
        model_a: battle.left,
        model_b: battle.right,
        winner: battle.inconsistent ? 'tie (inconsistent)' : WINNERS[battle.outcome],
        judge: battle.judge,
        judge_type: JUDGE_TYPES[battle.source],
        criterion: battle.criterion,
        category: battle.category,
        tstamp: battle.castAt.getTime() / 1000,
        prompt: mayRead ? questionOrThread(battle.messages) : null,
        answer_a: mayRead ? textOrTurns(battle.leftText) : null,
        answer_b: mayRead ? textOrTurns(battle.rightText) : null,
        reason: isOperator || (mayRead && !isPersonSource(battle.source)) ? battle.reason : null,
        transcript_a: mayRead ? (battle.leftText?.transcript ?? null) : null,
        transcript_b: mayRead ? (battle.rightText?.transcript ?? null) : null,
        run_a: isOperator ? (battle.leftText?.run ?? null) : null,
        run_b: isOperator ? (battle.rightText?.run ?? null) : null,
        ...drawingFields(battle),
        drawn_a: mayRead ? pictureUrls(battle.leftText) : null,
        drawn_b: mayRead ? pictureUrls(battle.rightText) : null,
      }
    })
}

/** The preferred and the rejected answer of all votes with a winner whose texts are known and may be read. */
export async function* exportPreferences(
  deps: Of,
  arena: Arena,
  view: ArenaView | null,
  isOperator: boolean,
): AsyncGenerator<FileRecord[]> {
  for await (const { battles, isReadable } of portions(deps, arena, view, isOperator))
    yield battles.flatMap((battle) => {
      const { outcome, messages, leftText, rightText } = battle
      if (outcome !== 'left' && outcome !== 'right') return []
      if (!messages || !leftText || !rightText || !isReadable(battle)) return []
      const isLeft = outcome === 'left'
      return [
        {
          prompt: questionOrThread(messages),
          chosen: textOrTurns(isLeft ? leftText : rightText),
          rejected: textOrTurns(isLeft ? rightText : leftText),
          question_id: battle.prompt,
          criterion: battle.criterion,
          judge: battle.judge,
          judge_type: JUDGE_TYPES[battle.source],
          chosen_model: isLeft ? battle.left : battle.right,
          rejected_model: isLeft ? battle.right : battle.left,
        },
      ]
    })
}

async function* portions(
  { db, clock }: Of,
  arena: Arena,
  view: ArenaView | null,
  isOperator: boolean,
  drawn = false,
) {
  const now = clock()
  const selection = { ...(view ?? EVERY_VOTE), publication: await currentPublication({ db }) }
  const isReadable = (battle: ExportedBattle) => isOperator || textsArePublic(battle, now)
  for (let after = 0; ;) {
    const battles = await selectBattlesAfter(db, arena.id, selection, after, {
      size: drawn ? PORTION_DRAWN : PORTION,
      drawn,
    })
    if (battles.length === 0) return
    yield { battles, isReadable }
    after = battles.at(-1)!.id
  }
}

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
