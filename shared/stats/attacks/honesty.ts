import { votesByVoter } from './cast-votes.ts'
import type { CastVotes, VotesByVoter } from './cast-votes.ts'
import { exposureOf, honestExposure } from './exposure.ts'
import { honestModel } from './honest-model.ts'
import { honestChance, tasteWeights } from './taste.ts'
import { readVotes } from './voter-evidence.ts'
import type { Honesty } from './voter-evidence.ts'

const SPREADS = [0.25, 0.5, 0.75, 1, 1.5, 2]
const PRECISIONS = [1, 3, 10, 30, 100, 1000]
/** Voters with fewer votes show little about how voters differ. */
const FEWEST_VOTES = 4
/** This number of voters is enough. */
const MOST_VOTERS = 1000

/** The habits of honest voters: the spreads that make the votes of trusted voters likeliest. */
export function honestyOf(
  votes: CastVotes,
  byVoter: VotesByVoter = votesByVoter(votes),
  trusted: (voter: number) => boolean = () => true,
): Honesty {
  const model = honestModel(votes, byVoter, trusted)
  const exposure = exposureOf(votes)
  const spreads = new Float64Array(SPREADS.length)
  const precisions = new Float64Array(PRECISIONS.length)
  const weights = SPREADS.map(tasteWeights)
  let voters = 0
  for (let who = 0; who < byVoter.voters && voters < MOST_VOTERS; who++) {
    if (!trusted(who) || byVoter.count(who) < FEWEST_VOTES) continue
    voters++
    const own = byVoter.of(who)
    for (const [contestant, { sums, met }] of readVotes(votes, own, model)[0].on) {
      weights.forEach((one, i) => (spreads[i] += honestChance(sums, one)))
      const share = exposure.shareOf(own, contestant)
      PRECISIONS.forEach((precision, i) => {
        precisions[i] += honestExposure(met, own.length, share, precision)
      })
    }
  }
  return {
    model,
    exposure,
    taste: SPREADS[likeliest(spreads)],
    precision: PRECISIONS[likeliest(precisions)],
  }
}

const likeliest = (values: Float64Array) => values.indexOf(Math.max(...values))
