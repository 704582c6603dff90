import { z } from 'zod'
import { refuse } from '../../shared/contracts/refusals.ts'
import { ViewRequest } from '../ratings/index.ts'

/** A name or a slug. */
const Contestant = z.string().max(200)

/** A view, and the contestant whose pairs to list; all pairs by default. */
export const HeadToHeadRequest = ViewRequest.extend({ contestant: Contestant.optional() })

/**
 * A view, and the contestant to compute win rates against; by default the plan's baseline, else the one that met most
 * others.
 */
export const WinRatesRequest = ViewRequest.extend({ baseline: Contestant.optional() })
/** A view, and whether to list each pair. */
export const SamplingRequest = ViewRequest.extend({
  pairs: z.enum(['all', 'none']).default('all'),
})

/** A view, and the contestant whose differences are requested. */
export const DifferencesRequest = ViewRequest.extend({
  contestant: Contestant.min(1, refuse('contestant_asked')),
})
