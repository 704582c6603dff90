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

/** The texts of a catalogue in order of their codes. A name in braces stands for a value. */
export const messageTexts = (catalogue: Record<string, unknown>): { code: string; text: string }[] =>
  Object.entries(catalogue)
    .map(([code, text]) => ({ code, text: typeof text === 'string' ? text : showTemplate(text as Text) }))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))

type Text = (values: unknown) => string

/** A text with the names of its values in place of them, in the plural. Of several choices it shows one. */
function showTemplate(text: Text): string {
  const numbers: string[] = []
  /** Stands for a text, a number, a list and an object: what a text does with it decides what it is. */
  const value = (name: string): unknown => {
    const shown = `{${name}}`
    const members: Record<string | symbol, unknown> = {
      [Symbol.toPrimitive]: (hint: string) =>
        hint === 'number' ? FIRST_NUMBER + STEP * (numbers.push(name) - 1) : shown,
      *[Symbol.iterator]() {
        yield value(name)
      },
      map: (toText: (member: unknown, i: number) => unknown) => [toText(value(name), 0)],
    }
    for (const method of TO_TEXT) members[method] = () => shown
    for (const method of ['slice', 'filter', 'find']) members[method] = () => value(name)
    for (const method of ['startsWith', 'endsWith']) members[method] = () => false
    const readMember = (_: unknown, key: string | symbol) =>
      Object.hasOwn(members, key) ? members[key] : value(/^\d+$/.test(String(key)) ? name : String(key))
    return new Proxy(members, { get: readMember })
  }
  return (
    text(new Proxy({}, { get: (_, key) => value(String(key)) }))
      // a number may be a sum, or a share in per cent
      .replace(/\b7[.,]?7\d[.,]?\d[.,]?\d{2}[.,]?\d(?:[.,]?\d+)*\b/g, (number) => {
        const n = Math.round((Number(number.replace(/[.,]/g, '').slice(0, 7)) - FIRST_NUMBER) / STEP)
        return `{${numbers[n]}}`
      })
      // a word that is chosen by a value
      .replace(/\bundefined\b/g, '{…}')
  )
}

const TO_TEXT = ['toString', 'toFixed', 'toPrecision', 'toLocaleString', 'join', 'replace', 'replaceAll']

/** Numbers that no text contains, far enough apart for small sums. */
const FIRST_NUMBER = 7_700_000
const STEP = 100
