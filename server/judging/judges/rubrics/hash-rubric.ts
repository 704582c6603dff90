import { createHash } from 'node:crypto'
import type { Rubric } from '../../../../shared/contracts/index.ts'

/**
 * Grows when server/judging/requests sends the same rubric otherwise than before: a judge that is asked in other words
 * is another judge, and its calibration starts anew.
 */
export const LAYOUT = 1

/** SHA-256, in hex, of everything a judge is told by a rubric. Its name is no part of it. */
export function hashRubric({
  criteria,
  forms,
  reason,
  shows,
  instructions,
  judgePrompts,
}: Omit<Rubric, 'name'>): string {
  const said = [
    LAYOUT,
    criteria,
    forms.map((form) => [form, judgePrompts[form]]).sort(),
    reason,
    shows.toSorted(),
    instructions,
  ]
  return createHash('sha256').update(JSON.stringify(said)).digest('hex')
}
