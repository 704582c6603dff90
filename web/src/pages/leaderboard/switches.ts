import type { ArenaDetail } from '../../../../shared/contracts/arena.ts'
import type { View } from '../../../../shared/contracts/board-parts.ts'
import type { Board, BoardContestant } from '../../../../shared/contracts/board.ts'
import { capitalised } from '../../ui/figures.ts'
import { words } from '../../words/words.ts'
import { sourceLabel } from '../../words/source.ts'
import { boardColumns, sortText, type Sort } from './columns.ts'
import { judgeOfSource } from '../../../../shared/contracts/source.ts'

export interface Option {
  /** The value in the address. Null removes the parameter. */
  value: string | null
  label: string
}

/** A setting of the view that the reader can change. Its value is in the address. */
export interface Switch {
  name: string
  label: string
  options: Option[]
  current: string | null
  /** Other parameters that a choice removes, because no board has both. */
  clears?: readonly string[]
}

/** The board of a group counts people's votes of all categories and times. */
const NOT_OF_GROUPS = ['source', 'category', 'from', 'to'] as const

/** The parameters that the choice of a value sets, or removes if null. */
export const choiceParameters = (
  { name, clears = [] }: Switch,
  value: string | null,
): Record<string, string | null> => ({
  ...(value === null ? {} : Object.fromEntries(clears.map((parameter) => [parameter, null]))),
  [name]: value,
})

/** The switches of an arena, each with the options that have votes. One with a single option is left out, except a judge. */
export function arenaSwitches(detail: ArenaDetail, view: View): Switch[] {
  const labelled = (values: readonly string[], label: (value: string) => string) =>
    values.map((value): Option => ({ value, label: label(value) }))
  const sources = detail.sources.map(({ source }) => source)
  const clears = ['group']
  const criteria = labelled(detail.criteria, capitalised)
  const all = { value: null, label: words.terms.all }
  const categories = [all, ...labelled(detail.categories, capitalised)]
  const everybody = { value: null, label: words.board.everybody }
  const groups = [everybody, ...labelled(detail.groups ?? [], (group) => group)]
  const { source, criterion, category, group = null } = view
  const isOnlySource = sources.every((only) => only === source && judgeOfSource(only) === null)
  return [
    sources.length > 1 || !isOnlySource
      ? [
          {
            name: 'source',
            label: words.board.source,
            options: labelled(sources, sourceLabel),
            current: source,
            clears,
          },
        ]
      : [],
    criteria.length > 1
      ? [{ name: 'criterion', label: words.terms.criterion, options: criteria, current: criterion }]
      : [],
    categories.length > 2
      ? [{ name: 'category', label: words.terms.category, options: categories, current: category, clears }]
      : [],
    groups.length > 1
      ? [{ name: 'group', label: words.terms.group, options: groups, current: group, clears: NOT_OF_GROUPS }]
      : [],
  ].flat()
}

/** Whether this board has no ratings, but the arena has simulated votes. */
export function simulatedElsewhere(
  { view, contestants }: Board,
  detail: Partial<Pick<ArenaDetail, 'sources'>> | null,
): boolean {
  if (view.source === 'simulated' || contestants.some(({ status }) => status === 'rated')) return false
  return detail?.sources?.some(({ source, votes }) => source === 'simulated' && votes > 0) ?? false
}

/** A switch with a usual choice, which the address does not name, and another one. */
const either = (name: string, label: string, usual: string, option: Option, isUsual: boolean): Switch => ({
  name,
  label,
  options: [{ value: null, label: usual }, option],
  current: isUsual ? null : option.value,
})

/** The switch of a board of more than 100: whether the lower rows are thin bars. */
export const rowsSwitch = (isUnfolded: boolean, all: number): Switch =>
  either(
    'rows',
    words.board.rows,
    words.board.heatByName,
    { value: 'all', label: words.board.allRows({ count: all }) },
    !isUnfolded,
  )

/** The order of rows, for screens without column heads: each column in its natural direction. */
export function orderSwitch(contestants: readonly BoardContestant[], sort: Sort): Switch {
  const options = [
    { value: null, label: words.board.byRating },
    { value: 'name', label: words.board.byName },
    ...boardColumns(contestants).map(({ key, order }) => ({ value: key, label: order })),
  ]
  return {
    name: 'sort',
    label: words.board.order,
    options,
    current: sortText({ ...sort, reversed: false }),
  }
}
