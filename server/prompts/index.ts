/**
 * Prompts: the inputs that contestants answer. A prompt is identified by its key. A prompt known only from votes has no
 * messages and is never shown. The text of a stored prompt never changes, because votes were cast on it. A retired
 * prompt keeps its votes and is no longer shown or judged; only then can everybody read who answered what to it.
 */
export { putPrompts } from './put-prompts.ts'
export { ensurePrompts } from './ensure-prompts.ts'
export type { NamedPrompts } from './queries.ts'
export { retirePrompts, useOnlyPrompts } from './retire-prompts.ts'
export { publicIfRetiredBy, textsArePublic, textsPublicFrom, textsWithheld } from './texts-are-public.ts'
export { asksForMiddle } from './asks-for-middle.ts'
export { isOfCategories } from './prompt.ts'
export type { NewPrompt } from './prompt.ts'
export type { PromptIds } from './put-prompts.ts'
export { promptRoutes } from './routes.ts'
export { erasePrompt } from './erasure-queries.ts'
