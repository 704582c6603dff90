import { z } from 'zod'
import { MOST_EXPLORED, SHOWN_PROMPTS } from '../../../shared/contracts/index.ts'
import { refuse } from '../../../shared/contracts/refusals.ts'
import { ViewRequest } from '../../ratings/index.ts'

/**
 * The votes that are looked at. A group of invited people is not among the choices: single prompts would show how each
 * of few people voted.
 */
const Votes = ViewRequest.pick({ source: true, criterion: true, category: true, from: true, to: true })

const Contestant = z.string().min(1, refuse('contestant_asked')).max(200)

/** May be repeated. Default: the highest rated. */
const Contestants = z.union([Contestant, z.array(Contestant).max(MOST_EXPLORED)]).optional()

const Offset = z.coerce.number().int().min(0).max(1_000_000).default(0)

export const ExploreRequest = Votes.extend({
  contestant: Contestants,
  show: z.enum(SHOWN_PROMPTS).default('all'),
  /** The contestant whose votes or answers select prompts. Default: any of the chosen ones. */
  of: Contestant.optional(),
  /** With `show=failed`: the check. Default: any. */
  check: z.string().max(200).optional(),
  offset: Offset,
  limit: z.coerce.number().int().min(1).max(50).default(25),
})
export type ExploreRequest = z.infer<typeof ExploreRequest>

export const CellRequest = Votes.omit({ category: true }).extend({
  contestant: Contestant,
  prompt: z.string().min(1).max(1000),
})
export type CellRequest = z.infer<typeof CellRequest>

export const StandingsRequest = Votes.omit({ category: true }).extend({
  contestant: Contestants,
  offset: Offset,
  limit: z.coerce.number().int().min(1).max(8).default(4),
})
export type StandingsRequest = z.infer<typeof StandingsRequest>
