/** An arena whose judges are tried against what people say. */
import type { Arena } from '../../../server/arenas/index.ts'
import type { Outcome } from '../../../shared/contracts/index.ts'
import { voteOf } from '../arena-import.ts'
import type { withModels } from '../judging/judge-pair/with-models.ts'

/** @param rig of the file, of which app and models are there once its tests run */
export function evaluatedArena(rig: ReturnType<typeof withModels>) {
  return {
    arenaOptions: (slug: string, more: object = {}) => ({ slug, answered: true, ...more }),
    /** One voter says the same of two contestants on so many prompts. */
    humansSay: (arena: Arena, sides: [string, string], outcome: Outcome, prompts: number, voter = 'ann') =>
      rig.app.import({
        arena: { slug: arena.slug },
        contestants: [],
        prompts: [],
        answers: [],
        votes: Array.from({ length: prompts }, (_, n) =>
          voteOf(...sides, outcome, { voter, prompt: `p${n + 1}` }),
        ),
      }),
  }
}
