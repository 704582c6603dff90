import { leaveAndExit, leaveOnRequest } from '../../../server/platform/process.ts'
import { thisTerminal, printNote, SERVER, TOKEN, wordsOfCommand, type Terminal } from './terminal.ts'
import { Command, Help } from 'commander'
import { VERSION } from '../../../server/platform/config/installation.ts'
import { commandFailure, UsageError } from './errors.ts'
import { msg } from '../../../shared/messages/index.ts'

/** Runs one command as this process, from its arguments to its exit code. */
export async function main(args: readonly string[], commands: readonly Register[]): Promise<void> {
  // The reader of our output, such as `head`, may stop reading. That is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    void leaveAndExit(error.code === 'EPIPE' ? 0 : 3)
  })
  leaveOnRequest()
  process.exitCode = await run(args, commands, thisTerminal())
  // A pipe that nobody closes must not keep the process alive.
  process.stdin.destroy()
}

export type Register = (program: Command, terminal: Terminal) => void

/**
 * Runs the command that `args` name.
 * @returns the exit code: 0 done · 1 the answer is no · 2 bad usage or input · 3 outside failure · 4 not shown
 */
export async function run(
  args: readonly string[],
  commands: readonly Register[],
  terminal: Terminal,
): Promise<number> {
  terminal.args = args
  const program = buildProgram(commands, terminal)
  try {
    await program.parseAsync(args, { from: 'user' })
    return terminal.exitCode
  } catch (error) {
    const { exitCode, line } = commandFailure(error)
    if (line !== null)
      printNote(terminal, `deadheat: ${line.replace(/[^.?!:…]$/gm, '$&.')}${hint(error, args, program)}`)
    return exitCode
  }
}

/** The program with its commands, before anything is parsed. */
export function buildProgram(commands: readonly Register[], terminal: Terminal): Command {
  const program = new Command('deadheat')
    .description('An arena leaderboard that refuses to declare a winner where the statistics do not.')
    .version(VERSION)
    .option('--json', 'print one JSON value on stdout', false)
    .option(
      '--server <url>',
      `work on the arenas of this server, over HTTP, instead of on a database (default: ${SERVER})`,
    )
    .option(
      '--token <token>',
      `admin token of the server; better put it into ${TOKEN}, since other users of a machine can read arguments`,
    )
    .hook('preAction', (all) => {
      Object.assign(terminal, all.opts())
      refuseServerHere(terminal)
    })
    .exitOverride()
    // names of commands and options may leave less room than the default for their meaning
    .configureHelp({
      minWidthToWrap: 20,
      showGlobalOptions: true,
      subcommandTerm(command) {
        return command.parent?.parent ? Help.prototype.subcommandTerm.call(this, command) : command.name()
      },
    })
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
      outputError: () => undefined,
    })
    .addHelpText('afterAll', AFTER_HELP)
  for (const register of commands) register(program, terminal)
  return program
}

/** Commands that work on no arenas, so that the environment may name a server beside them. */
const OF_THIS_MACHINE: ReadonlySet<string> = new Set(
  'look rate verify init dataset messages completion serve worker'.split(' '),
)

/** @throws {UsageError} if an option names a server that the command would not ask */
function refuseServerHere({ args, server, token }: Terminal): void {
  const [command = ''] = wordsOfCommand(args)
  const option = server !== undefined ? '--server' : token !== undefined ? '--token' : null
  if (option && OF_THIS_MACHINE.has(command))
    throw new UsageError(
      msg('option_not_here', { why: `${command} works on this machine alone, and asks no server`, option }),
    )
}

/** What each exit code means, from 0. */
export const EXIT_CODES = [
  'done',
  'the answer is no',
  'bad usage or input',
  'outside failure (network, database, provider), or a wrong setting',
  'neither is shown to be better (`compare`, `try`, `challenge`)',
]

/** The environment variables that most commands read. */
const VARIABLES = {
  DATABASE_URL: 'the Postgres to use; without it, an embedded one',
  DATABASE_DIRECT_URL: 'the same one, past a pooler that shares sessions',
  DEADHEAT_DATA: 'the folder of the embedded Postgres',
  DEADHEAT_SERVER: 'the address of a server to work on instead, as --server',
  DEADHEAT_TOKEN: 'the token of an operator of that server',
  DEADHEAT_PRICES: 'a file with prices of models',
}

/** Ends the help of every command. */
const AFTER_HELP = `
Exit codes:
${EXIT_CODES.map((means, code) => `  ${code}  ${means}`).join('\n')}

Environment:
${Object.entries(VARIABLES)
  .map(([name, means]) => `  ${name.padEnd(19)}  ${means}`)
  .join('\n')}
  Keys of providers have the names that an arena.yaml gives them.
  All settings: docs/reference/settings.md`

/** Names the help page after a wrong option or argument. */
function hint(error: unknown, args: readonly string[], program: Command): string {
  if (!(error instanceof Error) || !('code' in error) || !String(error.code).startsWith('commander.'))
    return ''
  const command = program.commands.find((candidate) => args.includes(candidate.name()))
  return ` See deadheat ${command ? `${command.name()} ` : ''}--help.`
}
