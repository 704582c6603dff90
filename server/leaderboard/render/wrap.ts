import { displayWidth, headOf } from './display-width.ts'

/**
 * Breaks a text into lines of at most `width` columns, at spaces if possible. Every line but the first starts with
 * `indent`.
 */
export function wrap(text: string, width: number, indent = ''): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (displayWidth(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = (lines.length > 0 ? indent : '') + word
    while (displayWidth(line) > width) {
      const head = headOf(line, width)
      lines.push(head)
      line = indent + line.slice(head.length)
    }
  }
  return [...lines, line]
}
