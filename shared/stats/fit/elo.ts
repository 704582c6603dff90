import { BOTH_BAD, LEFT, TIE, type VoteColumns } from './tally.ts'

const START = 1000
/** The difference in points at which the odds are ten to one. */
const SCALE = 400
const ELO_K = 4

/**
 * Online Elo: everyone starts at 1000, and each vote, in the given order, moves K · (score − expected score) points
 * from one side to the other, with expected score 1 / (1 + 10^((R_right − R_left) / 400)).
 *
 * Model: Bradley-Terry by one pass of stochastic gradient with a fixed step (Elo 1978, *The Rating of
 * Chessplayers*, chapter 1; as the first Chatbot Arena boards used it, Zheng et al. 2023, with K = 4). Assumes that
 * votes come in a random order. The result depends on that order and does not converge with more votes, so it has
 * no interval. Costs one pass.
 * @param ties  'drop' leaves out votes without a winner
 * @returns ratings; null for contestants without a vote that counts
 */
export function onlineElo(votes: VoteColumns, ties: 'half' | 'drop', k = ELO_K): (number | null)[] {
  const ratings = new Array<number | null>(votes.contestants).fill(null)
  for (let vote = 0; vote < votes.outcome.length; vote++) {
    const outcome = votes.outcome[vote]
    const isTie = outcome === TIE || outcome === BOTH_BAD
    if (isTie && ties === 'drop') continue
    const left = ratings[votes.left[vote]] ?? START
    const right = ratings[votes.right[vote]] ?? START
    const expected = 1 / (1 + 10 ** ((right - left) / SCALE))
    const moved = k * ((isTie ? 0.5 : outcome === LEFT ? 1 : 0) - expected)
    ratings[votes.left[vote]] = left + moved
    ratings[votes.right[vote]] = right - moved
  }
  return ratings
}
