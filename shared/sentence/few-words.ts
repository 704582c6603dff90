import type { Board } from '../contracts/board.ts'
import { withCommas } from './count.ts'
import { isLittleKnown } from './too-few-votes.ts'

/** The headline of a board in a few words, and the name in it: "Warm-v3 leads", "dead heat: 3 of 8". */
export interface FewWords {
  /** The winner's name, which comes first. Null if there is no winner. */
  name: string | null
  words: string
}

/** A short form of `sentence`. It claims no more than that. */
export function fewWords(board: Board): FewWords {
  const nameless = (words: string): FewWords => ({ name: null, words })
  if (board.votes === 0) return nameless('no votes yet')
  if (board.method !== 'bradley-terry') return nameless('nothing declared')
  const rated = board.contestants.filter(({ status }) => status === 'rated')
  if (board.rounds < 2 || rated.some(({ comparison }) => comparison === null))
    return nameless('nothing declared')
  if (board.winner !== null) return { name: board.winner, words: 'leads' }
  if (isLittleKnown(board)) return nameless('too little known')
  const heat = new Set(board.deadHeatForFirst)
  if (heat.size > 0) {
    const beside = board.contestants.filter(({ name, status }) => status !== 'rated' && heat.has(name))
    const compared = rated.length + beside.length
    const others = board.contestants.length - compared
    const notRated =
      others > 0 ? `, ${withCommas(others)} ${others === 1 ? 'other' : 'others'} not rated` : ''
    return nameless(`dead heat: ${withCommas(heat.size)} of ${withCommas(compared)}${notRated}`)
  }
  return nameless(rated.length > 0 ? 'no winner yet' : 'nobody rated yet')
}
