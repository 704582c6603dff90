import type { BoardContestant } from '../../../../shared/contracts/board.ts'

/** What an answer of a contestant takes. Null: not known. */
type Measure = (contestant: BoardContestant) => number | null

export const COST: Measure = ({ costUsd }) => costUsd
export const TIME: Measure = ({ latencyMs }) => latencyMs ?? null
