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
  meetings: readonly SharedVote[],
): Promise<Warning[]> {
  const warnings: Warning[] = []
  const leftOut = meetings.filter(({ failedChecks }) => failedChecks !== null)
  if (leftOut.length > 0) warnings.push(skippedBy(leftOut, names))
  if (!meetings.some(({ source }) => source === 'judge')) return warnings
  return [...warnings, ...unansweredBy(await countUnanswered(db, arena.id, pair), names)]
}

/** Warns of prompts that only one contestant has answered. */
export function unansweredBy(
  { own, other }: { own: number; other: number },
  names: readonly [string, string],
): Warning[] {
  const [first, second] = names
  if (own === 0 && other === 0) return []
  const message =
    own > 0 && other > 0
      ? msg('both_unanswered', { own: first, other: second, prompts: own, promptsOfOther: other })
      : own > 0
        ? msg('one_unanswered', { own: first, other: second, prompts: own })
        : msg('one_unanswered', { own: second, other: first, prompts: other })
  return [warning(message, { kind: 'unanswered', count: own + other })]
}

/** Warns of skipped pairs and says how they count. */
export function skippedBy(leftOut: readonly SharedVote[], [own, other]: readonly [string, string]): Warning {
  const prompts = [...new Map(leftOut.map((meeting) => [meeting.promptId, meeting])).values()]
  const checks = Map.groupBy(
    prompts.flatMap(({ failedChecks }) => failedChecks ?? []),
    (check) => check,
  )
  const by = [...checks].map(([check, failed]) => `${check} ${failed.length}`).sort()
  const scored = (score: number) => prompts.filter((one) => scoreOf(one) === score).length
  const message = msg('prompts_left_out_by_checks', {
    own,
    other,
    prompts: prompts.length,
    checks: by,
    lost: scored(0),
    won: scored(1),
    tied: scored(0.5),
  })
  return warning(message, { kind: 'left_out_by_checks', count: prompts.length })
}
