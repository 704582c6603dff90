import type { CellVotes } from '../../../../shared/contracts/contestant-record.ts'
import { withTerms } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const explore = withTerms({ en: en.explore, de: de.explore })

/** "3 won · 1 lost"; what did not happen is left out. */
export function countWords({ wins, losses, ties }: CellVotes): string {
  const parts = [
    wins > 0 && explore.here.won(wins),
    losses > 0 && explore.here.lost(losses),
    ties > 0 && explore.here.tied(ties),
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join(' · ') : explore.here.noVotes
}
