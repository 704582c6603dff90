import { createHash } from 'node:crypto'
import type { Rubric } from '../../../../shared/contracts/index.ts'

/**
 * Increase this when server/judging/requests sends other words for the same rubric. A judge that reads other words is
 * another judge, and needs a new evaluation.
 */
export const LAYOUT = 1

/** SHA-256, in hex, of everything that a judge reads from a rubric. The rubric's name is not included. */
export function hashRubric({
  criteria,
  forms,
  reason,
  shows,
  instructions,
  judgePrompts,
}: Omit<Rubric, 'name'>): string {
  const hashed = [
    LAYOUT,
    criteria,
    forms.map((form) => [form, judgePrompts[form]]).sort(),
    reason,
    shows.toSorted(),
    instructions,
  ]
  return createHash('sha256').update(JSON.stringify(hashed)).digest('hex')
}
