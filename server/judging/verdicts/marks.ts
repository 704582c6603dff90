/** Verdicts in marked lines of a text. */

export interface Marks<V> {
  /**
   * Matches one mark. If it has two groups, the first is the name of what is marked; the last group is the value.
   * Must be global.
   */
  pattern: RegExp
  /** The verdict in the value of a mark; null if there is none. */
  meaning: (value: string) => V | null
}

export interface Mark<V> {
  verdict: V
  /**
   * The text before this mark, from the previous one or the start; and the text after it, up to the next one or the
   * end.
   */
  before: string
  after: string
}

/** Matches the lines that contain a call's marker: their names and values. */
export function verdictLines(marker: string): RegExp {
  const start = `^[ \\t*_\`#-]*VERDICT[ \\t]+\\[?${marker}\\]?`
  return new RegExp(`${start}[ \\t]*\\[([^\\]\\n]*)\\][ \\t]*:([^\\n]*)$`, 'gim')
}

/**
 * Reads every mark of a text. If marks of one name contradict each other, the text cannot be read.
 * @returns the marks by name ('' if the pattern has no name), or why they cannot be read
 */
export function readMarks<V>(text: string, marks: Marks<V>): Map<string, Mark<V>> | { unreadable: string } {
  const byName = new Map<string, Mark<V>>()
  const hits = [...text.matchAll(marks.pattern)]
  for (const [index, hit] of hits.entries()) {
    const name = hit.length > 2 ? hit[1].trim().toLowerCase() : ''
    const verdict = marks.meaning(hit.at(-1)!.trim())
    if (verdict === null) return { unreadable: `the mark "${brief(hit[0])}" holds no verdict` }
    const earlier = byName.get(name)
    if (earlier && JSON.stringify(earlier.verdict) !== JSON.stringify(verdict))
      return { unreadable: `two marks contradict each other${name && ` on ${name}`}` }
    if (earlier) continue
    const from = index === 0 ? 0 : endOf(hits[index - 1])
    const to = hits[index + 1]?.index ?? text.length
    byName.set(name, { verdict, before: text.slice(from, hit.index), after: text.slice(endOf(hit), to) })
  }
  return byName
}

const endOf = (hit: RegExpExecArray | RegExpMatchArray) => hit.index! + hit[0].length

function brief(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}
