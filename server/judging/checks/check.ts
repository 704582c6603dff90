import type { CheckSpec, Message } from '../../../shared/contracts/index.ts'

export type LlmCheck = Extract<CheckSpec, { kind: 'llm' }>
export type CommandCheck = Extract<CheckSpec, { kind: 'exec' }>
/** What a rule decides, without a call. */
export type RuleCheck = Exclude<CheckSpec, LlmCheck | CommandCheck>

/** Whether a model or a command decides. Such a check is made in a run only, and each of its calls is recorded. */
export const isCalled = (spec: CheckSpec): spec is LlmCheck | CommandCheck =>
  spec.kind === 'llm' || spec.kind === 'exec'

/** The answer to check: one text, or the turns of a thread. Only the last turn is checked. */
export interface CheckedAnswer {
  turns: readonly string[]
  context: readonly string[] | null
}

export interface CheckedPrompt {
  messages: readonly Message[]
  reference: string | null
  variables: Record<string, unknown> | null
  context: readonly string[] | null
}

/** `passed` is null if the check could not be made; `cause` then says why. */
export type CheckResult = { passed: boolean; cause: null; reason: string | null } | NoCheckResult
interface NoCheckResult {
  passed: null
  cause: string
  reason: null
  /** The rule reached its time limit. */
  timedOut?: true
}

export const checkedText = ({ turns }: CheckedAnswer): string => turns.at(-1) ?? ''

export const checkResult = (passed: boolean, reason: string | null = null): CheckResult => ({
  passed,
  cause: null,
  reason,
})

export const notMade = (cause: string): NoCheckResult => ({ passed: null, cause, reason: null })
