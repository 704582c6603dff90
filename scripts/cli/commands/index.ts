import type { Register } from '../terminal/run.ts'

/**
 * Every command of the terminal, in the order of its help, and what it does. Each is loaded when it is needed: together
 * they load most of the server.
 */
const COMMANDS: Record<string, [about: string, load: () => Promise<Register>]> = {
  serve: [
    'serve page and API, and run background jobs, until stopped; no command at all does the same',
    async () => (await import('./serve.ts')).serve,
  ],
  look: [
    'show what files are read as: columns with three values of each, counts, and what is doubtful; nothing is stored, and no database is needed',
    async () => (await import('./look.ts')).look,
  ],
  rate: [
    'rate the votes of a file (CSV, JSON or JSONL, gzip too; - is stdin), without a database',
    async () => (await import('./rate.ts')).rate,
  ],
  verify: [
    'recompute a board from its exported votes, to the last digit, or a chain of daily digests from exported facts; exit 1 on any difference',
    async () => (await import('./verify.ts')).verify,
  ],
  plan: [
    'how many votes are needed to tell two contestants apart; with an arena, what is left to judge and its cost; with --factors, which variants to write',
    async () => (await import('./plan.ts')).plan,
  ],
  init: [
    'write a commented arena.yaml with prompts, two contestants and a rubric, ready to run or to vote on',
    async () => (await import('./init.ts')).init,
  ],
  run: [
    'create or update the arena of an arena.yaml, make missing answers, judge, and print the board; resumes where it stopped',
    async () => (await import('./run.ts')).runCommand,
  ],
  try: [
    'import an arena.yaml and let its judges decide whether one contestant should replace another; exit 0 only for "ship"',
    async () => (await import('./compare.ts')).tryCommand,
  ],
  judge: [
    'judge what is missing in an arena, with the judges and the plan of its arena.yaml; resumes where it stopped',
    async () => (await import('./judge.ts')).judge,
  ],
  checks: [
    'how many answers of each contestant passed each check, run by run; exit 1 while an active check is below its required share',
    async () => (await import('./checks.ts')).checks,
  ],
  board: [
    'print the board of an arena, and on request its pairs, differences and history',
    async () => (await import('./board.ts')).boardCommand,
  ],
  'win-rates': [
    "print the board, then every contestant's win rate against one baseline, with and without control for length",
    async () => (await import('./win-rates.ts')).winRatesCommand,
  ],
  calibrate: [
    'compare every judge with humans who voted on the same pairs; exit 1 while a judge is not calibrated, or if there is none',
    async () => (await import('./calibrate.ts')).calibrate,
  ],
  compare: [
    'decide from the votes on both whether one contestant should replace another; exit 0 only for "ship"',
    async () => (await import('./compare.ts')).compare,
  ],
  challenge: [
    'test whether a challenger comes closer to the references than the incumbent; if it does, it becomes the incumbent. Exit 0 only for a promotion, 3 if judging stopped; the same command resumes it',
    async () => (await import('./challenge.ts')).challengeCommand,
  ],
  dataset: ['make prompts from your own texts', async () => (await import('./dataset.ts')).dataset],
  arenas: [
    'list all arenas, including private ones; or show or change one arena',
    async () => (await import('./arenas.ts')).arenas,
  ],
  retire: [
    'take a contestant or prompts out of voting and judging; their votes stay and count',
    async () => (await import('./retire.ts')).retire,
  ],
  quarantine: [
    'put votes into quarantine, so that no board counts them, or release them; nothing is deleted, and the audit log keeps the reason',
    async () => (await import('./quarantine.ts')).quarantine,
  ],
  audit: [
    'print the audit log of an arena: who did what and when, newest first; without an arena: removed arenas and tokens of operators',
    async () => (await import('./audit.ts')).audit,
  ],
  tokens: [
    'list the named tokens of operators; or make or withdraw one',
    async () => (await import('./tokens.ts')).tokens,
  ],
  import: [
    'import a file into an arena, which is created if it does not exist; an import is all or nothing, and importing the same file again adds nothing',
    async () => (await import('./import.ts')).importCommand,
  ],
  export: [
    "write an arena's votes, ratings, battles with their texts, judgements, preferences or facts (for verify) to a file; without a filter, all of them with their labels; card is a data card in Markdown; archive is the whole arena, which import brings into another database; recipe is a folder with its arena.yaml; site is a folder for any web host, whose page recomputes the board in the browser",
    async () => (await import('./export.ts')).exportCommand,
  ],
  messages: [
    'print the text of a warning, an error or a finding by its code, or all of them',
    async () => (await import('./messages.ts')).messages,
  ],
  completion: [
    'print a script that makes your shell complete commands, options and their values',
    async () => (await import('./completion.ts')).completion,
  ],
  worker: [
    'run background jobs beside a server on the same Postgres, until stopped',
    async () => (await import('./serve.ts')).worker,
  ],
  db: ['maintain the database', async () => (await import('./db.ts')).db],
}

export const COMMAND_NAMES: readonly string[] = Object.keys(COMMANDS)

/** All commands, with their arguments and options. */
export const allCommands = (): Promise<Register[]> => Promise.all(COMMAND_NAMES.map(load))

/** The command that the first argument names, or that help is asked for. Else the names of all, for help and for names that are not known. */
export async function commandsFor([name = '', topic = '']: readonly string[]): Promise<Register[]> {
  const wanted = name === 'help' ? topic : name
  if (wanted === 'complete') return [(await import('./completion.ts')).complete]
  return Object.hasOwn(COMMANDS, wanted) ? [await load(wanted)] : [namesAlone]
}

async function load(name: string): Promise<Register> {
  const [about, loadIt] = COMMANDS[name]
  const register = await loadIt()
  return (program, terminal) => {
    register(program, terminal)
    program.commands.find((command) => command.name() === name)!.description(about)
  }
}

const namesAlone: Register = (program) => {
  for (const [name, [about]] of Object.entries(COMMANDS)) program.command(name).description(about)
}
