/**
 * Prompts: the inputs that contestants answer. A prompt is known by its key; one that came only with votes
 * has no messages and is never shown. What a prompt says never changes once it stands: votes were cast on it.
 */
export { putPrompts } from './put-prompts.ts'
export { isOfCategories } from './prompt.ts'
export type { NewPrompt } from './prompt.ts'
export type { PromptIds } from './put-prompts.ts'
