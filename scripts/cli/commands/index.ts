import type { Register } from '../terminal/run.ts'

/**
 * Every command of the terminal, in the order of its help. Each is loaded when it is needed: together they load most of
 * the server.
 */
const COMMANDS: Record<string, () => Promise<Register>> = {
  serve: async () => (await import('./serve.ts')).serve,
  look: async () => (await import('./look.ts')).look,
  rate: async () => (await import('./rate.ts')).rate,
  verify: async () => (await import('./verify.ts')).verify,
  plan: async () => (await import('./plan.ts')).plan,
  init: async () => (await import('./init.ts')).init,
  run: async () => (await import('./run.ts')).runCommand,
  try: async () => (await import('./compare.ts')).tryCommand,
  judge: async () => (await import('./judge.ts')).judge,
  checks: async () => (await import('./checks.ts')).checks,
  board: async () => (await import('./board.ts')).boardCommand,
  'win-rates': async () => (await import('./win-rates.ts')).winRatesCommand,
  calibrate: async () => (await import('./calibrate.ts')).calibrate,
  compare: async () => (await import('./compare.ts')).compare,
  challenge: async () => (await import('./challenge.ts')).challengeCommand,
  dataset: async () => (await import('./dataset.ts')).dataset,
  arenas: async () => (await import('./arenas.ts')).arenas,
  retire: async () => (await import('./retire.ts')).retire,
  quarantine: async () => (await import('./quarantine.ts')).quarantine,
  audit: async () => (await import('./audit.ts')).audit,
  tokens: async () => (await import('./tokens.ts')).tokens,
  import: async () => (await import('./import.ts')).importCommand,
  export: async () => (await import('./export.ts')).exportCommand,
  messages: async () => (await import('./messages.ts')).messages,
  completion: async () => (await import('./completion.ts')).completion,
  worker: async () => (await import('./serve.ts')).worker,
  db: async () => (await import('./db.ts')).db,
}

export const COMMAND_NAMES: readonly string[] = Object.keys(COMMANDS)

/** All commands, for help and for names that are not known. */
export const allCommands = (): Promise<Register[]> =>
  Promise.all(Object.values(COMMANDS).map((load) => load()))

/** The command that the first argument names; all commands if it names none, and none for the version alone. */
export async function commandsFor([name = '']: readonly string[]): Promise<Register[]> {
  if (name === '--version' || name === '-V') return []
  if (name === 'complete') return [(await import('./completion.ts')).complete]
  return Object.hasOwn(COMMANDS, name) ? [await COMMANDS[name]()] : allCommands()
}
