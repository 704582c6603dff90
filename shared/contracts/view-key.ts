import type { Looks, TogetherBy, View } from './board.ts'

/**
 * One text for each distinct view; stored boards go by it. Boards of one look are views of their own, and so are boards
 * that hold together with others.
 */
export const viewKey = ({
  looks,
  together,
  ...view
}: View & { looks: Looks; together: TogetherBy | null }): string =>
  JSON.stringify([
    ...selectionOf(view),
    ...(looks === 'one' ? [looks] : []),
    ...(together === null ? [] : [`together ${together}`]),
  ])

/** One text for each distinct selection of votes. */
export const selectionKey = (view: View): string => JSON.stringify(selectionOf(view))

const selectionOf = ({ source, criterion, category, from, to }: View) => [
  source,
  criterion,
  category,
  from,
  to,
]
