/** docs/reference/terminal.md: every command in one line, from the commands themselves. */
import type { Command } from 'commander'
import { allCommands } from '../../cli/commands/index.ts'
import { EXIT_CODES, programOf } from '../../cli/terminal/run.ts'
import { thisTerminal } from '../../cli/terminal/terminal.ts'
import { blocks, code, MADE, sentence, table } from './markdown.ts'

const INTRODUCTION = `In a checkout, run a command with \`npm run -s deadheat -- COMMAND …\`; from another folder, with
\`npm --prefix CHECKOUT run -s deadheat -- COMMAND …\`; with the [package](../how-to/install.md), with
\`npx deadheat COMMAND …\`. \`COMMAND --help\` prints its arguments and options.

Paths are relative to the current folder, and \`-\` is stdin. Results go to stdout, progress and warnings to stderr.
Commands that use the database read the [settings](settings.md) and work with or without a running server.`

const ELSEWHERE = `Commands with \`--server\` work on the arenas of a server elsewhere, with the same output and exit codes. Put its
address into \`DEADHEAT_SERVER\` and a token of an operator into \`DEADHEAT_TOKEN\`: other users of a machine can read
arguments. A server that does not answer, or runs another version, is exit code 3, a refused token 2. While
\`DEADHEAT_SERVER\` is set, other commands that need a database are refused.`

export async function terminalPage(): Promise<string> {
  const program = programOf(await allCommands(), thisTerminal())
  const all = program.commands.flatMap((one) => (one.commands.length === 0 ? [one] : one.commands))
  return blocks(
    MADE,
    '# The terminal',
    INTRODUCTION,
    table(
      ['command', 'what it does'],
      all.map((one) => [code(synopsisOf(one)), sentence(one.description())]),
    ),
    '## Exit codes',
    EXIT_CODES.map((meaning, exit) => `- ${code(String(exit))}: ${meaning}`).join('\n'),
    '## Another server',
    ELSEWHERE,
  )
}

const synopsisOf = (command: Command): string => {
  const name = command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name()
  return `${name} ${command.usage().replace('[options]', '')}`.replaceAll(/ +/g, ' ').trim()
}
