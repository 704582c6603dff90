import { type Kysely, sql } from 'kysely'
import { countsJudge } from '../../shared/votes/majority.ts'
import type { Database } from '../platform/schema.ts'
import type { VoteSelection } from '../votes/index.ts'
import type { SharedVote, Pair } from './queries.ts'
import { judgeIn } from '../../shared/contracts/index.ts'

interface SkippedPair {
  criterion: string
  promptId: number
  category: string | null
  judge: string
  checks: string[]
  /** Ids of the challenger's and the incumbent's answer. */
  answerIds: [number, number]
  challengerPasses: boolean
  incumbentPasses: boolean
  countedAt: Date
}

/**
 * The skipped pairs of the two contestants, as the votes that follow from them. An answer that failed a gating check
 * loses to one that passed. If both failed, both are bad.
 */
export async function selectSkippedAsVotes(
  db: Kysely<Database>,
  arenaId: number,
  { challenger, incumbent }: Pair,
  { source, judges, publication }: Pick<VoteSelection, 'source' | 'judges' | 'publication'>,
): Promise<SharedVote[]> {
  const judge = judgeIn(source)
  if (judge === null && source !== 'judges' && source !== 'all') return []
  const { rows } = await sql<SkippedPair>`
    select l.criterion, l.prompt_id as "promptId", p.category, l.judge, l.checks, l.counted_at as "countedAt",
      case when a.contestant_id = ${challenger} then array[a.id, z.id] else array[z.id, a.id] end as "answerIds",
      case when a.contestant_id = ${challenger} then l.lesser_passes else l.greater_passes end as "challengerPasses",
      case when a.contestant_id = ${challenger} then l.greater_passes else l.lesser_passes end as "incumbentPasses"
    from left_out_pairs l
    join prompts p on p.arena_id = l.arena_id and p.id = l.prompt_id
    join answers a on a.arena_id = l.arena_id and a.id = l.lesser_answer_id
    join answers z on z.arena_id = l.arena_id and z.id = l.greater_answer_id
    where l.arena_id = ${arenaId} and l.counted_at is not null
      and is_in(l.txid, (${publication ?? null}::publication).votes)
      and (${judge}::text is null or l.judge = ${judge})
      and ((a.contestant_id = ${challenger} and z.contestant_id = ${incumbent})
        or (a.contestant_id = ${incumbent} and z.contestant_id = ${challenger}))
    order by l.counted_at, l.place, l.judge, l.criterion`.execute(db)
  return rows
    .filter((one) => countsJudge(judges, one.judge))
    .map(
      ({
        criterion,
        promptId,
        category,
        judge: name,
        checks,
        answerIds,
        challengerPasses,
        incumbentPasses,
        countedAt,
      }) => ({
        id: null,
        criterion,
        promptId,
        category,
        outcome: challengerPasses ? 'left' : incumbentPasses ? 'right' : 'both_bad',
        isLeft: true,
        inconsistent: false,
        source: 'judge',
        judge: name,
        voter: null,
        recordedAt: countedAt,
        failedChecks: checks,
        skippedAnswers: answerIds,
      }),
    )
}
