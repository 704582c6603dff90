/**
 * `npm run chaos [-- WORLD…] [--settings local|public] [--seed N] [--times N] [--short] [--help]`: faults on purpose, against
 * real processes. Prints one line for each world and settings. The exit code is 1 if a promise was broken, 2 for wrong arguments.
 */
import { parseArgs } from 'node:util'
import { machine } from '../bench/figures.ts'
import { isSound, lineOf, SETTINGS, type World } from './world.ts'
import { WORLDS } from './worlds/index.ts'

const USAGE = `npm run chaos [-- WORLD…] [--settings local|public] [--seed N] [--times N] [--short] [--help]

Each world runs once on a local server, and once on a public one, which publishes votes at intervals.

Worlds, all of them by default:
${WORLDS.map(({ name, about, times }) => `  ${name.padEnd(12)} ${about} (${times.long} times; --short: ${times.short})`).join('\n')}`

interface Order {
  isHelp: boolean
  worlds: readonly World[]
  settings: readonly (keyof typeof SETTINGS)[]
  seed: number
  times: number | null
  isShort: boolean
}

/** @throws {Error} with one line on what is wrong */
function readOrder(args: string[]): Order {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      settings: { type: 'string' },
      seed: { type: 'string' },
      times: { type: 'string' },
      short: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  const unknown = positionals.find((name) => !WORLDS.some((world) => world.name === name))
  if (unknown !== undefined) throw new Error(`There is no world ${unknown}.`)
  const { settings } = values
  if (settings !== undefined && settings !== 'local' && settings !== 'public')
    throw new Error(`--settings must be local or public; it is ${settings}.`)
  return {
    isHelp: values.help === true,
    worlds: positionals.length > 0 ? WORLDS.filter(({ name }) => positionals.includes(name)) : WORLDS,
    settings: settings === undefined ? ['local', 'public'] : [settings],
    seed: wholeNumber('--seed', values.seed ?? '1'),
    times: values.times === undefined ? null : wholeNumber('--times', values.times),
    isShort: values.short === true,
  }
}

function wholeNumber(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text) || text === '0')
    throw new Error(`${option} must be a whole number from 1; it is ${text}.`)
  return Number(text)
}

async function run({ worlds, settings, seed, times, isShort }: Order): Promise<void> {
  console.log(machine())
  for (const { name, times: usual, run: runWorld } of worlds)
    for (const where of settings) {
      const start = performance.now()
      const outcome = await runWorld({
        seed,
        times: times ?? (isShort ? usual.short : usual.long),
        settings: SETTINGS[where],
      })
      const took = ((performance.now() - start) / 1000).toFixed(0)
      console.log(`${lineOf(`${name}, ${where}`, outcome)} (${took} s)`)
      if (!isSound(outcome)) process.exitCode = 1
    }
  console.log(machine())
}

let order: Order | null = null
try {
  order = readOrder(process.argv.slice(2))
} catch (error) {
  console.error(`${(error as Error).message}\n\n${USAGE}`)
  process.exitCode = 2
}
if (order?.isHelp) console.log(USAGE)
else if (order) await run(order)
