/** Battles and preferences as rows of an exported file: votes with the texts behind them. */
import type { Message } from '../../../shared/contracts/index.ts'
import type { Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { published } from '../../platform/publication.ts'
import { textsArePublic } from '../../prompts/index.ts'
import type { ArenaView } from '../../ratings/index.ts'
import { selectBattlesAfter } from '../text-queries.ts'
import type { ExportedBattle, StoredText } from '../text-queries.ts'
import { EVERY_VOTE } from './export-votes.ts'
import { drawCells, JUDGE_TYPES, WINNERS } from './vote-columns.ts'
import type { MoreColumns } from './vote-columns.ts'
import type { FileRecord } from './write-records.ts'

export const BATTLE_COLUMNS = [
  'id',
  'vote',
  'question_id',
  'model_a',
  'model_b',
  'winner',
  'judge',
  'judge_type',
  'criterion',
  'category',
  'tstamp',
  'prompt',
  'answer_a',
  'answer_b',
  'reason',
] as const

/** What agents did before their answers, in an arena where any answer has it. */
export const TRANSCRIPT_COLUMNS = ['transcript_a', 'transcript_b'] as const

export const PREFERENCE_COLUMNS = [
  'prompt',
  'chosen',
  'rejected',
  'question_id',
  'criterion',
  'judge',
  'judge_type',
  'chosen_model',
  'rejected_model',
] as const

/** The number of rows in memory at once, since texts are long. */
const PORTION = 200

type Of = Pick<Deps, 'db' | 'clock'>

/**
 * The counted published votes of a view with prompt, answers and reason, in portions. Unless `isOperator`, texts of
 * prompts that are still voted on are empty, and so are all reasons of people.
 * @param view null for all votes
 */
export async function* exportBattles(
  deps: Of,
  arena: Arena,
  view: ArenaView | null,
  isOperator: boolean,
  more: MoreColumns & { transcripts: boolean },
): AsyncGenerator<FileRecord[]> {
  for await (const { battles, isReadable } of portions(deps, arena, view, isOperator))
    yield battles.map((one) => {
      const mayRead = isReadable(one)
      return {
        id: one.battle,
        vote: String(one.id),
        question_id: one.prompt,
        model_a: one.left,
        model_b: one.right,
        winner: one.inconsistent ? 'tie (inconsistent)' : WINNERS[one.outcome],
        judge: one.judge,
        judge_type: JUDGE_TYPES[one.source],
        criterion: one.criterion,
        category: one.category,
        tstamp: one.castAt.getTime() / 1000,
        prompt: mayRead ? questionOf(one.messages) : null,
        answer_a: mayRead ? textOrTurns(one.leftText) : null,
        answer_b: mayRead ? textOrTurns(one.rightText) : null,
        reason: isOperator || (mayRead && one.source !== 'human') ? one.reason : null,
        ...(more.transcripts && {
          transcript_a: mayRead ? (one.leftText?.transcript ?? null) : null,
          transcript_b: mayRead ? (one.rightText?.transcript ?? null) : null,
        }),
        ...drawCells(one, more),
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
    yield battles.flatMap((one) => {
      const { outcome, messages, leftText, rightText } = one
      if (outcome !== 'left' && outcome !== 'right') return []
      if (!messages || !leftText || !rightText || !isReadable(one)) return []
      const isLeft = outcome === 'left'
      return [
        {
          prompt: questionOf(messages),
          chosen: textOrTurns(isLeft ? leftText : rightText),
          rejected: textOrTurns(isLeft ? rightText : leftText),
          question_id: one.prompt,
          criterion: one.criterion,
          judge: one.judge,
          judge_type: JUDGE_TYPES[one.source],
          chosen_model: isLeft ? one.left : one.right,
          rejected_model: isLeft ? one.right : one.left,
        },
      ]
    })
}

async function* portions({ db, clock }: Of, arena: Arena, view: ArenaView | null, isOperator: boolean) {
  const now = clock()
  const selection = { ...(view ?? EVERY_VOTE), publication: await published({ db }) }
  const isReadable = ({ retiredAt }: ExportedBattle) =>
    isOperator || textsArePublic({ retired_at: retiredAt }, now)
  for (let after = 0; ;) {
    const battles = await selectBattlesAfter(db, arena.id, selection, after, PORTION)
    if (battles.length === 0) return
    yield { battles, isReadable }
    after = battles.at(-1)!.id
  }
}

/** The text of a single question, the messages of a thread. */
function questionOf(messages: Message[] | null): string | Message[] | null {
  const [only, ...more] = messages ?? []
  return only && more.length === 0 && only.role === 'user' ? only.content : messages
}

const textOrTurns = (answer: StoredText | null): string | string[] | null =>
  answer && (answer.turns ?? answer.text)
