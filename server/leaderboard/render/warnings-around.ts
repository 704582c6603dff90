import type { Board, Warning } from '../../../shared/contracts/index.ts'

/**
 * The warnings before and after the board. Only the warning that more rows were left out than the board has votes
 * comes before it.
 */
export function warningsAround({ votes, warnings }: Board): { first: Warning[]; last: Warning[] } {
  const isFirst = ({ code, count = 0 }: Warning) => code === 'dirty_rows' && count > votes
  return { first: warnings.filter(isFirst), last: warnings.filter((warning) => !isFirst(warning)) }
}
