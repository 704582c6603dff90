import { parseSource } from '../../../shared/contracts/source.ts'
import type { ArenaDetail, Board } from '../../../shared/contracts/index.ts'

/** Whether a board of a server says that voting is closed: it counts people's votes, and no further ones can come. */
export function saysClosed({ view }: Pick<Board, 'view'>, { closes, archivedAt }: ArenaDetail): boolean {
  const isOfPeople = parseSource(view.source)?.kinds.includes('human') ?? false
  const isOver = closes !== undefined && closes.at !== null && Date.now() >= Date.parse(closes.at)
  return isOfPeople && (archivedAt !== undefined || closes?.isReached === true || isOver)
}
