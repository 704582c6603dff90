/** What the check of a board needs of server/ratings: the parts without a database. */
export { besideVotes, pairingWasUnknown } from '../../server/ratings/boards/board-warnings.ts'
export { computeBoardBy, METHODS } from '../../server/ratings/compute-board.ts'
export { momentOf, withoutJudges } from '../../server/ratings/view.ts'
