/** What the check of a board needs of server/ratings: the parts without a database. */
export { METHODS, recomputeBoard } from '../../server/ratings/compute-board.ts'
export { parseViewDate } from '../../server/ratings/view.ts'
