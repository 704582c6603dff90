/** `npm run bench -- server|votes|web|judges`: speed and memory measured on this machine, one bench for each subject. */
import { Argument, Command } from 'commander'
import { wholeNumber } from '../../scripts/cli/terminal/options.ts'
import { benchJudges } from './judges.ts'
import { benchServer } from './server.ts'
import { benchVotes } from './votes.ts'
import { benchWeb } from './web.ts'

interface Options {
  large?: true
  minutes?: number
}

const BENCHES: Record<string, (options: Options) => Promise<void>> = {
  server: ({ large = false, minutes = 30 }) => benchServer(large, minutes),
  votes: ({ large = false }) => benchVotes(large),
  web: benchWeb,
  judges: benchJudges,
}

await new Command('npm run bench --')
  .addArgument(new Argument('<subject>', 'what to measure').choices(Object.keys(BENCHES)))
  .option('--large', 'server: ten million votes; votes: a million')
  .option('--minutes <n>', 'server: the longest wait for a board (30)', wholeNumber(1))
  .exitOverride(({ exitCode }) => process.exit(exitCode && 2))
  .action((subject: string, options: Options) => BENCHES[subject]!(options))
  .parseAsync()
