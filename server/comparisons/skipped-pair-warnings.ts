import type { Kysely } from 'kysely'
import type { Warning } from '../../shared/contracts/index.ts'
import { msg, warning } from '../../shared/messages/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Database } from '../platform/schema.ts'
import { countUnanswered } from './skipped-pair-queries.ts'
import type { SharedVote, Pair } from './queries.ts'
import { scoreOf } from './score-of.ts'

/** Warnings about skipped pairs, and about prompts that only one contestant has answered. */
export async function skippedPairWarnings(
  db: Kysely<Database>,
  arena: Arena,
  pair: Pair,
  names: readonly [string, string],
  votes: readonly SharedVote[],
): Promise<Warning[]> {
  const warnings: Warning[] = []
  const skippedPairs = votes.filter(({ failedChecks }) => failedChecks !== null)
  if (skippedPairs.length > 0) warnings.push(skippedBy(skippedPairs, names))
  if (!votes.some(({ source }) => source === 'judge')) return warnings
  return [...warnings, ...unansweredBy(await countUnanswered(db, arena.id, pair), names)]
}

/** Warns of prompts that only one contestant has answered. */
export function unansweredBy(
  { challenger, incumbent }: { challenger: number; incumbent: number },
  names: readonly [string, string],
): Warning[] {
  if (challenger === 0 && incumbent === 0) return []
  const message =
    challenger > 0 && incumbent > 0
      ? msg('both_unanswered', {
          own: names[0],
          other: names[1],
          prompts: challenger,
          promptsOfOther: incumbent,
        })
      : challenger > 0
        ? msg('one_unanswered', { own: names[0], other: names[1], prompts: challenger })
        : msg('one_unanswered', { own: names[1], other: names[0], prompts: incumbent })
  return [warning(message, { kind: 'unanswered', count: challenger + incumbent })]
}

/** Warns of skipped pairs and says how they count. */
export function skippedBy(skippedPairs: readonly SharedVote[], names: readonly [string, string]): Warning {
  const prompts = [...new Map(skippedPairs.map((vote) => [vote.promptId, vote])).values()]
  const checks = Map.groupBy(
    prompts.flatMap(({ failedChecks }) => failedChecks ?? []),
    (check) => check,
  )
  const failuresByCheck = [...checks].map(([check, failed]) => `${check} ${failed.length}`).sort()
  const scored = (score: number) => prompts.filter((one) => scoreOf(one) === score).length
  const message = msg('prompts_left_out_by_checks', {
    own: names[0],
    other: names[1],
    prompts: prompts.length,
    checks: failuresByCheck,
    lost: scored(0),
    won: scored(1),
    tied: scored(0.5),
  })
  return warning(message, { kind: 'left_out_by_checks', count: prompts.length })
}
