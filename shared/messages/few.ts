const MOST_NAMED = 3

/** The first few of some names, and how many more there are. */
export interface Few {
  names: readonly string[]
  more: number
}

/** Names for a sentence: the first few, and how many more there are. */
export function few(names: Iterable<string>): Few {
  const all = [...names]
  return { names: all.slice(0, MOST_NAMED), more: Math.max(0, all.length - MOST_NAMED) }
}

/** How many names there are. */
export const countOf = ({ names, more }: Few): number => names.length + more

/** A text as one word of a command line. */
export const shellWord = (text: string): string =>
  /^[\w=,.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** The name of a column in a list of `--ignore` or `--map`. */
export const columnWord = (column: string): string =>
  /[,="]/.test(column) ? `"${column.replaceAll('"', '""')}"` : column

/** Columns as the list of `--ignore`. */
export const listed = (columns: readonly string[]): string => shellWord(columns.map(columnWord).join(','))

const said = (texts: readonly string[], meaningOf: (text: string, i: number) => string): string =>
  shellWord(texts.map((text, i) => `${text}=${meaningOf(text, i)}`).join(','))

/** What `--outcomes` says about one outcome, which may be in quotes. */
export const toldAs = (outcome: string, meaning: string): string =>
  said([outcome.replace(/^"|"$/g, '')], () => meaning)

/** `--outcomes` for texts that are contestants. */
export const toldAsNames = (outcomes: readonly string[]): string => said(outcomes, () => 'name')

/** `--outcomes` for texts that are sides; `sides` says which each one is. */
export const toldAsSides = (outcomes: readonly string[], sides: readonly string[]): string =>
  said(outcomes, (_, i) => sides[i])
