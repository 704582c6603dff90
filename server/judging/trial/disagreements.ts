import type { Disagreements, DisagreementsRequest } from '../../../shared/contracts/index.ts'
import type { Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { ProblemError } from '../../platform/problem.ts'
import { selectDisputed } from './disagreement-queries.ts'
import type { DisputedRow } from './disagreement-queries.ts'
import { isJudge } from './trust-queries.ts'

/**
 * The pairs on which a judge and most humans disagree most, with texts, names and reasons: what a rubric is mended by.
 * @throws {ProblemError} judge_unknown
 */
export async function disagreementsWith(
  { db }: Pick<Deps, 'db'>,
  arena: Arena,
  judge: string,
  { criterion, limit, offset }: DisagreementsRequest,
): Promise<Disagreements> {
  if (!(await isJudge(db, arena.id, judge)))
    throw new ProblemError(
      'judge_unknown',
      `No judge "${judge}" judges or has voted in arena "${arena.slug}".`,
    )
  const rows = await selectDisputed(db, arena.id, judge, { criterion: criterion || null, limit, offset })
  return {
    arena: arena.slug,
    judge,
    total: rows[0]?.total ?? 0,
    disagreements: rows.map(({ prompt, left, right, humans, criterion: under, opposite, ...row }) => ({
      criterion: under,
      prompt,
      left,
      right,
      opposite,
      humans,
      judge: {
        outcome: row.outcome,
        inconsistent: row.inconsistent,
        reason: row.reason,
        version: row.version,
        castAt: row.castAt.toISOString(),
        showings: row.showings.map(({ shownFirst, verdict, reason }) => ({
          shownFirst,
          said: sideOf(verdict, shownFirst),
          reason,
        })),
      },
    })),
  }
}

function sideOf(verdict: DisputedRow['showings'][number]['verdict'], shownFirst: 'left' | 'right') {
  if (verdict === 'tie' || verdict === 'both_bad') return verdict
  if (verdict !== 'first' && verdict !== 'second') return null
  return (verdict === 'first') === (shownFirst === 'left') ? ('left' as const) : ('right' as const)
}
