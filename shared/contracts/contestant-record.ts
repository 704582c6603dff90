/** One contestant: its description, its row of the board, and its results by opponent and by prompt. */
import { z } from 'zod'
import { count, Interval } from './pieces.ts'
import { View } from './board-parts.ts'
import { Board, BoardContestant } from './board.ts'

/** How it answers, as described in its arena.yaml. Null: not described. */
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
  factors: z.record(z.string(), z.string()),
})
export type ContestantDescription = z.infer<typeof ContestantDescription>

/** Results from this contestant's side. */
const Fared = z.object({ wins: count, losses: count, ties: count, bothBad: count })

export const OpponentRecord = Fared.extend({
  slug: z.string(),
  name: z.string(),
  retired: z.boolean(),
  /** The win rate that the board expects against it, 0 … 1, with its 95 % interval: as `differences` says. Null unless both are rated. */
  expected: z.object({ winRate: z.number(), interval: Interval }).nullable(),
})
export type OpponentRecord = z.infer<typeof OpponentRecord>

export const PromptRecord = Fared.extend({
  key: z.string(),
  category: z.string().nullable(),
  votes: count,
  /** (wins + ties / 2) / votes. */
  score: z.number(),
  /** Wilson's 95 % interval of the score on this prompt alone. */
  interval: Interval,
  /**
   * Whether the score differs from the score on all other prompts by more than chance. The test counts all prompts
   * of the contestant: among many, some look extreme by chance.
   */
  standsOut: z.boolean(),
  /** The beginning of the prompt. Null while its texts are not public. */
  text: z.string().nullable(),
})
export type PromptRecord = z.infer<typeof PromptRecord>

export const ContestantRecord = z.object({
  arena: z.string(),
  title: z.string(),
  view: View,
  contestant: ContestantDescription,
  /** Its row of the view's board, with its checks. Null if it was added after the board was computed. */
  row: BoardContestant.nullable(),
  board: z.object({
    votes: count,
    rated: count,
    state: Board.shape.state,
    leader: Board.shape.leader,
    deadHeat: Board.shape.deadHeat,
    clearBy: Board.shape.clearBy,
    finishLine: Board.shape.finishLine,
    level: Board.shape.level,
    units: Board.shape.units,
    speaksFor: Board.shape.speaksFor,
    voters: Board.shape.voters,
    prompts: Board.shape.prompts,
    computedAt: z.string(),
  }),
  /** Every opponent, sorted by name. */
  opponents: z.array(OpponentRecord),
  prompts: z.object({
    /** The number of prompts it was voted on. */
    counted: count,
    /** (wins + ties / 2) / votes, over votes that name a prompt. */
    score: z.number().nullable(),
    /** At most five each, sorted by the more careful end of the interval. */
    best: z.array(PromptRecord),
    worst: z.array(PromptRecord),
  }),
  /** Judgements by judges. Zero if the view counts none. */
  judgements: z.object({
    inconsistent: count,
    /** Judgements without votes, by cause. */
    failed: z.array(z.object({ cause: z.string(), count: count })),
  }),
})
export type ContestantRecord = z.infer<typeof ContestantRecord>

/** All contestants of an arena, as far as a page needs them to compare two. */
export const ContestantList = z.object({
  arena: z.string(),
  contestants: z.array(ContestantDescription),
})
export type ContestantList = z.infer<typeof ContestantList>
