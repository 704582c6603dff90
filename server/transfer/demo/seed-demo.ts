import type { Deps } from '../../platform/deps.ts'
import { hadArena, withSeedingLock } from '../queries.ts'
import { importInto } from '../import/import-into.ts'
import type { ImportResult } from '../import/arena-import.ts'
import { readDemo } from './read-demo.ts'
import { simulateVotes } from './simulate-votes.ts'

export interface SeedDemo {
  /** Whether to fill the board with simulated votes. */
  votes: boolean
  /** Does nothing if the database has an arena, or had one that was removed. */
  onlyIfEmpty: boolean
}

/** Adds the demo arena; a second call adds nothing. Null if `onlyIfEmpty` was set and there is or was an arena. */
export async function seedDemo(deps: Deps, { votes, onlyIfEmpty }: SeedDemo): Promise<ImportResult | null> {
  return withSeedingLock(deps.connectionString, () => seed(deps, { votes, onlyIfEmpty }))
}

async function seed(deps: Deps, { votes, onlyIfEmpty }: SeedDemo): Promise<ImportResult | null> {
  if (onlyIfEmpty && (await hadArena(deps.db))) return null
  const demo = await readDemo()
  const prompts = demo.prompts.map(({ id, text, category }) => ({
    key: id,
    messages: [{ role: 'user' as const, content: text }],
    category,
  }))
  const { arena: slug, title, description, criteria, contestants, simulation } = demo
  return importInto(deps, {
    arena: { slug, title, description, criteria },
    contestants,
    prompts,
    answers: demo.answers.map(({ prompt, model, text }) => ({
      prompt,
      contestant: model,
      text,
      turns: null,
    })),
    votes: votes ? simulateVotes({ contestants, prompts }, simulation, deps.clock()) : [],
  })
}
