import type { Transaction } from 'kysely'
import type { Arena } from '../../arenas/index.ts'
import { answerKey } from '../../answers/index.ts'
import { recordBattles } from '../../battles/index.ts'
import type { RecordedBattle } from '../../battles/index.ts'
import type { Contestant } from '../../contestants/index.ts'
import { chunks } from '../../platform/chunks.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Database } from '../../platform/schema.ts'
import type { PromptIds } from '../../prompts/index.ts'
import { importedKeys, recordVotes } from '../../votes/index.ts'
import type { RecordedVote } from '../../votes/index.ts'
import type { ImportedVote } from './arena-import.ts'
import { ascendingIds } from './ascending-ids.ts'

interface Known {
  contestants: Map<string, Contestant>
  prompts: PromptIds
  /** Ids by `answerKey`. */
  answers: Map<string, number>
}

/** The number of votes whose rows are in memory at once. Of the other votes only the keys are. */
const PORTION = 20_000

/**
 * Records the votes that the arena does not have yet, each with its battle.
 * @returns how many were new
 */
export async function recordImportedVotes(
  trx: Transaction<Database>,
  { clock, newId }: Pick<Deps, 'clock' | 'newId'>,
  arena: Arena,
  votes: readonly ImportedVote[],
  known: Known,
): Promise<number> {
  if (votes.length === 0) return 0
  const now = clock()
  const existingKeys = await importedKeys(trx, arena.id)
  const before = existingKeys.size
  const nextId = ascendingIds(now, newId)
  for (const portion of chunks(votes, PORTION)) {
    const battles: RecordedBattle[] = []
    const recorded: RecordedVote[] = []
    for (const vote of portion) {
      if (existingKeys.has(vote.key)) continue
      existingKeys.add(vote.key)
      const castAt = vote.castAt ?? now
      const battleFields = { id: nextId(), voter: vote.voter ?? vote.key, shown_at: castAt }
      battles.push(battleOf(vote, arena, known, battleFields))
      recorded.push({
        arena_id: arena.id,
        battle_id: battleFields.id,
        voter: battleFields.voter,
        outcome: vote.outcome,
        source: vote.source,
        inconsistent: vote.inconsistent,
        reason: null,
        cast_at: castAt,
        recorded_at: now,
        import_key: vote.key,
      })
    }
    await recordBattles(trx, battles)
    await recordVotes(trx, recorded)
  }
  return existingKeys.size - before
}

function battleOf(
  vote: ImportedVote,
  arena: Arena,
  { contestants, prompts, answers }: Known,
  battleFields: Pick<RecordedBattle, 'id' | 'voter' | 'shown_at'>,
): RecordedBattle {
  const left = contestants.get(vote.left)!.id
  const right = contestants.get(vote.right)!.id
  const promptId = vote.prompt === null ? null : prompts.get(vote.prompt)!
  const answerOf = (contestantId: number, sample: number | null | undefined) =>
    promptId === null ? undefined : answers.get(answerKey(promptId, contestantId, sample ?? 1))
  const leftAnswer = answerOf(left, vote.leftSample)
  const rightAnswer = answerOf(right, vote.rightSample)
  const texts = leftAnswer !== undefined && rightAnswer !== undefined
  return {
    ...battleFields,
    arena_id: arena.id,
    criterion: vote.criterion ?? arena.criteria[0],
    prompt_id: promptId,
    left_contestant_id: left,
    right_contestant_id: right,
    left_answer_id: texts ? leftAnswer : null,
    right_answer_id: texts ? rightAnswer : null,
    left_sample: vote.leftSample ?? null,
    right_sample: vote.rightSample ?? null,
    pair_probability: vote.pairProbability ?? null,
    origin: vote.source === 'simulated' ? 'simulation' : 'import',
    expires_at: null,
  }
}
