/** `npm run simulate [-- STUDY]`: what a method declares on boards drawn from known strengths. `--help` lists all. */
import { isMainThread, parentPort } from 'node:worker_threads'
import { Command } from 'commander'
import { wholeNumber } from '../../scripts/cli/terminal/options.ts'
import { thisTerminal } from '../../scripts/cli/terminal/terminal.ts'
import { field } from './field.ts'
import { gates } from './gates.ts'
import { watched } from './watched.ts'
import type { AnyStudy, Options, Task } from './study.ts'

const STUDIES: readonly AnyStudy[] = [field, gates, watched]

if (isMainThread) {
  const program = new Command('npm run simulate --')
    .configureHelp({ showGlobalOptions: true })
    .option('--worlds <words...>', 'only worlds whose title has one of these')
    .option('--boards <n>', 'boards, lives or runs of each world, in place of its own number', wholeNumber(1))
    .option('--seed <n>', 'seed', wholeNumber(0, 2 ** 21 - 1), 1)
    .option('--threads <n>', 'threads to run on', wholeNumber(1, 64), 1)
    .option('--csv [file]', 'the table as CSV, into a file if one is named')
    .exitOverride(({ exitCode }) => process.exit(exitCode && 2))
  for (const study of STUDIES) {
    const command = program.command(study.name).description(study.about)
    if (study.hasRounds) command.option('--rounds <n>', 'rounds of the intervals', wholeNumber(20))
    command.action(() =>
      study
        .report({ rounds: 0, ...command.optsWithGlobals<Omit<Options, 'rounds'>>() }, thisTerminal())
        .catch(({ message }: Error) => command.error(`error: ${message}`)),
    )
  }
  await program.parseAsync()
} else
  parentPort!.on('message', (task: Task) => {
    parentPort!.postMessage(STUDIES.find(({ name }) => name === task.study)!.work(task))
  })
