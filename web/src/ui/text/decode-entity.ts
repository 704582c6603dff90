/**
 * Replaces two packages of markdown-it: `entities`, because browsers have their own table of names (16 kB less to load),
 * and `linkify-it`, because bare addresses stay text.
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

/** markdown-it makes one of these and asks it nothing unless its option `linkify` is on. */
export class LinkifyIt {}
