/** The pieces of Markdown that the generated pages consist of. */

/** A table; cells are Markdown. Without rows it is an empty text. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')
}

const cell = (text: string) => text.replaceAll('\n', ' ').replaceAll('|', '\\|')

/** Text in backticks. An empty text stays empty. */
export const code = (text: string): string => (text === '' ? '' : `\`${text}\``)

/** Blocks separated by blank lines, with one line end at the end. Empty blocks are left out. */
export const blocks = (...parts: readonly string[]): string =>
  `${parts.filter((part) => part !== '').join('\n\n')}\n`

/** A sentence with a capital letter and a full stop. */
export function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.:?!]$/.test(begun) || begun === '' ? begun : `${begun}.`
}

/** The first line of every generated page. */
export const MADE = '<!-- Made by `npm run docs`. Change the code it is made from, not this file. -->'
