import type { Kysely } from 'kysely'
import type { Arena } from '../arenas/index.ts'
import type { Database } from '../platform/schema.ts'
import type { Comparison } from './compare-contestants.ts'
import { selectMeetings, selectTexts } from './queries.ts'
import type { AnswerText } from './queries.ts'
import { scoreOf } from './score-of.ts'

export type ExampleKind = 'losses' | 'wins' | 'ties'

/** One vote with what it was about. Texts are whole; null where the arena does not know them. */
export interface Example {
  criterion: string
  prompt: string | null
  category: string | null
  question: string | null
  /** What each of the two answered, by order of the comparison. */
  answers: [string | null, string | null]
  /** Null for anyone but a judge. */
  judge: string | null
  inconsistent: boolean
  reason: string | null
}

const SCORES = { losses: 0, wins: 1, ties: 0.5 } as const

/** The votes of a comparison that its first contestant lost (won, tied), in the order in which they were recorded. */
export async function examplesOf(
  db: Kysely<Database>,
  arena: Arena,
  { pair, source, judges, criteria }: Pick<Comparison, 'pair' | 'source' | 'judges' | 'criteria'>,
  kind: ExampleKind,
): Promise<Example[]> {
  const compared = new Set(criteria.map(({ criterion }) => criterion))
  const wanted = (await selectMeetings(db, arena.id, pair, { source, judges })).filter(
    (meeting) => compared.has(meeting.criterion) && scoreOf(meeting) === SCORES[kind],
  )
  const texts = await selectTexts(
    db,
    arena.id,
    pair,
    wanted.map(({ id }) => id),
  )
  return wanted.map(({ criterion, category, judge, inconsistent }, i) => {
    const { prompt, messages, own, other, reason } = texts[i]!
    return {
      criterion,
      prompt,
      category,
      judge,
      inconsistent,
      reason,
      question: messages?.findLast(({ role }) => role === 'user')?.content ?? null,
      answers: [textOf(own), textOf(other)],
    }
  })
}

const textOf = (answer: AnswerText | null): string | null =>
  answer && (answer.text ?? answer.turns!.join('\n\n'))
