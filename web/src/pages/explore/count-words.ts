import type { CellVotes } from '../../../../shared/contracts/contestant-record.ts'
import { explore as words } from '../../words/explore/index.ts'

/** "3 won · 1 lost"; what did not happen is left out. */
export function countWords({ wins, losses, ties }: CellVotes): string {
  const parts = [
    wins > 0 && words.here.won(wins),
    losses > 0 && words.here.lost(losses),
    ties > 0 && words.here.tied(ties),
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join(' · ') : words.here.noVotes
}
