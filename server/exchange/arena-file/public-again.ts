import { named } from './problems.ts'

/** What it means that prompts whose texts everybody could read with names are in use again; null where there is none. */
export const publicAgain = (keys: readonly string[]): string | null =>
  keys.length === 0
    ? null
    : `everybody who finds the arena could read who answered what to ${keys.length === 1 ? 'the prompt' : 'the prompts'} ${named(keys)}, in use again. Votes on them from now on may not be blind; ask under a new key, with new answers, to be sure.`
