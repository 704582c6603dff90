/** One contestant: its description, its row of the board, and its results by opponent and by prompt. */
import { z } from 'zod'
import { count, whole, Interval, Place } from './pieces.ts'
import { Board, BoardState, BoardContestant, View, CheckSummary, Status } from './board.ts'
import { Outcome, VoteSource } from './votes.ts'
import { Message, ShownAnswer } from './battle.ts'

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
  /** Wilson's 95 % interval of wins / (wins + losses). Null without decisive votes. */
  interval: Interval.nullable(),
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
  battle: z.string(),
  /** The beginning of the prompt. Null while its texts are not public. */
  text: z.string().nullable(),
})
export type PromptRecord = z.infer<typeof PromptRecord>

export const RecordedBattle = z.object({
  id: z.string(),
  criterion: z.string(),
  prompt: z.string().nullable(),
  opponent: z.object({ slug: z.string(), name: z.string() }),
  /** From the contestant's side: `left` is the contestant, `right` its opponent. */
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
  battles: z.object({
    /** How many battles the view has. */
    total: count,
    /** At most twenty, evenly drawn. The same view always gives the same sample. */
    sample: z.array(RecordedBattle),
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

// A battle after its decision: the contestants, the outcome, and the reasons.

/** One request to a judge, with the two answers in one order. */
export const JudgeRequest = z.object({
  shownFirst: z.enum(['left', 'right']),
  /** Null: the verdict cannot be expressed as an outcome. */
  said: Outcome.nullable(),
  /** Null if the judge gave none, or the reader may not see texts. */
  reason: z.string().nullable(),
  /** The model's reply, word for word. Only with the admin token. */
  reply: z.string().optional(),
})
export type JudgeRequest = z.infer<typeof JudgeRequest>

const Finding = z.object({ passed: z.boolean().nullable(), reason: z.string().nullable() }).nullable()

export const BattleSide = z.object({
  slug: z.string(),
  name: z.string(),
  retired: z.boolean(),
  /** Which of the contestant's answers to the prompt was shown, from 1. Missing if it has one. */
  sample: whole.optional(),
})
export type BattleSide = z.infer<typeof BattleSide>

export const BattleTexts = z.object({
  messages: z.array(Message),
  reference: z.string().nullable(),
  context: z.array(z.string()),
  /** Null: the answer is not known here. */
  left: ShownAnswer.nullable(),
  right: ShownAnswer.nullable(),
})

/** Why texts are not shown beside names: the prompt is in use, or was until a moment ago; a visitor wrote it; or no text is known. */
export const TextsWithheld = z.enum(['in_use', 'just_retired', 'of_visitor', 'not_known'])
export type TextsWithheld = z.infer<typeof TextsWithheld>

export const DecidedBattle = z.object({
  id: z.string(),
  arena: z.string(),
  title: z.string(),
  criterion: z.string(),
  source: VoteSource,
  /** The judge's name. Null if no judge decided. A voter is never named. */
  judge: z.string().nullable(),
  outcome: Outcome,
  /** A tie because the judge chose another answer in each order. */
  inconsistent: z.boolean(),
  /** Whether the vote is in quarantine, so that no board counts it. */
  quarantined: z.boolean(),
  /** Whether it is there since an answer names its model or maker, or the prompt asks for it. */
  leaked: z.boolean(),
  castAt: z.string(),
  /** Null: the vote has no prompt. */
  prompt: z.object({ key: z.string(), category: z.string().nullable(), retired: z.boolean() }).nullable(),
  left: BattleSide,
  right: BattleSide,
  texts: BattleTexts.nullable(),
  withheld: TextsWithheld.nullable(),
  /** Whether withheld texts are shown because the reader cast this vote. */
  own: z.boolean(),
  /** From when everybody may read the texts, if that is known. */
  textsPublicFrom: z.string().nullable(),
  /** The voter's comment, or the judge's reasons in both orders. Null if the reader may not see texts. */
  reason: z.string().nullable(),
  /** The judge's verdict in each order. Empty if no judge was asked here. */
  requests: z.array(JudgeRequest),
  /**
   * The latest results of the active checks for both answers. Empty if the reader may not see texts: results could
   * reveal who answered.
   */
  checks: z.array(z.object({ name: z.string(), left: Finding, right: Finding })),
  /**
   * The words in which each answer speaks to a judge; null: none were found. The vote counts all the same. Null in
   * place of both if the reader may not see texts.
   */
  injected: z.object({ left: z.string().nullable(), right: z.string().nullable() }).nullable(),
})
export type DecidedBattle = z.infer<typeof DecidedBattle>

/** Prompts × contestants: how each fared on each prompt, and what it answered. */

/** The votes of one contestant on one prompt. */
export const CellVotes = z.object({
  wins: count,
  losses: count,
  /** Votes without a winner. */
  ties: count,
  /** How many of these ties called both answers bad. */
  bothBad: count,
  /** The number of opponents against whom some votes name this contestant and some the opponent. */
  divided: count,
})
export type CellVotes = z.infer<typeof CellVotes>

export const ExploredCell = CellVotes.extend({
  /** The beginning of its first answer. Null: it has none, or texts are withheld. */
  text: z.string().nullable(),
  /** How many answers it has to this prompt. Null if texts are withheld. */
  samples: count.nullable(),
  /** How many of its answers pass each active check. Empty if texts are withheld: results could reveal who answered. */
  checks: z.array(CheckSummary.pick({ name: true, passed: true, of: true })),
})
export type ExploredCell = z.infer<typeof ExploredCell>

export const ExploredPrompt = z.object({
  key: z.string(),
  category: z.string().nullable(),
  retired: z.boolean(),
  /** Why there are no texts. Null: there are texts. */
  withheld: TextsWithheld.nullable(),
  /** The beginning of the prompt. */
  text: z.string().nullable(),
  /** One for each contestant, in their order. */
  cells: z.array(ExploredCell),
})
export type ExploredPrompt = z.infer<typeof ExploredPrompt>

const ExploredContestant = z.object({ slug: z.string(), name: z.string(), retired: z.boolean() })
export type ExploredContestant = z.infer<typeof ExploredContestant>

export const Exploration = z.object({
  arena: z.string(),
  view: View,
  /** The columns: those that were asked for, by default the highest rated. */
  contestants: z.array(ExploredContestant),
  /** The names of the active checks. */
  checks: z.array(z.string()),
  /** The number of all prompts that are listed. `prompts` starts at `offset`. */
  total: count,
  offset: count,
  prompts: z.array(ExploredPrompt),
})
export type Exploration = z.infer<typeof Exploration>

/** One contestant on one prompt: its answers and its battles. */
export const ExploredAnswer = z.object({
  arena: z.string(),
  view: View,
  contestant: ExploredContestant,
  prompt: z.object({ key: z.string(), category: z.string().nullable(), retired: z.boolean() }),
  withheld: TextsWithheld.nullable(),
  /** From when everybody may read the texts, if that is known. */
  textsPublicFrom: z.string().nullable(),
  /** Empty if texts are withheld. */
  messages: z.array(Message),
  /** Its first ten answers; empty if texts are withheld. */
  answers: z.array(
    ShownAnswer.extend({
      sample: whole,
      /** The latest results of the active checks. `passed` null: the check could not be made. */
      checks: z.array(
        z.object({ name: z.string(), passed: z.boolean().nullable(), reason: z.string().nullable() }),
      ),
    }),
  ),
  votes: CellVotes,
  /** The latest battles of these votes, twenty at most. */
  battles: z.array(RecordedBattle),
})
export type ExploredAnswer = z.infer<typeof ExploredAnswer>

/** The board of one category, as far as the chosen contestants and the first place are concerned. */
export const CategoryStanding = z.object({
  /** Null: all votes of the arena. */
  category: z.string().nullable(),
  votes: count,
  /** Who leads, as the sentence of the board declares it; likewise the dead heat. */
  leader: z.string().nullable(),
  state: BoardState,
  /** How many are in the dead heat for first; 1 if somebody leads or wins. */
  inDeadHeat: count,
  /** How many have a rating. */
  rated: count,
  /** One for each contestant, in their order. Null: it was added after this board was computed. */
  cells: z.array(
    z
      .object({
        status: Status,
        votes: count,
        /** Null, like interval and place, without a rating. */
        rating: z.number().nullable(),
        interval: Interval.nullable(),
        place: Place.nullable(),
        /** Whether it leads, or is part of the dead heat for first. */
        mayBeFirst: z.boolean(),
      })
      .nullable(),
  ),
})
export type CategoryStanding = z.infer<typeof CategoryStanding>

export const CategoryStandings = z.object({
  arena: z.string(),
  view: View,
  contestants: z.array(ExploredContestant),
  /** The number of categories. `categories` starts at `offset`; at 0, the board of all votes precedes them. */
  total: count,
  offset: count,
  categories: z.array(CategoryStanding),
})
export type CategoryStandings = z.infer<typeof CategoryStandings>
