/** Values of a message by their names: texts, numbers and lists of texts. */
export type MessageValues<
  Texts extends string,
  Numbers extends string = never,
  Lists extends string = never,
> = Record<Texts, string> & Record<Numbers, number> & Record<Lists, readonly string[]>

const MAX_NAMED = 3

/** The first few of some names, and how many more there are. */
export interface ShortList {
  names: readonly string[]
  more: number
  /** They are the nearest ones to a name that there is not. */
  near?: true
}

/** Names for a sentence: the first few, and how many more there are. @param typed in place of one of them: only what is near it, if anything is */
export function shortList(names: Iterable<string>, typed?: string): ShortList {
  const all = [...names]
  const near = typed === undefined ? [] : nearest(typed, all)
  if (near.length > 0) return { names: near, more: 0, near: true }
  return { names: all.slice(0, MAX_NAMED), more: Math.max(0, all.length - MAX_NAMED) }
}

/** How many names there are. */
export const shortListSize = ({ names, more }: ShortList): number => names.length + more

/** A text as a sentence: with a full stop, unless it has an end of its own. */
export const withStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/** A text as one word of a command line. */
export const shellWord = (text: string): string =>
  /^[\w=,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** The name of a column or an outcome in a list of `--ignore`, `--map` or `--outcomes`. */
export const columnWord = (column: string): string =>
  /[,="]/.test(column) ? `"${column.replaceAll('"', '""')}"` : column

/** Columns as the list of `--ignore`. */
export const ignoreOption = (columns: readonly string[]): string =>
  shellWord(columns.map(columnWord).join(','))

const assignments = (texts: readonly string[], readMeaning: (text: string, i: number) => string): string =>
  shellWord(texts.map((text, i) => `${columnWord(text)}=${readMeaning(text, i)}`).join(','))

/** An outcome, which may be in quotes as JSON. */
export const outcomeText = (outcome: string): string =>
  /^".*"$/.test(outcome) ? (JSON.parse(outcome) as string) : outcome

/** What `--outcomes` says about outcomes. */
export const outcomesOption = (outcomes: readonly string[], meaning: string): string =>
  assignments(outcomes.map(outcomeText), () => meaning)

/** `--outcomes` for texts that are contestants. */
export const outcomeNamesOption = (outcomes: readonly string[]): string => assignments(outcomes, () => 'name')

/** `--outcomes` for texts that are sides; `sides` says which each one is. */
export const outcomeSidesOption = (outcomes: readonly string[], sides: readonly string[]): string =>
  assignments(outcomes, (_, i) => sides[i])

/** The names that the user probably meant, nearest first; empty if none is near. */
export function nearest(typedName: string, names: readonly string[]): string[] {
  const bare = normalisedName(typedName)
  /** One slip at least, except in names as short as `p1`. */
  const mostSlips = ({ length }: string) =>
    Math.max(length, bare.length) < 3 ? 0 : Math.max(1, Math.floor(length / 3))
  return [...new Set(names)]
    .filter((name) => Math.abs(normalisedName(name).length - bare.length) <= mostSlips(name))
    .map((name) => ({ name, distance: editDistance(bare, normalisedName(name)) }))
    .filter(({ name, distance }) => distance <= mostSlips(name))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_NAMED)
    .map(({ name }) => name)
}

/** Drops case, spaces and punctuation, so that the usual slips do not count. */
export function normalisedName(name: string): string {
  return name.toLowerCase().replace(/[\s\p{P}]/gu, '')
}

/** Edit distance in which two neighbours that change places count as one (Damerau's, by optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let [before, row]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)))
      if (j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        next[j] = Math.min(next[j], before[j - 2] + 1)
    }
    before = row
    row = next
  }
  return row[b.length]
}

/** Columns of a file, with those that are probably others. */
export interface FoundColumns {
  file: string
  columns: readonly string[]
  more: number
  near: readonly string[]
}
export const foundColumnNames = ({ columns, more }: FoundColumns): string =>
  `${columnNames(columns)}${more > 0 ? ` and ${more} more` : ''}`

/** So much of the name of a column stands in a sentence. */
const LONGEST_COLUMN = 60

/** Columns in a sentence, each on a part of a line. */
export const columnNames = (columns: readonly string[]): string =>
  columns
    .map((column) => (column.length > LONGEST_COLUMN ? `${column.slice(0, LONGEST_COLUMN)}…` : column))
    .join(', ')
