import type { VoterResult } from '../../../../../shared/contracts/battle.ts'
import { words } from '../../../words/words.ts'

type Contested = VoterResult['contestants'][number]
export type Kind = 'won' | 'tied' | 'lost'

/** One square for each vote, won ones first. */
export const voteSquares = ({ won, tied, lost }: Omit<Contested, 'name'>): Kind[] => [
  ...Array<Kind>(won).fill('won'),
  ...Array<Kind>(tied).fill('tied'),
  ...Array<Kind>(lost).fill('lost'),
]

const MAX_NAMED = 3

/**
 * What the headline says after the number of votes: who never lost, else who was liked most. Only contestants of at least two
 * votes are named.
 * @returns the text, in which [name] stands for `name`; null: nobody stands out
 */
export function resultHeadline(
  { contestants }: Pick<VoterResult, 'contestants'>,
  listed: (names: readonly string[]) => string,
): { text: string | null; name?: string } {
  const several = contestants.filter(({ won, tied, lost }) => won + tied + lost >= 2)
  const unbeaten = several.filter(({ won, lost }) => lost === 0 && won > 0).map(({ name }) => name)
  if (unbeaten.length > 0 && unbeaten.length <= MAX_NAMED)
    return { text: words.own.neverLost({ names: listed(unbeaten) }) }
  // ordered as win rates are
  const share = ({ won, tied, lost }: Contested) => (won - lost) / (won + tied + lost)
  const [first, second] = several
  if (!first || first.won === 0 || (second && share(second) === share(first))) return { text: null }
  return { text: words.own.liked, name: first.name }
}
