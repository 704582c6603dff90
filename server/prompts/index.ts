/**
 * Prompts: the inputs that contestants answer. A prompt is identified by its key. A prompt known only from votes has no
 * messages and is never shown. The text of a stored prompt never changes, because votes were cast on it. A retired
 * prompt keeps its votes and is no longer shown or judged; only then can everybody read who answered what to it.
 */
export {
  ensurePrompts,
  matchesCategories,
  retireVisitorPrompts,
  lastPrompt,
  putPrompts,
  putVisitorsPrompt,
} from './put-prompts.ts'
export type { NamedPrompts, NewPrompt, PromptContent } from './put-prompts.ts'
export { unknownPromptsProblem, retirePrompts, useOnlyPrompts, erasePrompt } from './retire-prompts.ts'
export { textsArePublic, publicationTime, textWithholdingReason } from './texts-are-public.ts'
export { promptRoutes } from './routes.ts'
