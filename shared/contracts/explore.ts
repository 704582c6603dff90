/** Prompts × contestants: how each fared on each prompt, and what it answered. */
import { z } from 'zod'
import { Message, ShownAnswer } from './battle.ts'
import { CheckSummary, ProvisionalReason, Status, View } from './board.ts'
import { RecordedBattle, TextsWithheld } from './contestant-record.ts'

const Count = z.number().int().nonnegative()

/** The votes of one contestant on one prompt. */
export const CellVotes = z.object({
  wins: Count,
  losses: Count,
  /** Votes without a winner. */
  ties: Count,
  /** How many of these ties called both answers bad. */
  bothBad: Count,
  /** The number of opponents against whom some votes name this contestant and some the opponent. */
  divided: Count,
})
export type CellVotes = z.infer<typeof CellVotes>

export const ExploredCell = CellVotes.extend({
  /** The beginning of its first answer. Null: it has none, or texts are withheld. */
  text: z.string().nullable(),
  /** How many answers it has to this prompt. Null if texts are withheld. */
  samples: Count.nullable(),
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
  total: Count,
  offset: Count,
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
      sample: z.number().int(),
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
  votes: Count,
  preview: z.boolean(),
  /** As the sentence of the board declares it; likewise the dead heat. */
  winner: z.string().nullable(),
  /** How many share the first place, if several may be first. */
  inDeadHeat: Count,
  /** How many have a rating. */
  rated: Count,
  /** One for each contestant, in their order. Null: it was added after this board was computed. */
  cells: z.array(
    z
      .object({
        status: Status,
        reason: ProvisionalReason.nullable(),
        votes: Count,
        /** Null, like the intervals, without a rating. */
        rating: z.number().nullable(),
        /** The comparison interval; an open end is null. */
        comparison: z.tuple([z.number().nullable(), z.number().nullable()]).nullable(),
        rankInterval: z.tuple([z.number().int(), z.number().int()]).nullable(),
        /** Whether the board names it as its winner, or as part of the dead heat for first. */
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
  total: Count,
  offset: Count,
  categories: z.array(CategoryStanding),
})
export type CategoryStandings = z.infer<typeof CategoryStandings>
