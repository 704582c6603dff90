import type { RawBuilder } from 'kysely'

/** A query for prompts that something names: each key with a category or null, in the order of `place`. */
export type NamedPrompts = RawBuilder<{ key: string; category: string | null; place: number }>
