import type { Looks, TogetherBy, View } from './board.ts'

/**
 * A distinct text for each view, the key of stored boards. Boards for one look, and boards that share an error with
 * others, are separate views.
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

/** A distinct text for each selection of votes. */
export const selectionKey = (view: View): string => JSON.stringify(selectionOf(view))

const selectionOf = ({ source, criterion, category, from, to, group }: View) => [
  source,
  criterion,
  category,
  from,
  to,
  ...(group === undefined ? [] : [`group ${group}`]),
]
