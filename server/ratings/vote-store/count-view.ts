import type { VoteColumns } from '../../../shared/stats/index.ts'
import { MAJORITY, POWERED } from '../../../shared/votes/majority.ts'
import { byCodeUnits } from '../boards/canonical-order.ts'
import { type CountedVotes, countMajority, addPpi } from '../boards/count-votes.ts'
import { humanView, type ArenaView } from '../view.ts'
import type { VoteStore } from './vote-store.ts'
import { storedRows, tableOfRows } from './compute-full.ts'
import { unitNameOf, viewFilter, VoteStatus } from './stored-votes.ts'

/** How many votes of a view do not count, by reason. */
export interface ExcludedVotes {
  quarantined: number
  leaked: number
  overCap: number
}

/** The counts that a board needs, and the rows of the votes for its hash. */
interface CountedView {
  counted: CountedVotes
  excluded: ExcludedVotes
  rows: () => Int32Array
  /** The same with the votes in quarantine; null: there are none, or judges correct the view. */
  withQuarantined: () => CountedVotes | null
}

/** Counts a view. The tally of a tracked view is stored, so no votes are read for it. */
export function countView(store: VoteStore, view: ArenaView, isTracked: boolean): CountedView {
  if (view.source === POWERED) return countViewWithPpi(store, view)
  if (view.source === MAJORITY) return countViewByMajority(store, view)
  const tally = store.tallyOf(view, isTracked)
  const { quarantined, leaked, overCap } = tally
  return {
    counted: tally.counted(),
    excluded: { quarantined, leaked, overCap },
    rows: () => store.rowsOf(tally),
    withQuarantined: () => (quarantined === 0 ? null : store.withQuarantined(view)),
  }
}

/** The rows of a view's votes that count and that are in quarantine, in one scan of all votes. */
function scan(store: VoteStore, view: ArenaView) {
  const isIncluded = viewFilter(store, view)
  const rows = Object.values(VoteStatus).map((): number[] => [])
  for (let row = 0; row < store.columns.rows; row++)
    if (isIncluded(row)) rows[store.statuses.of(row)]!.push(row)
  const of = (status: VoteStatus) => rows[status]!
  return {
    counted: of(VoteStatus.counted),
    quarantined: of(VoteStatus.quarantined),
    excluded: {
      quarantined: of(VoteStatus.quarantined).length,
      leaked: of(VoteStatus.leaked).length,
      overCap: of(VoteStatus.overCap).length,
    },
  }
}

/** One vote for each prompt and pair. */
function countViewByMajority(store: VoteStore, view: ArenaView): CountedView {
  const { counted, quarantined, excluded } = scan(store, view)
  const ofRows = (rows: number[]) =>
    countMajority(
      tableOfRows(storedRows(store, Int32Array.from(rows), 'voter', 'judges')),
      store.contestants.sorted,
      null,
      'half',
    )
  return {
    counted: ofRows(counted),
    excluded,
    rows: () => Int32Array.from(counted),
    withQuarantined: () => (quarantined.length === 0 ? null : ofRows([...counted, ...quarantined])),
  }
}

/** People's votes from their own tally, and judges' votes beside them. */
function countViewWithPpi(store: VoteStore, view: ArenaView): CountedView {
  const people = store.tallyOf(humanView(view), false)
  const { columns, groups } = store
  const { counted: all, excluded } = scan(store, view)
  const isPeoples = (row: number) => groups.all[columns.group[row]].source === 'human'
  const rows = { people: all.filter(isPeoples), judges: all.filter((row) => !isPeoples(row)) }
  const counted = addPpi(numberUnits(store, rows), null, rows.judges.length, (cluster) =>
    people.counted(cluster),
  )
  return { counted, excluded, rows: () => Int32Array.from(all), withQuarantined: () => null }
}

/**
 * Numbers the prompts that people voted on first, as on people's own board, then the others. Both are in order of
 * keys.
 */
function numberUnits(store: VoteStore, rows: { people: number[]; judges: number[] }) {
  const { prompt } = store.columns
  const { place, sorted } = store.prompts
  const voterOf = new Uint8Array(sorted.length)
  const [PEOPLE, JUDGES] = [1, 2]
  for (const row of rows.judges) if (prompt[row] >= 0) voterOf[place[prompt[row]]] = JUDGES
  for (const row of rows.people) if (prompt[row] >= 0) voterOf[place[prompt[row]]] = PEOPLE
  const unitOf = new Int32Array(sorted.length)
  let units = 0
  const number = (whose: number) => voterOf.forEach((own, at) => own === whose && (unitOf[at] = units++))
  number(PEOPLE)
  const unnamed = new Map(rows.people.filter((row) => prompt[row] < 0).map((row, i) => [row, units + i]))
  units += unnamed.size
  const peopleUnits = units
  number(JUDGES)
  const unit = (row: number) => unnamed.get(row) ?? unitOf[place[prompt[row]]]
  const judgedRows = rows.judges.filter((row) => prompt[row] >= 0)
  const groupOf: (string | undefined)[] = []
  for (const row of [...rows.people, ...judgedRows])
    if (prompt[row] >= 0) groupOf[unit(row)] ??= unitNameOf(store, prompt[row])
  return {
    people: columnsOf(store, rows.people, unit, peopleUnits),
    judges: columnsOf(store, judgedRows, unit, units),
    judge: judgesOf(store, judgedRows),
    groupOf,
  }
}

/** The number of each vote's judge, by sorted names; 0 for all judges without a name. */
function judgesOf({ columns, groups }: VoteStore, rows: number[]): Int32Array {
  const nameOf = (row: number) => groups.all[columns.group[row]].name
  const names = [...new Set(rows.map(nameOf))].filter((name) => name !== null).sort(byCodeUnits)
  const number = new Map(names.map((name, i) => [name, 1 + i]))
  return Int32Array.from(rows, (row) => (columns.voter[row] < 0 ? 0 : number.get(nameOf(row)!)!))
}

function columnsOf(
  { columns, contestants }: VoteStore,
  rows: number[],
  unit: (row: number) => number,
  units: number,
): VoteColumns {
  const placed = (column: Int32Array) => Int32Array.from(rows, (row) => contestants.place[column[row]])
  return {
    contestants: contestants.sorted.length,
    units,
    left: placed(columns.left),
    right: placed(columns.right),
    outcome: Uint8Array.from(rows, (row) => columns.outcome[row]),
    unit: Int32Array.from(rows, unit),
  }
}
