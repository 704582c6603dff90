/** What `run`, `judge` and `challenge` have in common. */
import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import type { PlanWish } from '../../server/judging/index.ts'
import type { JudgingPlan } from '../../shared/contracts/index.ts'
import { wholeNumber } from '../terminal/options.ts'

export interface RunFlags {
  budget?: number
  concurrency?: number
  judges?: string[]
  votesPerPair?: number
  retryFailed: boolean
  json: boolean
}

/** The same draws for the same arena, whoever runs it. */
const SEED = 1

export const addRunOptions = (command: Command): Command =>
  addWorkOptions(command)
    .option('--votes-per-pair <n>', 'so many votes for each pair, judge and criterion', wholeNumber(1))
    .option('--retry-failed', 'judge anew what failed for good', false)

/** Of whatever has judges work. */
export const addWorkOptions = (command: Command): Command =>
  command
    .option('--budget <usd>', 'the most it may cost, all that it cost before included', positive)
    .option('--concurrency <n>', 'calls at once to each provider, from this process', wholeNumber(1, 256))
    .option('--judges <names>', 'only these judges, with commas between them', names)
    .option('--json', 'one JSON value on stdout', false)

/** What is to be judged: the arena's plan, with what the options say instead. */
export function wishOf(plan: JudgingPlan, { judges, votesPerPair }: RunFlags): PlanWish {
  const { everything: _, ...rest } = plan
  const wanted = votesPerPair === undefined ? plan : { ...rest, votesPerPair }
  return { plan: wanted, seed: SEED, ...(judges && { judges }) }
}

function positive(text: string): number {
  const number = Number(text)
  if (text.trim() === '' || !(number > 0 && Number.isFinite(number)))
    throw new InvalidArgumentError('It must be an amount of US dollars above 0.')
  return number
}

const names = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
