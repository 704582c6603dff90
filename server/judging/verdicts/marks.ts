/** Verdicts that stand as marks in running text. */

export interface Marks<V> {
  /** Finds one mark; its first group is what is marked, named or not, its last what is said of it. Global. */
  pattern: RegExp
  /** What the words of a mark mean; null: nothing. */
  meaning: (said: string) => V | null
}

export interface Mark<V> {
  verdict: V
  /** The text between the mark and the one before it, or the start; and the one after it, or the end. */
  before: string
  after: string
}

/** Finds the lines that bear a call's marker: what they are about, and what they say. */
export function verdictLines(marker: string): RegExp {
  const start = `^[ \\t*_\`#-]*VERDICT[ \\t]+\\[?${marker}\\]?`
  return new RegExp(`${start}[ \\t]*\\[([^\\]\\n]*)\\][ \\t]*:([^\\n]*)$`, 'gim')
}

/**
 * Reads every mark of a text. A verdict stands only where all marks of its kind say the same.
 * @returns by what is marked ('' where the pattern names nothing); or why the marks cannot be read
 */
export function readMarks<V>(text: string, marks: Marks<V>): Map<string, Mark<V>> | { unreadable: string } {
  const found = new Map<string, Mark<V>>()
  const hits = [...text.matchAll(marks.pattern)]
  for (const [index, hit] of hits.entries()) {
    const name = hit.length > 2 ? hit[1].trim().toLowerCase() : ''
    const verdict = marks.meaning(hit.at(-1)!.trim())
    if (verdict === null) return { unreadable: `the mark "${brief(hit[0])}" holds no verdict` }
    const standing = found.get(name)
    if (standing && JSON.stringify(standing.verdict) !== JSON.stringify(verdict))
      return { unreadable: `two marks contradict each other${name && ` on ${name}`}` }
    if (standing) continue
    const from = index === 0 ? 0 : endOf(hits[index - 1])
    const to = hits[index + 1]?.index ?? text.length
    found.set(name, { verdict, before: text.slice(from, hit.index), after: text.slice(endOf(hit), to) })
  }
  return found
}

const endOf = (hit: RegExpExecArray | RegExpMatchArray) => hit.index! + hit[0].length

function brief(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}
