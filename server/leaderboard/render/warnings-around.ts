import type { Board, Warning } from '../../../shared/contracts/index.ts'

/** Which warnings stand before the board and which behind it: before it, that more rows were left out than it has votes. */
export function warningsAround({ votes, warnings }: Board): { first: Warning[]; last: Warning[] } {
  const isFirst = ({ code, count = 0 }: Warning) => code === 'dirty_rows' && count > votes
  return { first: warnings.filter(isFirst), last: warnings.filter((warning) => !isFirst(warning)) }
}
