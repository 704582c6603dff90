/** Commands in documents: from fenced blocks, and from `console` blocks with their output. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { allCommands } from '../../scripts/cli/commands/index.ts'
import { buildProgram } from '../../scripts/cli/terminal/run.ts'
import { thisTerminal } from '../../scripts/cli/terminal/terminal.ts'
import { wordsIn } from './deadheat.ts'

const root = join(import.meta.dirname, '../..')

/** Every document. */
export const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'examples/README.md',
  'clients/python/README.md',
  ...globSync('docs/**/*.md', { cwd: root }),
]
export const textOf = (page: string) => readFileSync(join(root, page), 'utf8')

/** Every command of every document but those of the reference, which is made from the code. */
export const documentedCommands = () =>
  PAGES.filter((page) => page !== 'docs/reference/terminal.md').flatMap((page) =>
    argumentsIn(textOf(page)).map((args) => ({ page, line: args.join(' '), args })),
  )

/** A program that understands everything and does nothing. */
export async function idleProgram(): Promise<Command> {
  const program = buildProgram(await allCommands(), { ...thisTerminal(), env: {} })
  const all = [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]
  for (const one of all.filter(({ commands }) => commands.length === 0)) one.action(() => undefined)
  return program
}

const FENCE = /^```(\w*)\n([\s\S]*?)^```$/gm
const HERE_DOCUMENT = /^cat > (\S+) <<'(\w+)'$/
/** How a command of ours begins, in a checkout and in the installed package. */
const OURS = /(?:run -s deadheat --|npx deadheat) /

/** One line after `$ ` of a console block. */
export interface Shown {
  command: string
  /** What `cat > FILE <<'END'` writes. */
  file?: { name: string; text: string }
  /** How stdout begins. */
  output: string[]
  /** From a last line `[exit 1]`. */
  exit: number
}

/** The commands of every console block, in order. */
export function shownIn(markdown: string): Shown[] {
  const blocks = [...markdown.matchAll(FENCE)].filter(([, language]) => language === 'console')
  return blocks.flatMap(([, , text]) => shownInBlock(text!))
}

function shownInBlock(text: string): Shown[] {
  const shown: Shown[] = []
  const lines = text.trimEnd().split('\n')
  while (lines.length > 0) {
    const command = lines.shift()!.replace(/^\$ /, '')
    const [, name, end] = HERE_DOCUMENT.exec(command) ?? []
    const written = name ? lines.splice(0, lines.indexOf(end!) + 1).slice(0, -1) : []
    const next = lines.findIndex((line) => line.startsWith('$ '))
    const output = lines.splice(0, next < 0 ? lines.length : next)
    const [, exit] = /^\[exit (\d)\]$/.exec(output.at(-1) ?? '') ?? []
    if (exit) output.pop()
    if (output.at(-1) === '…') output.pop()
    shown.push({
      command,
      ...(name && { file: { name, text: `${written.join('\n')}\n` } }),
      output,
      exit: Number(exit ?? 0),
    })
  }
  return shown
}

/** What follows `npm run -s deadheat --` or `npx deadheat` on each line of every fenced block, as arguments. */
export function argumentsIn(markdown: string): string[][] {
  return [...markdown.matchAll(FENCE)]
    .flatMap(([, , text]) => text!.split('\n'))
    .flatMap((line) => {
      const [begin] = OURS.exec(line) ?? []
      return !begin || line.includes('COMMAND') ? [] : [argumentsOf(line.slice(line.indexOf(begin)))]
    })
}

/** The arguments of a deadheat command, split as a shell does, up to a redirection or an explanation. */
export function argumentsOf(line: string): string[] {
  return wordsIn(line.replace(new RegExp(`^.*?${OURS.source}`), '').split(/ {2,}| \|\|? | > | < /)[0])
}
