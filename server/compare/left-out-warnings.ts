import type { Kysely } from 'kysely'
import type { Warning } from '../../shared/contracts/index.ts'
import { withCommas } from '../../shared/sentence/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Database } from '../platform/schema.ts'
import { countUnanswered } from './left-out-queries.ts'
import type { Meeting, Pair } from './queries.ts'
import { scoreOf } from './score-of.ts'

/** Prompts on which no judge was shown the two, what they count as, and those that count for nothing. */
export async function leftOutWarnings(
  db: Kysely<Database>,
  arena: Arena,
  pair: Pair,
  names: readonly [string, string],
  meetings: readonly Meeting[],
): Promise<Warning[]> {
  const warnings: Warning[] = []
  const leftOut = meetings.filter(({ failedChecks }) => failedChecks !== null)
  if (leftOut.length > 0) warnings.push(leftOutBy(leftOut, names))
  if (!meetings.some(({ source }) => source === 'judge')) return warnings
  return [...warnings, ...unansweredBy(await countUnanswered(db, arena.id, pair), names)]
}

/** Prompts that one of the two has no answer to, and the other has. */
export function unansweredBy(
  { own, other }: { own: number; other: number },
  names: readonly [string, string],
): Warning[] {
  const lacks = [
    [own, names[0], names[1]],
    [other, names[1], names[0]],
  ] as const
  const said = lacks.flatMap(([prompts, one, another]) =>
    prompts > 0 ? [`${one} has no answer to ${promptsOf(prompts)} that ${another} answered`] : [],
  )
  if (said.length === 0) return []
  return [
    {
      code: 'unanswered',
      message: `${said.join(', and ')}: these count for nothing.`,
      count: own + other,
    },
  ]
}

/** Prompts on which no judge was shown the two. */
export function leftOutBy(leftOut: readonly Meeting[], [own, other]: readonly [string, string]): Warning {
  const prompts = [...new Map(leftOut.map((meeting) => [meeting.promptId, meeting])).values()]
  const checks = Map.groupBy(
    prompts.flatMap(({ failedChecks }) => failedChecks ?? []),
    (check) => check,
  )
  const by = [...checks].map(([check, failed]) => `${check} ${failed.length}`).sort()
  const scored = (score: number) => prompts.filter((one) => scoreOf(one) === score).length
  return {
    code: 'left_out_by_checks',
    message: `On ${promptsOf(prompts.length)} an answer failed a required check (${by.join(', ')}), and no judge was shown the two. They count as what that makes of them: ${scored(0)} lost, where that of ${own} failed, ${scored(1)} won, where that of ${other} did, ${scored(0.5)} tied, where both did.`,
    count: prompts.length,
  }
}

const promptsOf = (count: number): string => `${withCommas(count)} prompt${count === 1 ? '' : 's'}`
