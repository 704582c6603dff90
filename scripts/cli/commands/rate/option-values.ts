import { Option } from 'commander'
import { parseSource } from '../../../../shared/contracts/source.ts'
import { msg } from '../../../../shared/messages/index.ts'
import { UsageError } from '../../terminal/errors.ts'
import { invalidArgument, numberThat, wholeNumber } from '../../terminal/options.ts'

/** A source other than `all`. */
export function sourceName(text: string): string {
  if (text === 'all' || parseSource(text) === null) throw invalidArgument(msg('must_be_source'))
  return text
}

/** How many bootstrap rounds; one says nothing. */
export function rounds(text: string): number {
  const count = wholeNumber(0, 100_000)(text)
  if (count === 1) throw new UsageError(msg('one_round'))
  return count
}

/** The share of votes that one person may have. */
export const voterShare = numberThat('a share above 0, at most 1', (share) => share > 0 && share <= 1)

/** An option with one of these values. */
export function choice(flags: string, description: string, choices: string[], preset?: string): Option {
  const option = new Option(flags, description).choices(choices)
  return preset === undefined ? option : option.default(preset)
}

/** The name of a picture, whose ending names its format. */
export function plotFile(text: string): string {
  if (!/\.(svg|png)$/i.test(text)) throw invalidArgument(msg('must_be_plot_file'))
  return text
}
