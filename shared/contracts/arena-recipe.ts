/** An existing arena written as the files that would create it, and what other files would change in it. */
import { z } from 'zod'

/** Things of an arena that no file can describe. An import never changes them. */
export const LeftOut = z.object({
  why: z.enum([
    /** Prompts that are known only by their key. */
    'prompts_without_text',
    /** Prompts that an arena.yaml no longer names. Naming them again would restore them. */
    'prompts_retired',
    /** Contestants without a provider and without known answers. They have only votes. */
    'contestants_without_answers',
    /**
     * Contestants whose answers were made by models. The files say how to make them, but do not contain the
     * answers.
     */
    'answers_made',
    /** Prompts with pictures in their text or in an answer. The files name them, and the arena has them. */
    'pictures',
  ]),
  names: z.array(z.string()),
})
export type LeftOut = z.infer<typeof LeftOut>

/** `for=editing`: the files will be changed and sent back. The audit log records that at most once an hour. */
export const RecipeRequest = z.object({ for: z.enum(['editing']).optional() })
export type RecipeRequest = z.infer<typeof RecipeRequest>

export const ArenaRecipe = z.object({
  arena: z.string(),
  /** Texts by their path from the folder of the arena.yaml. The arena.yaml comes first. */
  files: z.record(z.string(), z.string()),
  leftOut: z.array(LeftOut),
  /** Contestants (by name) and prompts (by key) that the files contain but that are no longer shown or judged. */
  retired: z.object({ contestants: z.array(z.string()), prompts: z.array(z.string()) }),
})
export type ArenaRecipe = z.infer<typeof ArenaRecipe>

/** What files changed, or would change, in one kind of thing that an arena already had. */
export const KindOfChange = z.object({
  of: z.enum(['arena', 'contestants', 'prompts', 'judges', 'checks', 'providers']),
  how: z.enum(['added', 'changed', 'removed', 'restored']),
  count: z.number().int(),
  /** The first few changed items, each with the arena.yaml keys that differ. */
  items: z.array(z.object({ name: z.string(), keys: z.array(z.string()) })),
})
export type KindOfChange = z.infer<typeof KindOfChange>
