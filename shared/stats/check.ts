import { ALPHA } from './comparison.ts'
import { BOTH_BAD } from './vote-columns.ts'
import type { RateOptions } from './types.ts'
import type { VoteColumns } from './vote-columns.ts'

/** Throws a RangeError that names the first error, unless `votes` and `options` are valid. */
export function checkVotes(votes: VoteColumns, options: RateOptions): void {
  const { contestants, left, right, outcome, unit } = votes
  if (!isCount(contestants)) throw new RangeError(`contestants must be a whole number, not ${contestants}`)
  if (!isCount(options.rounds)) throw new RangeError(`rounds must be a whole number, not ${options.rounds}`)
  if (!Number.isSafeInteger(options.seed))
    throw new RangeError(`seed must be an integer, not ${options.seed}`)
  const { alpha = ALPHA } = options
  if (!(alpha > 0 && alpha < 1)) throw new RangeError(`alpha must lie between 0 and 1, not ${alpha}`)
  if (options.baseline !== null && !isIndex(options.baseline, contestants))
    throw new RangeError(`baseline ${options.baseline} is none of ${contestants} contestants`)
  const crossed = options.by === 'unit' ? votes.crossed : undefined
  const columns =
    options.by === 'unit'
      ? [left, right, outcome, unit, ...(crossed ? [crossed.unit] : [])]
      : [left, right, outcome]
  if (columns.some((column) => column.length !== outcome.length))
    throw new RangeError('the columns of votes differ in length')
  for (let vote = 0; vote < outcome.length; vote++) {
    if (!isIndex(left[vote], contestants) || !isIndex(right[vote], contestants))
      throw new RangeError(`vote ${vote} names a contestant outside 0 … ${contestants - 1}`)
    if (left[vote] === right[vote]) throw new RangeError(`vote ${vote} sets a contestant against itself`)
    if (outcome[vote] > BOTH_BAD)
      throw new RangeError(`vote ${vote} has the unknown outcome ${outcome[vote]}`)
    if (options.by === 'unit' && !isIndex(unit[vote], votes.units))
      throw new RangeError(`vote ${vote} names a unit outside 0 … ${votes.units - 1}`)
    if (crossed && !isIndex(crossed.unit[vote], crossed.units))
      throw new RangeError(`vote ${vote} names a crossed unit outside 0 … ${crossed.units - 1}`)
  }
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

function isIndex(value: number, size: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < size
}
