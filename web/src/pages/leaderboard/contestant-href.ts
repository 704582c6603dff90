import type { BoardContestant } from '../../../../shared/contracts/board.ts'

/** Where all of one contestant is told. @param search the query of the view that is looked at */
export function contestantHref(arena: string | null, { slug }: BoardContestant, search: string): string {
  return `/a/${arena}/c/${slug}${search}`
}
