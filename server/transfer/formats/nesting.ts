/** How deep lists and objects of a file may be nested. */

/** What is nested deeper is no row of a table, and code that goes through it level by level would end the process. */
export const MAX_LEVELS = 500

/** Whether a text of JSON has more levels of lists and objects; brackets within its texts do not count. Reads it once. */
export function isNestedOver(text: string, most: number): boolean {
  if (text.length <= 2 * most) return false
  let level = 0
  let isInText = false
  for (let at = 0; at < text.length; at++) {
    const mark = text[at]
    if (isInText) {
      if (mark === '\\') at++
      else if (mark === '"') isInText = false
    } else if (mark === '"') isInText = true
    else if (mark === '[' || mark === '{') {
      if (++level > most) return true
    } else if (mark === ']' || mark === '}') level--
  }
  return false
}
