import type { Warning } from '../../../../shared/contracts/board.ts'
import { language } from '../language.svelte.ts'
import { causesIn } from '../causes/index.ts'
import { de, judgesInGerman } from './de.ts'

/** Its figures are causes. */
const FAILED = 'failed_judgements'
const asIs = (value: string) => value

/** A warning in the language spoken; as the server says it where this page does not know it. */
export function warningWords({ code, message }: Warning): string {
  if (language.code === 'en') return message
  for (const [form, german] of de[code] ?? []) {
    const found = patternOf(form).exec(message)
    if (found) return filled(german, found.slice(1).map(code === FAILED ? causesIn : asIs))
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

/** 1,204 */
const THOUSANDS = /(?<=^| )\d{1,3}(?:,\d{3})+(?=$|,? )/g

function german(value: string): string {
  const said = judgesInGerman.reduce(
    (text, [form, words]) =>
      text.replace(form, (...found) => words.replace(/\$(\d)/g, (_, nth) => String(found[Number(nth)]))),
    value,
  )
  return said.replace(THOUSANDS, (figure) => figure.replaceAll(',', '.'))
}
