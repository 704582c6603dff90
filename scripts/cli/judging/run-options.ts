/** The options that `run`, `judge` and `challenge` share. */
import type { Command } from 'commander'
import { invalidArgument, wholeNumber } from '../terminal/options.ts'
import { msg } from '../../../shared/messages/index.ts'

export interface RunFlags {
  budget?: number
  concurrency?: number
  judges?: string[]
  votesPerPair?: number
  focus: boolean
  retryFailed: boolean
  json: boolean
}

export const addRunOptions = (command: Command): Command =>
  addWorkOptions(command)
    .option('--votes-per-pair <n>', 'votes for each pair, judge and criterion', wholeNumber(1))
    .option(
      '--focus',
      'judge pairs that may still be first more often, so that the same budget decides more',
      false,
    )
    .option('--retry-failed', 'judge again what failed for good', false)

/** Options of every command that has judges work. */
export const addWorkOptions = (command: Command): Command =>
  command
    .option('--budget <usd>', 'limit for the cost in USD, including earlier calls', positiveUsd)
    .option('--concurrency <n>', 'parallel calls to each provider from this process', wholeNumber(1, 256))
    .option('--judges <names>', 'only these judges, separated by commas', names)
    .option('--json', 'one JSON value on stdout', false)

/** Reads an amount of US dollars above 0. */
export function positiveUsd(text: string): number {
  const number = Number(text)
  if (text.trim() === '' || !(number > 0 && Number.isFinite(number)))
    throw invalidArgument(msg('must_be_dollars'))
  return number
}

const names = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
