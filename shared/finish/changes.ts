import { longDay, shownNames, WORDS } from './headline.ts'
import type { FinishBoard, Language } from './finish-board.ts'

/** What a browser remembers of a board that its reader saw. */
export interface SeenBoard {
  /** When it was seen (ISO 8601). */
  at: string
  votes: number
  rated: number
  leader: string | null
  deadHeat: readonly string[]
}

/** The part of a board that is remembered. */
export const seenBoard = (board: FinishBoard, at: Date): SeenBoard => ({
  at: at.toISOString(),
  votes: board.votes,
  rated: ratedOf(board),
  leader: board.leader,
  deadHeat: [...board.deadHeat],
})

const ratedOf = ({ contestants, state }: FinishBoard): number =>
  state === 'first_votes' ? 0 : contestants.filter(({ status }) => status === 'rated').length

/** What changed since a board was seen: votes, first place, contestants with a rating. Null if no vote came or went. */
export function changesSince(seen: SeenBoard, board: FinishBoard, language: Language = 'en'): string | null {
  const say = WORDS[language]
  const { changed } = say
  const votes = board.votes - seen.votes
  if (votes === 0) return null
  const rated = ratedOf(board) - seen.rated
  const first = changesOfFirst(seen, board, language)
  const parts = [
    votes > 0 ? changed.more(votes) : changed.fewer(-votes),
    ...(first.length > 0 || seen.rated === 0 ? first : [changed.same]),
    ...(rated > 0 ? [changed.added(rated)] : []),
  ]
  return say.since(longDay(seen.at, language), parts.join('; '))
}

function changesOfFirst(seen: SeenBoard, board: FinishBoard, language: Language): string[] {
  const { changed } = WORDS[language]
  const name = (key: string) => shownNames([key], language)[0]
  const { leader, state, deadHeat } = board
  if (leader !== null)
    return leader === seen.leader
      ? []
      : [state === 'wins' ? changed.wins(name(leader)) : changed.leads(name(leader))]
  if (seen.leader !== null) return [changed.leadLost(name(seen.leader))]
  if (seen.deadHeat.length === 0 || state === 'first_votes') return []
  const joined = deadHeat.filter((key) => !seen.deadHeat.includes(key))
  const left = seen.deadHeat.filter(
    (key) => !deadHeat.includes(key) && board.contestants.some((contestant) => contestant.name === key),
  )
  return [
    ...(joined.length > 0 ? [changed.joined(shownNames(joined, language))] : []),
    ...(left.length > 0 ? [changed.left(shownNames(left, language))] : []),
  ]
}
