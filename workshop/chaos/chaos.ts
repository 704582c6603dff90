/**
 * `npm run chaos [-- WORLD…]`: faults on purpose, against real processes; `--help` lists all. Prints one line for each world and
 * settings. The exit code is 1 if a promise was broken, 2 for wrong arguments.
 */
import { Argument, Command, Option } from 'commander'
import { wholeNumber } from '../../scripts/cli/terminal/options.ts'
import { machine } from '../bench/figures.ts'
import { isSound, outcomeLine, SETTINGS } from './world.ts'
import { WORLDS } from './worlds/index.ts'

type Settings = keyof typeof SETTINGS

interface Options {
  settings?: Settings
  seed: number
  times?: number
  short?: true
}

const NAMES = WORLDS.map(({ name }) => name)

await new Command('npm run chaos --')
  .description(
    'Each world runs once on a local server, and once on a public one, which publishes votes at intervals.',
  )
  .addArgument(new Argument('[worlds...]', 'all by default').choices(NAMES))
  .addOption(new Option('--settings <where>', 'only there').choices(Object.keys(SETTINGS)))
  .option('--seed <n>', 'seed', wholeNumber(1), 1)
  .option('--times <n>', 'how often the fault happens, in place of a world’s own number', wholeNumber(1))
  .option('--short', 'the smaller number of each world')
  .addHelpText(
    'after',
    `\n${WORLDS.map(({ name, about, times }) => `  ${name.padEnd(14)} ${about} (${times.long} times; --short: ${times.short})`).join('\n')}`,
  )
  .exitOverride(({ exitCode }) => process.exit(exitCode && 2))
  .action(run)
  .parseAsync()

async function run(names: readonly string[], { settings, seed, times, short }: Options): Promise<void> {
  console.log(machine())
  for (const world of WORLDS.filter(({ name }) => names.length === 0 || names.includes(name)))
    for (const where of settings ? [settings] : (['local', 'public'] as const)) {
      const start = performance.now()
      const outcome = await world.run({
        seed,
        times: times ?? (short ? world.times.short : world.times.long),
        settings: SETTINGS[where],
      })
      const took = ((performance.now() - start) / 1000).toFixed(0)
      console.log(`${outcomeLine(`${world.name}, ${where}`, outcome)} (${took} s)`)
      if (!isSound(outcome)) process.exitCode = 1
    }
  console.log(machine())
}
