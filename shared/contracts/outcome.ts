/** The possible outcomes of a vote. */
import { z } from 'zod'

export const Outcome = z.enum(['left', 'right', 'tie', 'both_bad'])
export type Outcome = z.infer<typeof Outcome>

/** Who decided a vote: a person, an LLM judge, a recorded result (a game played elsewhere), or the simulator. */
export const VoteSource = z.enum(['human', 'judge', 'result', 'simulated'])
export type VoteSource = z.infer<typeof VoteSource>
