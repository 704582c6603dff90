import type { Kysely } from 'kysely'
import type { Database } from '../../../platform/schema.ts'
import { hasGatingChecks, selectUnpassed } from './queries.ts'
import type { CheckSpec } from '../../../../shared/contracts/index.ts'
import { isOfCategories } from '../../../prompts/index.ts'
import { isCalled, runCheck } from '../index.ts'
import type { CheckedPrompt } from '../index.ts'

/** The results of the gating checks, by answer. An answer that could not be checked counts as passing. */
export interface GatingState {
  /** By answer, the gating checks that it failed at the latest result. */
  failing: ReadonlyMap<number, string[]>
  /** Answers that lack a result of at least one gating check. */
  open: ReadonlySet<number>
}

export async function gatingStateOf(db: Kysely<Database>, arenaId: number): Promise<GatingState> {
  const failing = new Map<number, string[]>()
  const open = new Set<number>()
  if (!(await hasGatingChecks(db, arenaId))) return { failing, open }
  for (const { answerId, check, isOpen } of await selectUnpassed(db, arenaId)) {
    if (isOpen) open.add(answerId)
    else failing.set(answerId, [...(failing.get(answerId) ?? []), check])
  }
  return { failing, open }
}

interface AnswerToCheck {
  id: number
  promptId: number
  /** Null if the answer is not made yet. It is not checked then. */
  turns: readonly string[] | null
  context: readonly string[] | null
}

/**
 * Applies the gating checks that are rules to these answers now.
 * @returns the names of the failed checks, by answer id; answers that pass are missing
 */
export async function failingByRule(
  checks: readonly CheckSpec[],
  answers: readonly AnswerToCheck[],
  promptOf: (id: number) => CheckedPrompt & { category: string | null },
): Promise<Map<number, string[]>> {
  const failing = new Map<number, string[]>()
  for (const check of checks) {
    if (!check.required || isCalled(check)) continue
    for (const { id, promptId, turns, context } of answers) {
      const prompt = promptOf(promptId)
      if (turns === null || !isOfCategories(prompt.category, check.categories)) continue
      const result = await runCheck(check, { turns, context }, prompt)
      // after one timeout, every other answer would wait for a timeout too
      if (result.passed === null && result.timedOut) break
      if (result.passed === false) failing.set(id, [...(failing.get(id) ?? []), check.name])
    }
  }
  return failing
}
