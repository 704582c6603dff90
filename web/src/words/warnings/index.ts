import type { Warning } from '../../../../shared/contracts/board.ts'
import { language } from '../language.svelte.ts'
import { de, judgesInGerman } from './de.ts'

/** A warning in the language spoken; as the server says it where this page does not know it. */
export function warningWords({ code, message }: Warning): string {
  if (language.code === 'en') return message
  for (const [form, german] of de[code] ?? []) {
    const found = patternOf(form).exec(message)
    if (found) return filled(german, found.slice(1))
  }
  return message
}

function patternOf(form: string): RegExp {
  const parts = form.split('{}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('(.+?)')}$`, 's')
}

/** The form with these in the place of its braces, in order. */
function filled(form: string, values: readonly string[]): string {
  const parts = form.split('{}')
  return parts.map((part, i) => part + (i < parts.length - 1 ? german(values[i] ?? '') : '')).join('')
}

function german(value: string): string {
  return judgesInGerman.reduce(
    (text, [form, said]) =>
      text.replace(form, (...found) =>
        said.replace(/\$(\d)/g, (_, nth) => String(found[Number(nth)]).replaceAll(',', '.')),
      ),
    value,
  )
}
