import { jsonTokens } from '../json-tokens.ts'
import { objectIn } from './texts.ts'
import type { Fields } from '../fields.ts'
import type { FileHead } from './tool-format.ts'

/** The part of a JSON document that stands before its rows; empty if it cannot be read. */
export function documentBefore({ path, text }: FileHead): Fields {
  const keys: string[] = []
  let depth = 0
  for (const { kind, text: token, end } of jsonTokens(text)) {
    const isAtRows =
      token === '[' && kind === 'open' && depth === path.length && path.every((key, i) => keys[i] === key)
    if (isAtRows) return parsed(`${text.slice(0, end)}]${'}'.repeat(path.length)}`)
    if (kind === 'open') depth++
    else if (kind === 'close') depth--
    else keys[depth - 1] = token
  }
  return {}
}

function parsed(json: string): Fields {
  try {
    return objectIn(JSON.parse(json))
  } catch {
    return {}
  }
}
