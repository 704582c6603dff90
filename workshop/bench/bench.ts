/** `npm run bench -- server|votes|web|judges|soak`: speed and memory measured on this machine, one bench for each subject. */
import { Argument, Command } from 'commander'
import { wholeNumber } from '../../scripts/cli/terminal/options.ts'
import { benchJudges } from './judges.ts'
import { benchServer } from './server.ts'
import { benchSoak } from './soak.ts'
import { benchVotes } from './votes.ts'
import { benchWeb } from './web.ts'

interface Options {
  large?: true
  minutes?: number
  rate: number
}

const BENCHES: Record<string, (options: Options) => Promise<void>> = {
  server: ({ large = false, minutes = 30 }) => benchServer(large, minutes),
  votes: ({ large = false }) => benchVotes(large),
  web: benchWeb,
  judges: benchJudges,
  soak: ({ minutes = 20, rate }) => benchSoak({ minutes, rate }),
}

await new Command('npm run bench --')
  .addArgument(new Argument('<subject>', 'what to measure').choices(Object.keys(BENCHES)))
  .option('--large', 'server: ten million votes; votes: a million')
  .option('--minutes <n>', 'server: the longest wait for a board (30); soak: how long (20)', wholeNumber(1))
  .option('--rate <n>', 'soak: votes a second', wholeNumber(1), 3)
  .exitOverride(({ exitCode }) => process.exit(exitCode && 2))
  .action((subject: string, options: Options) => BENCHES[subject]!(options))
  .parseAsync()
