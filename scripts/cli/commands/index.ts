import { wordsOfCommand } from '../terminal/terminal.ts'
import type { Register } from '../terminal/run.ts'

/**
 * Every command of the terminal, in the order of its help. Each is loaded when it is needed: together they load most of the
 * server.
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
  checks: async () => (await import('./rows.ts')).checks,
  board: async () => (await import('./board.ts')).boardCommand,
  'win-rates': async () => (await import('./rows.ts')).winRates,
  calibrate: async () => (await import('./calibrate.ts')).calibrate,
  compare: async () => (await import('./compare.ts')).compare,
  challenge: async () => (await import('./challenge.ts')).challengeCommand,
  dataset: async () => (await import('./dataset.ts')).dataset,
  arenas: async () => (await import('./arenas.ts')).arenas,
  retire: async () => (await import('./rows.ts')).retire,
  quarantine: async () => (await import('./rows.ts')).quarantine,
  audit: async () => (await import('./rows.ts')).audit,
  tokens: async () => (await import('./rows.ts')).tokens,
  import: async () => (await import('./import.ts')).importCommand,
  files: async () => (await import('./rows.ts')).files,
  export: async () => (await import('./export.ts')).exportCommand,
  messages: async () => (await import('./messages.ts')).messages,
  completion: async () => (await import('./completion.ts')).completion,
  worker: async () => (await import('./serve.ts')).worker,
  db: async () => (await import('./db.ts')).db,
}

const ABOUT: Record<string, string> = {
  serve: 'serve page and API, and run background jobs; the same as no command',
  look: 'show what files are read as, and what is doubtful; nothing is stored',
  rate: 'rate the votes of a file, without a database',
  verify: 'recompute a board from its exported votes, to the last digit',
  plan: 'how many votes tell two contestants apart; with an arena, what is left to judge and its cost',
  init: 'write a commented arena.yaml with its files, ready to run or to vote on',
  run: 'import an arena.yaml, make missing answers, judge, and print the board',
  try: 'import an arena.yaml and let its judges decide whether A should replace B; exit 0: ship, 1: do not ship, 4: not shown',
  judge: 'judge what is missing in an arena',
  checks: 'how many answers of each contestant passed each check',
  board: 'print the board of an arena',
  'win-rates': "print the board, and every contestant's win rate against one baseline",
  calibrate: 'compare every judge with people who voted on the same pairs',
  compare: 'decide from votes whether A should replace B; exit 0: ship, 1: do not ship, 4: not shown',
  challenge: 'promote a challenger if it comes closer to the references than the incumbent',
  dataset: 'make prompts from your own texts',
  arenas: 'list all arenas; or show or change one',
  retire: 'take a contestant or prompts out of voting and judging',
  quarantine: 'put votes into quarantine, or release them',
  audit: 'print the audit log of an arena; without one: removed arenas and tokens of operators',
  tokens: 'list, make or withdraw named tokens of operators',
  import: 'import a file into an arena, which is created if it does not exist',
  files: 'how the files of an arena were read',
  export:
    "write an arena's votes, ratings, battles, judgements or preferences; archive, the whole arena, which import reads; or site, a folder for any web host",
  messages: 'print the text of a warning, an error or a finding by its code',
  completion: 'print a script that makes your shell complete commands and options',
  worker: 'run background jobs beside a server on the same Postgres',
  db: 'maintain the database',
}

export const COMMAND_NAMES: readonly string[] = Object.keys(COMMANDS)

/** All commands, with their arguments and options. */
export const allCommands = (): Promise<Register[]> => Promise.all(COMMAND_NAMES.map(load))

/** The command that the first word after global options names, or that help is asked for. Else the names of all, for help and for names that are not known. */
export async function loadCommands(args: readonly string[]): Promise<Register[]> {
  const [name = '', topic = ''] = wordsOfCommand(args)
  const wanted = name === 'help' ? topic : name
  if (wanted === 'complete') return [(await import('./completion.ts')).complete]
  return Object.hasOwn(COMMANDS, wanted) ? [await load(wanted)] : [namesAlone]
}

async function load(name: string): Promise<Register> {
  const register = await COMMANDS[name]()
  return (program, terminal) => {
    register(program, terminal)
    program.commands.find((command) => command.name() === name)!.description(ABOUT[name])
  }
}

const namesAlone: Register = (program) => {
  for (const name of COMMAND_NAMES) program.command(name).description(ABOUT[name])
}
