import { displayWidth, visible, wrap } from '../../../server/leaderboard/render/columns.ts'

const INDENT = '  '
const LABEL = 18

/**
 * A label with its text, wrapped to `width` columns beside it, or below it if the label is too long.
 * @param depth  how many steps the label is indented
 */
export function labelled(label: string, text: string, width: number, depth = 1): string[] {
  const open = INDENT.repeat(depth) + visible(label)
  const lines = wrap(visible(text), width - LABEL - 2, INDENT)
  const beside = displayWidth(open) <= LABEL
  const head = beside
    ? []
    : wrap(visible(label), width - 2 * depth, INDENT).map((line) => INDENT.repeat(depth) + line)
  return [
    ...head,
    ...lines.map((line, i) => {
      const before = i === 0 && beside ? open : ''
      return `${before}${' '.repeat(LABEL + 2 - displayWidth(before))}${line}`.trimEnd()
    }),
  ]
}
