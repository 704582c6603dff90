/**
 * Replaces packages of markdown-it by what browsers have themselves, which saves visitors 20 kB: `entities`, `uc.micro` and
 * `punycode.js`; and `linkify-it`, which nothing asks because bare addresses stay text.
 */

/** Most code points that a named entity stands for. */
const LONGEST = 2

/**
 * The character that one HTML entity names.
 * @param entity from `&` to `;`, for example `&eacute;`
 * @returns the entity itself if it is unknown
 */
export function decodeHTMLStrict(entity: string): string {
  const element = document.createElement('i')
  element.innerHTML = entity
  const decoded = element.textContent ?? ''
  // without their semicolon some names may begin a longer word, as in `&notit;`
  return [...decoded].length <= LONGEST ? decoded : entity
}

/** `uc.micro`: punctuation and symbols. */
export const P = /\p{P}/u
export const S = /\p{S}/u

/** `linkify-it`: markdown-it makes one, and asks it only if its option `linkify` is on. */
export class LinkifyIt {}

const asAddress = (host: string): string => new URL(`https://${host}`).hostname

/** `punycode.js`. @throws for what is no name of a host, which markdown-it then leaves as it is */
export default { toASCII: asAddress, toUnicode: (host: string): string => host }
