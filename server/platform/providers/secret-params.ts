/** Parameters are public with their contestant and judge, so they must not contain a key. */
import { holdsKey } from './redact.ts'
import { msg } from '../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../shared/messages/index.ts'

const SECRET_NAME =
  /^(key|token|auth)$|apikey|apitoken|accesskey|accesstoken|authtoken|privatekey|secret|password|passwd|authorization|bearer|credential|headers?$/

/** Whether a name is one that a secret usually has. */
export const namesSecret = (name: string): boolean =>
  SECRET_NAME.test(name.toLowerCase().replace(/[^a-z]/g, ''))

/** In these parameters, names are those of a reply's fields. */
const NAMES_OF_REPLIES = 'response_format'

/**
 * Lists parameters that look like a key by name or value, one line each, which never shows the value.
 * @param params at any depth
 */
export function secretsInParams(params: Readonly<Record<string, unknown>>): CodedMessage[] {
  return [...secretPaths(params, ['params'], true)].map((place) => msg('secret_in_params', { place }))
}

function* secretPaths(value: unknown, path: readonly string[], readsNames: boolean): Generator<string> {
  if (typeof value === 'string') {
    if (holdsKey(value)) yield path.join('.')
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    const here = [...path, holdsKey(name) ? '…' : name]
    if (holdsKey(name) || (readsNames && namesSecret(name))) yield here.join('.')
    else yield* secretPaths(inner, here, readsNames && name !== NAMES_OF_REPLIES)
  }
}
