/** docs/reference/terminal.md: every command with its arguments and options, from the commands themselves. */
import type { Command } from 'commander'
import { allCommands } from '../../scripts/cli/commands/index.ts'
import { EXIT_CODES, programOf } from '../../scripts/cli/terminal/run.ts'
import { thisTerminal } from '../../scripts/cli/terminal/terminal.ts'
import { blocks, code, MADE, sentence, table } from './markdown.ts'

const INTRODUCTION = `In a checkout, run a command with \`npm run -s deadheat -- COMMAND …\`. From another folder, use
\`npm --prefix CHECKOUT run -s deadheat -- COMMAND …\`. With the [package](../how-to/install.md), use \`npx deadheat COMMAND …\`. Paths are relative to the current folder. \`-\` means stdin.

Results go to stdout, progress and warnings to stderr. Commands that use the database read the [settings](settings.md).
They work with or without a running server.

Commands with \`--server\` also work over HTTP, on the arenas of a server elsewhere. Put its address into \`DEADHEAT_SERVER\`
and its admin token into \`DEADHEAT_TOKEN\`: an argument of a command is visible to other users of the machine. Output and exit
codes are the same. A server that does not answer, or that runs another version, is exit code 3. A refused token is exit code 2.
While \`DEADHEAT_SERVER\` is set, other commands that need a database are refused.`

export async function terminalPage(): Promise<string> {
  const program = programOf(await allCommands(), thisTerminal())
  const all = program.commands.flatMap((one) => (one.commands.length === 0 ? [one] : one.commands))
  return blocks(
    MADE,
    '# The terminal',
    INTRODUCTION,
    '## Exit codes',
    table(
      ['code', 'meaning'],
      EXIT_CODES.map((meaning, exit) => [code(String(exit)), meaning]),
    ),
    '## Commands',
    table(
      ['command', 'what it does'],
      all.map((one) => [
        `[${code(nameOf(one))}](#${nameOf(one).replaceAll(' ', '-')})`,
        sentence(one.description()),
      ]),
    ),
    ...all.map(describe),
  )
}

const nameOf = (command: Command): string =>
  command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name()

function describe(command: Command): string {
  const help = command.createHelp()
  const synopsis = [
    'npm run -s deadheat --',
    nameOf(command),
    command.usage().replace('[options] ', '[options] '),
  ]
  const options = command.options.filter(({ hidden }) => !hidden)
  return blocks(
    `## ${nameOf(command)}`,
    sentence(command.description()),
    `\`\`\`\n${synopsis.join(' ').trim()}\n\`\`\``,
    table(
      ['argument', 'meaning'],
      command.registeredArguments.map((one) => [code(one.name()), help.argumentDescription(one)]),
    ),
    table(
      ['option', 'meaning'],
      options.map((one) => [
        code(one.flags),
        help.optionDescription(one).replace(/ ?\(default: false\)/, ''),
      ]),
    ),
  ).trimEnd()
}
