import type { Board, BoardContestant } from '../../../../shared/contracts/board.ts'
import { searchOf, viewOf } from '../../api/view-query.ts'
import { address } from '../../state/address.svelte.ts'

/** Where all of one contestant is told, in the view that the address asks for. */
export function contestantHref(arena: Board['arena'], { slug }: BoardContestant): string {
  return `/a/${arena}/c/${slug}${searchOf(viewOf(address.query))}`
}
