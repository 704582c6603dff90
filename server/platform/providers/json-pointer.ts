/** JSON Pointers, RFC 6901: `/choices/0/text`. */

/** The value that a pointer names in a JSON document; undefined if there is none. The empty pointer names all of it. */
export function atPointer(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(memberOf, document)
}

function memberOf(holder: unknown, token: string): unknown {
  if (Array.isArray(holder)) return /^(0|[1-9]\d*)$/.test(token) ? holder[Number(token)] : undefined
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, token)) return undefined
  return (holder as Record<string, unknown>)[token]
}
