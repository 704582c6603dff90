import type { Command } from 'commander'
import { failureOf } from '../../scripts/cli/terminal/errors.ts'
import { note } from '../../scripts/cli/terminal/output.ts'
import type { Terminal } from '../../scripts/cli/terminal/terminal.ts'

/** Parses the arguments of a simulation, runs it, and returns the exit code. An error is printed in one line. */
export async function asCommand<Options extends object>(
  program: Command,
  args: readonly string[],
  terminal: Terminal,
  report: (options: Options, terminal: Terminal) => Promise<void> | void,
): Promise<number> {
  program.exitOverride().configureOutput({
    writeOut: (text) => terminal.stdout.write(text),
    writeErr: (text) => terminal.stderr.write(text),
    outputError: () => undefined,
  })
  try {
    program.parse(args, { from: 'user' })
    await report(program.opts<Options>(), terminal)
    return 0
  } catch (error) {
    const { exitCode, line } = failureOf(error)
    const [, ...which] = program.name().split(' ')
    const help = ['npm run simulate --', ...which, '--help'].join(' ')
    if (line !== null) note(terminal, `${program.name()}: ${line} See ${help}.`)
    return exitCode
  }
}
