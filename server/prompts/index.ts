/**
 * Prompts: the inputs that contestants answer. A prompt is known by its key; one that came only with votes
 * has no messages and is never shown. What a prompt says never changes once it stands: votes were cast on it.
 * One that is retired keeps its votes and is neither shown nor judged any more; only then may everybody read who
 * answered what to it.
 */
export { putPrompts } from './put-prompts.ts'
export { retirePrompts, useOnlyPrompts } from './retire-prompts.ts'
export { textsArePublic, textsPublicFrom } from './texts-are-public.ts'
export { isOfCategories } from './prompt.ts'
export type { NewPrompt } from './prompt.ts'
export type { PromptIds } from './put-prompts.ts'
export { promptRoutes } from './routes.ts'
