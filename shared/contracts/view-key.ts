import type { Looks, View } from './board.ts'

/** One text for each distinct view; stored boards go by it. Boards of one look are views of their own. */
export const viewKey = ({ looks, ...view }: View & { looks: Looks }): string =>
  JSON.stringify([...selectionOf(view), ...(looks === 'one' ? [looks] : [])])

/** One text for each distinct selection of votes. */
export const selectionKey = (view: View): string => JSON.stringify(selectionOf(view))

const selectionOf = ({ source, criterion, category, from, to }: View) => [
  source,
  criterion,
  category,
  from,
  to,
]
