import type { CheckSpec } from '../../../../shared/contracts/index.ts'
import { isOfCategories } from '../../../prompts/index.ts'
import { runCheck } from '../index.ts'
import type { CheckedPrompt } from '../index.ts'

interface AnswerToCheck {
  id: number
  promptId: number
  /** Null: it is not made yet, and not held against anything. */
  turns: readonly string[] | null
  context: readonly string[] | null
}

/** By answer, the rules among the required checks that it fails, held against each here and now. */
export async function failingByRule(
  checks: readonly CheckSpec[],
  answers: readonly AnswerToCheck[],
  promptOf: (id: number) => CheckedPrompt & { category: string | null },
): Promise<Map<number, string[]>> {
  const failing = new Map<number, string[]>()
  for (const check of checks) {
    if (!check.required || check.kind === 'llm') continue
    for (const { id, promptId, turns, context } of answers) {
      const prompt = promptOf(promptId)
      if (turns === null || !isOfCategories(prompt.category, check.categories)) continue
      const { passed, cause } = await runCheck(check, { turns, context }, prompt)
      // an expression that finds no end once would hold up every answer
      if (cause?.startsWith('no end')) break
      if (passed === false) failing.set(id, [...(failing.get(id) ?? []), check.name])
    }
  }
  return failing
}
