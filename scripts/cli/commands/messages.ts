import type { Command } from 'commander'
import { en } from '../../../shared/messages/en/index.ts'
import { shortList } from '../../../shared/messages/index.ts'
import { namesClauseEnd } from '../../../shared/messages/en/phrases.ts'
import { WARNING_KINDS, type WarningKind } from '../../../shared/messages/warning-kinds.ts'
import { UsageError } from '../terminal/errors.ts'
import { print, printJson, type Terminal } from '../terminal/terminal.ts'

/** `messages [CODE]`: what every warning, error and finding says, and so what to do, by its code. */
export function messages(program: Command, terminal: Terminal): void {
  program
    .command('messages')
    .argument('[code]', 'the code, or how it begins')
    .action((code: string | undefined) => {
      const texts = messageTexts(en)
      const named: readonly string[] = WARNING_KINDS[code as WarningKind] ?? [code]
      const exact = texts.filter((text) => named.includes(text.code))
      const chosen = exact.length > 0 ? exact : texts.filter((text) => text.code.startsWith(code ?? ''))
      if (code !== undefined && chosen.length === 0) {
        const codes = [...texts.map((text) => text.code), ...Object.keys(WARNING_KINDS)]
        throw new UsageError(
          `no message has a code that begins with "${code}"; ${namesClauseEnd(shortList(codes, code))} deadheat messages lists all codes.`,
        )
      }
      if (terminal.json) return printJson(terminal, chosen)
      print(
        terminal,
        chosen.map((message) => `${message.code}\n  ${message.text.replaceAll('\n', '\n  ')}`).join('\n\n'),
      )
    })
}

/** The texts of a catalogue in order of their codes. A name in braces stands for a value; what chooses words is shown as it is written. */
const messageTexts = (catalogue: Record<string, unknown>): { code: string; text: string }[] =>
  Object.entries(catalogue)
    .map(([code, text]) => ({ code, text: typeof text === 'string' ? text : showTemplate(text) }))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))

/** A function that puts values into a text, as its template. */
const showTemplate = (text: unknown): string =>
  String(text)
    .replace(/^\([^]*?\)\s*=>\s*/, '')
    .replace(/^`([^`]*)`$/, '$1')
    .replaceAll(/\$(\{\w+\})/g, '$1')
