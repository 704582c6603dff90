/** An arena as the public API shows it. */
import { byLanguage } from './language.ts'
import { z } from 'zod'
import { BoardState } from './board-parts.ts'
import { Decides } from './decides.ts'
import { integerSchema } from './pieces.ts'
import { refuse } from './problem.ts'
import { VoteSource } from './votes.ts'

export const ArenaSlug = z.string().regex(/^[a-z0-9-]{1,64}$/, refuse('no_slug'))

export const Visibility = z.enum(['public', 'link', 'private'])
export type Visibility = z.infer<typeof Visibility>

export const ArenaListing = z.object({
  arena: ArenaSlug,
  title: z.string(),
  description: z.string(),
  contestants: integerSchema,
  votes: integerSchema.describe(
    'All votes that are not in quarantine. A board may count fewer: it leaves out judges that failed, and beside people those that were not measured.',
  ),
  simulatedVotes: integerSchema,
  votable: z.boolean(),
  closedAt: z.string().optional().describe('Since when people can no longer vote. Absent: voting is open.'),
})
export type ArenaListing = z.infer<typeof ArenaListing>

const Said = z.object({
  lead: z.string(),
  rest: z.string(),
  decision: z.string().optional().describe('When it decides, or what was decided.'),
})

/** In every language of readers. */
const SaidByLanguage = byLanguage(() => Said)

/** A board in small: places from 0 to 1 on its axis, the highest rated first. */
const SmallBoard = z.object({
  state: BoardState,
  line: z.number(),
  bars: z.array(z.tuple([z.number(), z.number(), z.number()])).describe('Low end, rating, high end.'),
})

/** An arena in the list of arenas. */
export const ListedArena = ArenaListing.extend({
  finding: z
    .object({
      ...SaidByLanguage,
      small: SmallBoard.optional(),
      progress: z
        .number()
        .optional()
        .describe(
          'Of the votes after which it decides, or until the first ratings of those they take: the share that is cast, 0 … 1.',
        ),
    })
    .optional()
    .describe(
      'The sentence above its board, by language, and its bars. Absent: there are no votes, or no board yet.',
    ),
})
export type ListedArena = z.infer<typeof ListedArena>

/** Asks for a part of the list of arenas. */
export const ArenaListRequest = z.object({
  q: z.string().max(100).default('').describe('Words that title or address must contain, in any order.'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
})
export type ArenaListRequest = z.infer<typeof ArenaListRequest>

export const ArenaList = z.object({
  total: integerSchema.describe('How many arenas there are, of which the list may have a part.'),
  arenas: z.array(ListedArena),
})
export type ArenaList = z.infer<typeof ArenaList>

/** The choices of the leaderboard's filters: the sources with votes, and every criterion and category. */
export const ArenaDetail = ArenaListing.extend({
  visibility: Visibility,
  criteria: z.array(z.string()),
  categories: z.array(z.string()),
  sources: z.array(
    z.object({
      source: z.string(),
      kind: VoteSource.or(z.literal('all')),
      votes: integerSchema,
    }),
  ),
  defaultSource: z.string().nullable(),
  decides: Decides.extend({ soFar: integerSchema.describe('The counted votes of the sealed view.') })
    .optional()
    .describe('When the arena decides, and what it decided. Absent: it is open-ended.'),
  firstRatings: integerSchema.describe(
    'About how many votes it takes until half of the contestants have a rating.',
  ),
  groups: z
    .array(z.string())
    .optional()
    .describe('The groups of invited people with a board of their own. Absent: none.'),
  focus: z
    .literal(true)
    .optional()
    .describe('Set with `sampling: focus`: half of the pairs are drawn among those that may still be first.'),
  live: z.literal(true).optional().describe('Whether visitors may write prompts of their own.'),
  hasIngredients: z.literal(true).optional().describe('Whether contestants have `factors`.'),
  prompts: integerSchema,
  /** How many of the prompts are retired: only beside their texts are names shown to everybody. */
  retiredPrompts: integerSchema,
  /** How many of the prompts have a reference. Only these can be used in challenges. */
  references: integerSchema,
})
export type ArenaDetail = z.infer<typeof ArenaDetail>
