import type { BoardContestant } from '../../../../shared/contracts/board.ts'

/** The address of a contestant's page. @param search the query of the current view */
export function contestantHref(arena: string | null, { slug }: BoardContestant, search: string): string {
  return `/a/${arena}/c/${slug}${search}`
}
