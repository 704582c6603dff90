/** An arena that is there as the files it could be brought in with, and what other files would change of it. */
import { z } from 'zod'

/** What an arena has that no file can say; it stays as it is, whatever is brought in. */
export const LeftOut = z.object({
  why: z.enum([
    /** Prompts known by their key only. */
    'prompts_without_text',
    /** Prompts that an arena.yaml named no longer; naming them again would restore them. */
    'prompts_retired',
    /** Contestants that no provider answers for and of whom no answer is known, only votes. */
    'contestants_without_answers',
    /** Contestants whose answers models made: the files say how, and not what came of it. */
    'answers_made',
  ]),
  names: z.array(z.string()),
})
export type LeftOut = z.infer<typeof LeftOut>

/** `for=editing`: to be changed and sent back, which the audit log tells once an hour and not each time. */
export const RecipeRequest = z.object({ for: z.enum(['editing']).optional() })
export type RecipeRequest = z.infer<typeof RecipeRequest>

export const ArenaRecipe = z.object({
  arena: z.string(),
  /** Texts by their paths from the folder of the arena.yaml, which is the first. */
  files: z.record(z.string(), z.string()),
  leftOut: z.array(LeftOut),
  /** In the files, and shown and judged no more: contestants by name, prompts by key. */
  retired: z.object({ contestants: z.array(z.string()), prompts: z.array(z.string()) }),
})
export type ArenaRecipe = z.infer<typeof ArenaRecipe>

/** What files would do, or did, to one kind of thing that stood in an arena. */
export const KindOfChange = z.object({
  of: z.enum(['arena', 'contestants', 'prompts', 'judges', 'checks', 'providers']),
  how: z.enum(['added', 'changed', 'removed', 'restored']),
  count: z.number().int(),
  /** The first of them, each with the keys of arena.yaml under which it is another. */
  items: z.array(z.object({ name: z.string(), keys: z.array(z.string()) })),
})
export type KindOfChange = z.infer<typeof KindOfChange>
