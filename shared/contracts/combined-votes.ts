/** How the votes of several voters together make a board. */
import { z } from 'zod'

/** A board of people's votes, made more precise by judges' votes. */
export const Powered = z.object({
  /** The weight of the judges, 0 … 1. At 0 the board counts people only. */
  lambda: z.number(),
  /** Battles (a prompt and two contestants) that judges decided, on pairs that people voted on. */
  judged: z.number().int(),
  /** How many votes of people are on these battles. */
  labelled: z.number().int(),
  /** Judges' votes in the view. `votesSha256` covers them too. */
  judgeVotes: z.number().int(),
})
export type Powered = z.infer<typeof Powered>

/** How judges' votes became the votes of a board by majority. */
export const Majority = z.object({
  /** The judges that voted in the view. */
  judges: z.array(z.string()),
  /** How many judges must agree: more than half of them. */
  quorum: z.number().int(),
  /** Votes of judges that were combined. `votesSha256` covers these and those left out. */
  judgeVotes: z.number().int(),
  /** Battles (a prompt and two contestants) that a quorum judged without agreeing; they count as ties. */
  split: z.number().int(),
  /** Battles that fewer judges than the quorum judged; they do not count. */
  missing: z.number().int(),
  /** Votes of judges without a prompt or a judge's name. */
  leftOut: z.number().int(),
})
export type Majority = z.infer<typeof Majority>
