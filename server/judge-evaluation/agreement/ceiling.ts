import type { HumanCeiling } from '../../../shared/contracts/index.ts'
import { agreementOf, shareOf } from '../../../shared/stats/internal.ts'
import { agreementFigures } from './figures.ts'
import type { PeopleSums, VotePairs } from './people-queries.ts'

/** How far people agree with one another and with themselves. A judge cannot be expected to agree more. */
export function ceilingOf(two: readonly VotePairs[], people: PeopleSums): HumanCeiling {
  return {
    voters: people.voters,
    votes: people.votes,
    betweenVoters: agreementIn(two.filter(({ kind }) => kind === 'voters')),
    withThemselves: agreementIn(two.filter(({ kind }) => kind === 'again')),
    firstPosition: shareOf(people.left, people.decided),
  }
}

/** Each pair of answers counts once, however many votes it has: further votes on it are not independent evidence. */
function agreementIn(cells: readonly VotePairs[]): HumanCeiling['betweenVoters'] {
  const figures = (some: readonly VotePairs[]) =>
    agreementFigures(agreementOf(some.map(({ one, other, pairs }) => [one, other, pairs] as const)))
  return {
    threeWay: figures(cells),
    decisive: figures(cells.filter(({ one, other }) => one !== 'tie' && other !== 'tie')),
  }
}
