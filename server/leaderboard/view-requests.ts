import { z } from 'zod'
import { refuse } from '../../shared/contracts/refusals.ts'
import { ViewRequest } from '../ratings/index.ts'

/** By name, or by slug. */
const Contestant = z.string().max(200)

/** The switches of a board, and whose pairs are wanted; everybody's unless somebody is named. */
export const HeadToHeadRequest = ViewRequest.extend({ contestant: Contestant.optional() })

/** The switches of a board, and against whom win rates are wanted; left out: the plan's baseline, or who met most. */
export const WinRatesRequest = ViewRequest.extend({ baseline: Contestant.optional() })
/** The switches of a board, and whether each pair is listed by itself. */
export const SamplingRequest = ViewRequest.extend({
  pairs: z.enum(['all', 'none']).default('all'),
})

/** The switches of a board, and whose differences are wanted. */
export const DifferencesRequest = ViewRequest.extend({
  contestant: Contestant.min(1, refuse('contestant_asked')),
})
