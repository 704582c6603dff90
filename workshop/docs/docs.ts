/**
 * `npm run docs` writes the pages of docs/reference that are generated from the code. With `--check` it writes nothing, names the files that are
 * out of date, and exits with 1 if there are any.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { allCommands } from '../../scripts/cli/commands/index.ts'
import { EXIT_CODES, programOf } from '../../scripts/cli/terminal/run.ts'
import { thisTerminal } from '../../scripts/cli/terminal/terminal.ts'
import { arenaYamlPage } from './arena-yaml-page.ts'
import { librariesPage } from './libraries-page.ts'
import { blocks, code, MADE, table, sentence } from './markdown.ts'
import { SETTINGS } from '../../server/platform/config/config.ts'

const PAGES: Record<string, () => string | Promise<string>> = {
  'docs/reference/terminal.md': terminalPage,
  'docs/reference/arena-yaml.md': arenaYamlPage,
  'docs/reference/settings.md': settingsPage,
  'docs/reference/libraries.md': librariesPage,
}

/** Writes every generated page below `root`. */
export async function writePages(root: string): Promise<void> {
  for (const [path, page] of Object.entries(PAGES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), await page())
  }
}

/** The generated pages below `root` that are missing or differ from the code. */
export async function stalePages(root: string): Promise<string[]> {
  const contentOf = (path: string) => {
    try {
      return readFileSync(join(root, path), 'utf8')
    } catch {
      return null
    }
  }
  const stale: string[] = []
  for (const [path, page] of Object.entries(PAGES)) if (contentOf(path) !== (await page())) stale.push(path)
  return stale
}

/** docs/reference/settings.md: every environment variable, from the schema that checks them. */
function settingsPage(): string {
  return blocks(
    MADE,
    '# Settings',
    `Settings are environment variables. They are checked at start, and a wrong value stops the start with one line.
\`npm start -- --help\` prints the same list.`,
    table(
      ['variable', 'meaning', 'default'],
      SETTINGS.map(({ name, meaning, fallback = '' }) => [code(name), sentence(meaning), code(fallback)]),
    ),
  )
}

const INTRODUCTION = `In a checkout, run a command with \`npm run -s deadheat -- COMMAND …\`; from another folder, with
\`npm --prefix CHECKOUT run -s deadheat -- COMMAND …\`; with the [package](../how-to/install.md), with
\`npx deadheat COMMAND …\`. \`COMMAND --help\` prints its arguments and options.

Paths are relative to the current folder, and \`-\` is stdin. Results go to stdout, progress and warnings to stderr.
Commands that use the database read the [settings](settings.md) and work with or without a running server.`

const ELSEWHERE = `Commands with \`--server\` work on the arenas of a server elsewhere, with the same output and exit codes. Put its
address into \`DEADHEAT_SERVER\` and a token of an operator into \`DEADHEAT_TOKEN\`: other users of a machine can read
arguments. A server that does not answer, or runs another version, is exit code 3, a refused token 2. While
\`DEADHEAT_SERVER\` is set, other commands that need a database are refused.`

/** docs/reference/terminal.md: every command in one line, from the commands themselves. */
async function terminalPage(): Promise<string> {
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

if (import.meta.main) {
  const root = join(import.meta.dirname, '../..')
  if (process.argv.includes('--check')) {
    const stale = await stalePages(root)
    for (const path of stale) console.log(`${path} is out of date: run npm run docs and commit it.`)
    process.exitCode = stale.length > 0 ? 1 : 0
  } else await writePages(root)
}
