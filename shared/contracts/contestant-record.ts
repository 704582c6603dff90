/** One contestant: what it is, its row of the board, and how it fared against whom and on what. */
import { z } from 'zod'
import { Board, BoardContestant, View } from './board.ts'
import { Outcome, VoteSource } from './outcome.ts'

const Count = z.number().int().nonnegative()
const Interval = z.tuple([z.number(), z.number()])

/** What it is, as it was described; null where nothing was. */
export const ContestantDescription = z.object({
  slug: z.string(),
  name: z.string(),
  retiredAt: z.string().nullable(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  system: z.string().nullable(),
  template: z.string().nullable(),
  params: z.record(z.string(), z.unknown()),
  owner: z.string().nullable(),
  family: z.string().nullable(),
  controlOf: z.string().nullable(),
})
export type ContestantDescription = z.infer<typeof ContestantDescription>

/** Counted from the contestant's side. */
const Fared = z.object({ wins: Count, losses: Count, ties: Count, bothBad: Count })

export const OpponentRecord = Fared.extend({
  slug: z.string(),
  name: z.string(),
  retired: z.boolean(),
  /** Wilson's 95 % interval of the wins among wins and losses; null without any. */
  interval: Interval.nullable(),
})
export type OpponentRecord = z.infer<typeof OpponentRecord>

export const PromptRecord = Fared.extend({
  key: z.string(),
  category: z.string().nullable(),
  votes: Count,
  /** Wins, and ties by half, over votes. */
  score: z.number(),
  /** Wilson's 95 % interval of the score, of this prompt by itself. */
  interval: Interval,
  /**
   * Whether the score differs from that on all other prompts by more than chance has it, all prompts of the contestant
   * looked at together: an extreme of many is bound to stand out a little.
   */
  standsOut: z.boolean(),
  /** A decided battle on it. */
  battle: z.string(),
  /** How the prompt begins; null while its texts are not public. */
  text: z.string().nullable(),
})
export type PromptRecord = z.infer<typeof PromptRecord>

export const RecordedBattle = z.object({
  id: z.string(),
  criterion: z.string(),
  prompt: z.string().nullable(),
  opponent: z.object({ slug: z.string(), name: z.string() }),
  /** Of the contestant: `left` is it, `right` its opponent. */
  outcome: Outcome,
  inconsistent: z.boolean(),
  source: VoteSource,
  judge: z.string().nullable(),
  castAt: z.string(),
})
export type RecordedBattle = z.infer<typeof RecordedBattle>

export const ContestantRecord = z.object({
  arena: z.string(),
  title: z.string(),
  view: View,
  contestant: ContestantDescription,
  /** Its row of the board of the view, with the checks it passed; null where it came after the board. */
  row: BoardContestant.nullable(),
  board: z.object({
    votes: Count,
    rated: Count,
    winner: z.string().nullable(),
    deadHeatForFirst: z.array(z.string()),
    ties: Board.shape.ties,
    cluster: Board.shape.cluster,
    preview: z.boolean(),
    computedAt: z.string(),
  }),
  /** Whom it met, sorted by name. */
  opponents: z.array(OpponentRecord),
  prompts: z.object({
    /** On how many it was voted on. */
    counted: Count,
    /** Wins, and ties by half, over votes on prompts. */
    score: z.number().nullable(),
    /** At most five each, by the end of the interval that speaks for the least. */
    best: z.array(PromptRecord),
    worst: z.array(PromptRecord),
  }),
  battles: z.object({
    /** How many there are in the view. */
    total: Count,
    /** Twenty at most, drawn evenly and the same each time. */
    sample: z.array(RecordedBattle),
  }),
  /** Of judges; nothing where the view counts none. */
  judgements: z.object({
    inconsistent: Count,
    /** No votes came of these. */
    failed: z.array(z.object({ cause: z.string(), count: Count })),
  }),
})
export type ContestantRecord = z.infer<typeof ContestantRecord>

/** The other contestants of an arena, as far as a page needs to set one beside another. */
export const ContestantList = z.object({
  arena: z.string(),
  contestants: z.array(ContestantDescription),
})
export type ContestantList = z.infer<typeof ContestantList>
