import {
  BOTH_BAD,
  cellsOf,
  LEFT,
  RIGHT,
  type Tally,
  type UnitCells,
  type Counts,
} from '../../../shared/stats/fit/tally.ts'
import {
  chooseCluster,
  effectiveUnits,
  countUnits,
  promptsOf,
  speaksForOf,
  type CountedUnits,
  type VoterKind,
  type CountedVotes,
} from '../boards/count-votes.ts'
import { byCodeUnits } from '../boards/canonical-order.ts'
import type { NamedVotes } from '../../../shared/stats/method/ballots.ts'
import type { Cluster } from '../../../shared/contracts/index.ts'
import { unitNameOf, VoteStatus, type StoredVotes, type ViewFilter } from './stored-votes.ts'

/** Of a set or a map of numbers. */
const BYTES_OF_AN_ENTRY = 40

/** The bytes of arrays, and about those of so many entries of sets and maps of numbers. */
const memoryOf = (arrays: readonly { byteLength: number }[], entries: number): number =>
  arrays.reduce((sum, { byteLength }) => sum + byteLength, BYTES_OF_AN_ENTRY * entries)

/** Offsets of a contestant's counts in one array of those of all. */
const [WINS, LOSSES, TIES, BAD, KINDS] = [0, 1, 2, 3, 4]

function countsOfEach(counts: Float64Array): Counts[] {
  return Array.from({ length: counts.length / KINDS }, (_, contestant) => {
    const [wins, losses, ties, bothBad] = counts.subarray(KINDS * contestant, KINDS * (contestant + 1))
    return { wins: wins!, losses: losses!, ties: ties!, bothBad: bothBad!, votes: wins! + losses! + ties! }
  })
}

/** Votes that were added or removed, by cell (3 · pair + outcome) and unit, until they are applied to the cells. */
class CellChanges {
  readonly #units: number
  readonly #changes = new Map<number, number>()

  constructor(units: number) {
    this.#units = units
  }

  get size(): number {
    return this.#changes.size
  }

  add(cell: number, unit: number, votes: number): void {
    const key = cell * this.#units + unit
    this.#changes.set(key, (this.#changes.get(key) ?? 0) + votes)
  }

  /** Applies the changes. Returns the same cells if only counts have changed, and new ones otherwise. */
  appliedTo(cells: UnitCells): UnitCells {
    const keys = [...this.#changes.keys()].filter((key) => this.#changes.get(key) !== 0).sort((a, b) => a - b)
    const { start, unit, count } = cells
    const coming: { place: number; cell: number; unit: number; votes: number }[] = []
    const going: number[] = []
    for (const key of keys) {
      const cell = Math.floor(key / this.#units)
      const unitNumber = key % this.#units
      const place = firstFrom(unit, start[cell], start[cell + 1], unitNumber)
      const votes = this.#changes.get(key)!
      if (place === start[cell + 1] || unit[place] !== unitNumber)
        coming.push({ place, cell, unit: unitNumber, votes })
      else if ((count[place] = count[place] + votes) === 0) going.push(place)
    }
    this.#changes.clear()
    return coming.length + going.length === 0 ? cells : rearranged(cells, coming, going)
  }
}

/** The first place in an ascending stretch whose unit is at least `leastUnit`. */
function firstFrom(unit: Int32Array, from: number, to: number, leastUnit: number): number {
  while (from < to) {
    const middle = (from + to) >> 1
    if (unit[middle] < leastUnit) from = middle + 1
    else to = middle
  }
  return from
}

function rearranged(
  { units, start, unit, count }: UnitCells,
  coming: { place: number; cell: number; unit: number; votes: number }[],
  going: number[],
): UnitCells {
  const size = unit.length + coming.length - going.length
  const next: UnitCells = {
    units,
    start: start.slice(),
    unit: new Int32Array(size),
    count: new Float64Array(size),
  }
  let read = 0
  let written = 0
  const copyTo = (end: number) => {
    next.unit.set(unit.subarray(read, end), written)
    next.count.set(count.subarray(read, end), written)
    written += end - read
    read = end
  }
  const steps = [...coming, ...going.map((place) => ({ place, cell: -1, unit: -1, votes: 0 }))]
  // an added entry comes before the entry at its place; equal places keep the order of their keys
  steps.sort((a, b) => a.place - b.place || Number(a.votes === 0) - Number(b.votes === 0))
  for (const step of steps) {
    copyTo(step.place)
    if (step.votes === 0) {
      read++
      continue
    }
    next.unit[written] = step.unit
    next.count[written++] = step.votes
  }
  copyTo(unit.length)
  moveStarts(next.start, start, coming, going)
  return next
}

/** The same cells by groups of their units. */
function merged({ units, start, unit, count }: UnitCells, groups: Int32Array): UnitCells {
  const next = { units, start: start.slice(), unit: new Int32Array(unit.length), count: count.slice() }
  let written = 0
  for (let cell = 0; cell + 1 < start.length; cell++) {
    const votes = new Map<number, number>()
    for (let place = start[cell]; place < start[cell + 1]; place++)
      votes.set(groups[unit[place]], (votes.get(groups[unit[place]]) ?? 0) + count[place])
    next.start[cell] = written
    for (const group of [...votes.keys()].sort((a, b) => a - b)) {
      next.unit[written] = group
      next.count[written++] = votes.get(group)!
    }
  }
  next.start[start.length - 1] = written
  return { ...next, unit: next.unit.slice(0, written), count: next.count.slice(0, written) }
}

/** Each cell starts later by the entries added before it, and earlier by those removed. */
function moveStarts(
  starts: Int32Array,
  before: Int32Array,
  coming: { cell: number }[],
  going: number[],
): void {
  let came = 0
  let went = 0
  for (let cell = 0; cell < starts.length; cell++) {
    while (came < coming.length && coming[came].cell < cell) came++
    while (went < going.length && going[went] < before[cell]) went++
    starts[cell] = before[cell] + came - went
  }
}

/**
 * The tally of one view. It is updated vote by vote, so a board of a tracked view needs no scan of votes. Contestants and
 * prompts are numbered by their places among all names of the arena, so a tally is valid until those change.
 */
export class ViewTally {
  readonly #store: StoredVotes
  readonly #by: VoterKind
  readonly includes: ViewFilter
  /** A text that identifies the judges that it counts. */
  readonly judges: string | undefined
  quarantined = 0
  leaked = 0
  overCap = 0
  #votes = 0
  /** Outcomes of each pair low < high: won by low, won by high, tied. */
  readonly #outcomes: Int32Array
  /** The votes of each pair that called both bad; they are among its ties. */
  readonly #bothBad: Int32Array
  readonly #counts: Float64Array
  /** Votes of each prompt, and of each voter. */
  readonly #prompts: Int32Array
  #voters: Int32Array
  /** Rows of votes without a prompt. */
  readonly #unnamed = new Set<number>()
  /** The votes with a prompt. */
  #cells: UnitCells
  readonly #changes: CellChanges

  constructor(store: StoredVotes, selects: ViewFilter, judges: string | undefined, voterKind: VoterKind) {
    this.#by = voterKind
    this.#store = store
    this.includes = selects
    this.judges = judges
    const size = store.contestants.sorted.length
    const prompts = store.prompts.sorted.length
    this.#outcomes = new Int32Array((3 * size * (size - 1)) / 2)
    this.#bothBad = new Int32Array(this.#outcomes.length / 3)
    this.#counts = new Float64Array(KINDS * size)
    this.#prompts = new Int32Array(prompts)
    this.#voters = new Int32Array(store.voters)
    this.#changes = new CellChanges(prompts)
    const { rows } = store.columns
    for (let row = 0; row < rows; row++) if (selects(row)) this.#count(row, store.statuses.of(row), 1)
    this.#cells = this.#gathered()
  }

  /** Updates the counts after the status of a vote has changed. */
  changeStatus(row: number, before: VoteStatus, now: VoteStatus): void {
    if (!this.includes(row)) return
    this.#count(row, before, -1)
    this.#count(row, now, 1)
    const { prompt } = this.#store.columns
    const unit = prompt[row] < 0 ? -1 : this.#store.prompts.place[prompt[row]]
    if (unit < 0 || (before === VoteStatus.counted) === (now === VoteStatus.counted)) return
    this.#changes.add(this.#cellOf(row), unit, now === VoteStatus.counted ? 1 : -1)
  }

  /** The memory of the tally: of its arrays, and about that of what is not in arrays. */
  get bytes(): number {
    const { start, unit, count } = this.#cells
    const counts = [this.#outcomes, this.#bothBad, this.#counts, this.#prompts, this.#voters]
    return memoryOf([...counts, start, unit, count], this.#unnamed.size + this.#changes.size)
  }

  /** The number of entries that a round of the bootstrap reads. */
  get size(): number {
    return this.#cells.unit.length
  }

  /**
   * The counts that a board needs. The arrays belong to the tally and do not change until the next turn of the event
   * loop.
   * @param requestedCluster the unit. Null: chosen from the prompts, or their groups, and the voters that votes name.
   *   `one kind`: by prompt, if any prompt has two votes
   */
  counted(requestedCluster: Cluster | null = null): CountedVotes {
    this.#cells = this.#changes.appliedTo(this.#cells)
    const votes = this.#votes
    const units = this.groupUnits()?.of ?? null
    const unitFacts = this.#known(units)
    const { cluster, warnings } = chooseCluster(unitFacts, requestedCluster)
    const byVoter = cluster === 'both' || cluster === 'voter' ? this.#cellsByVoter() : null
    const cells =
      cluster === 'vote' ? null : cluster === 'voter' ? byVoter : this.#cellsOf(unitFacts.prompt.count, units)
    return {
      names: this.#store.contestants.sorted,
      votes,
      voters: unitFacts.voter.count || null,
      ...promptsOf(cluster, unitFacts),
      cluster,
      units: cells?.units ?? 0,
      effectiveUnits: effectiveUnits(cluster, unitFacts),
      speaksFor: speaksForOf(cluster, unitFacts),
      tally: {
        ...this.#tally(cells),
        ...(cluster === 'both' && { crossed: this.#tally(byVoter).units! }),
      },
      named: this.#named(cluster, units),
      counts: countsOfEach(this.#counts),
      warnings,
    }
  }

  /** Who beat whom how often, for each pair with a vote. The caller owns the arrays. */
  pairs(): PairCounts {
    const { first, second, firstWins, secondWins, ties, contestants } = this.#tally(null)
    const bothBad = first.map((low, met) => this.#bothBad[pairNumber(low, second[met], contestants)])
    return { votes: this.#votes, first, second, firstWins, secondWins, ties, bothBad }
  }

  #count(row: number, status: VoteStatus, sign: number): void {
    if (status !== VoteStatus.counted) {
      if (status === VoteStatus.quarantined) this.quarantined += sign
      if (status === VoteStatus.leaked) this.leaked += sign
      if (status === VoteStatus.overCap) this.overCap += sign
      return
    }
    const { left, right, outcome, prompt } = this.#store.columns
    const { place } = this.#store.contestants
    const voter = this.#voterOf(row)
    this.#votes += sign
    const cell = this.#cellOf(row)
    this.#outcomes[cell] += sign
    if (outcome[row] === BOTH_BAD) this.#bothBad[Math.floor(cell / 3)] += sign
    const [a, b] = [KINDS * place[left[row]], KINDS * place[right[row]]]
    const counts = this.#counts
    if (outcome[row] === LEFT || outcome[row] === RIGHT) {
      counts[(outcome[row] === LEFT ? a : b) + WINS] += sign
      counts[(outcome[row] === LEFT ? b : a) + LOSSES] += sign
    } else {
      const kinds = outcome[row] === BOTH_BAD ? [TIES, BAD] : [TIES]
      for (const kind of kinds) for (const side of [a, b]) counts[side + kind] += sign
    }
    if (voter >= 0) this.#voterAt(voter, sign)
    if (prompt[row] >= 0) this.#prompts[this.#store.prompts.place[prompt[row]]] += sign
    else if (sign > 0) this.#unnamed.add(row)
    else this.#unnamed.delete(row)
  }

  /** Of mixed votes, only people count as voters. */
  #voterOf(row: number): number {
    const { columns, groups } = this.#store
    if (this.#by !== 'mixed' || groups.all[columns.group[row]].source === 'human') return columns.voter[row]
    return -1
  }

  #voterAt(voter: number, sign: number): void {
    if (voter >= this.#voters.length) {
      const longer = new Int32Array(2 * voter + 1)
      longer.set(this.#voters)
      this.#voters = longer
    }
    this.#voters[voter] += sign
  }

  /** 3 · the pair's number + 0 if the lower contestant won, + 1 if the higher one won, + 2 for a tie. */
  #cellOf(row: number): number {
    const { left, right, outcome } = this.#store.columns
    const { place, sorted } = this.#store.contestants
    const [a, b] = [place[left[row]], place[right[row]]]
    const [low, high] = a < b ? [a, b] : [b, a]
    return (
      3 * pairNumber(low, high, sorted.length) +
      (outcome[row] > RIGHT ? 2 : (outcome[row] === LEFT) === a < b ? 0 : 1)
    )
  }

  /** The cells of all votes with a prompt, from scratch. */
  #gathered(): UnitCells {
    const { columns, prompts, statuses } = this.#store
    const next = new Int32Array(this.#prompts.length)
    for (let unit = 1; unit < next.length; unit++) next[unit] = next[unit - 1] + this.#prompts[unit - 1]
    const named = this.#votes - this.#unnamed.size
    const cell = new Int32Array(named)
    const unit = new Int32Array(named)
    for (let row = 0; row < columns.rows; row++) {
      const prompt = columns.prompt[row]
      if (prompt < 0 || statuses.of(row) !== VoteStatus.counted || !this.includes(row)) continue
      const own = prompts.place[prompt]
      const place = next[own]++
      cell[place] = this.#cellOf(row)
      unit[place] = own
    }
    return cellsOf(cell, unit, this.#outcomes.length, this.#prompts.length)
  }

  /**
   * The group of each prompt, by their places among the sorted names: those that occur, and −1. A prompt without a group
   * is one of its own, after the groups. Null: no vote has a group.
   */
  groupUnits(): { of: Int32Array; numbers: ReadonlyMap<string, number> } | null {
    const { prompts, promptGroups } = this.#store
    const names = new Array<string>(this.#prompts.length)
    let areGrouped = false
    prompts.names.forEach((_, number) => {
      const place = prompts.place[number]
      if (place < 0 || this.#prompts[place] === 0) return
      areGrouped ||= (promptGroups[number] ?? null) !== null
      names[place] = unitNameOf(this.#store, number)
    })
    if (!areGrouped) return null
    const sorted = [...new Set(names)].filter((name) => name !== undefined).sort(byCodeUnits)
    const numbers = new Map(sorted.map((name, number) => [name, number]))
    return { of: Int32Array.from(this.#prompts, (_, place) => numbers.get(names[place]!) ?? -1), numbers }
  }

  /** Units numbered among those that occur, and after them one for each vote without a prompt, in order of ids. */
  #cellsOf(units: number, groups: Int32Array | null): UnitCells {
    let cells: UnitCells = { ...this.#cells, units: units + this.#unnamed.size }
    if (groups) cells = merged(cells, groups)
    else if (units < this.#prompts.length) {
      const number = new Int32Array(this.#prompts.length)
      let next = 0
      for (let unit = 0; unit < number.length; unit++) if (this.#prompts[unit] > 0) number[unit] = next++
      cells = { ...cells, unit: cells.unit.map((unit) => number[unit]) }
    }
    if (this.#unnamed.size === 0) return cells
    const rows = this.#inOrderOfIds(this.#unnamed)
    const changes = new CellChanges(cells.units)
    rows.forEach((row, i) => changes.add(this.#cellOf(row), units + i, 1))
    return changes.appliedTo(cells)
  }

  /** @param groups the group of each prompt, by their places; null: prompts are the units */
  #known(groups: Int32Array | null): CountedUnits {
    const names = this.#store.voterNames
    const prompts = countUnits(this.#votes, this.#prompts)
    const ofGroups = new Int32Array(prompts.count)
    groups?.forEach((group, place) => group >= 0 && (ofGroups[group] += this.#prompts[place]))
    return {
      votes: this.#votes,
      prompt: groups ? countUnits(this.#votes, ofGroups) : prompts,
      prompts: prompts.count,
      areGrouped: groups !== null,
      voter: countUnits(this.#votes, this.#voters),
      voterKind: this.#by,
      judges:
        this.#by === 'judges'
          ? names.filter((_, voter) => (this.#voters[voter] ?? 0) > 0).sort(byCodeUnits)
          : [],
    }
  }

  /**
   * The cells of all votes by voter, from scratch, because new voters may come anywhere among the sorted names.
   * Voters first, sorted, then one unit for each vote without a voter, in order of ids.
   */
  #cellsByVoter(): UnitCells {
    const { voterNames } = this.#store
    const unnamed: number[] = []
    const place = placesOf(voterNames)
    const number = new Int32Array(voterNames.length)
    this.#eachCounted((row) => {
      const voter = this.#voterOf(row)
      if (voter < 0) unnamed.push(row)
      else number[place[voter]]++
    })
    const next = new Int32Array(voterNames.length)
    for (let at = 1; at < next.length; at++) next[at] = next[at - 1] + number[at - 1]
    // from counts to the numbers of the voters that occur
    let voters = 0
    for (let at = 0; at < next.length; at++) number[at] = number[at] > 0 ? voters++ : -1
    const cell = new Int32Array(this.#votes)
    const unit = new Int32Array(this.#votes)
    const put = (at: number, row: number, own: number) => {
      cell[at] = this.#cellOf(row)
      unit[at] = own
    }
    this.#eachCounted((row) => {
      const voter = this.#voterOf(row)
      if (voter >= 0) put(next[place[voter]]++, row, number[place[voter]])
    })
    const named = this.#votes - unnamed.length
    this.#inOrderOfIds(unnamed).forEach((row, at) => put(named + at, row, voters + at))
    return cellsOf(cell, unit, this.#outcomes.length, voters + unnamed.length)
  }

  #eachCounted(act: (row: number) => void): void {
    const { columns, statuses } = this.#store
    for (let row = 0; row < columns.rows; row++)
      if (statuses.of(row) === VoteStatus.counted && this.includes(row)) act(row)
  }

  /** The counted votes one by one, with units numbered by their sorted names. */
  #named(cluster: Cluster, groups: Int32Array | null): NamedVotes {
    const { columns, contestants, prompts, voterNames } = this.#store
    const rows = new Int32Array(this.#votes)
    let count = 0
    this.#eachCounted((row) => (rows[count++] = row))
    const kinds: Int32Array[] = []
    if (cluster === 'prompt' || cluster === 'both') {
      const unitOf = (place: number) => groups?.[place] ?? place
      kinds.push(
        rows.map((row) => (columns.prompt[row] < 0 ? -1 : unitOf(prompts.place[columns.prompt[row]]))),
      )
    }
    if (cluster === 'voter' || cluster === 'both') {
      const place = placesOf(voterNames)
      kinds.push(rows.map((row) => place[this.#voterOf(row)] ?? -1))
    }
    return {
      contestants: contestants.sorted.length,
      left: rows.map((row) => contestants.place[columns.left[row]]),
      right: rows.map((row) => contestants.place[columns.right[row]]),
      outcome: Uint8Array.from(rows, (row) => columns.outcome[row]),
      kinds,
    }
  }

  #inOrderOfIds(rows: Iterable<number>): number[] {
    const { ids } = this.#store.columns
    const named = Array.from(rows, (row) => ({ row, id: String(ids[row]) }))
    return named.sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ row }) => row)
  }

  #tally(cells: UnitCells | null): Tally {
    const size = this.#store.contestants.sorted.length
    const outcomes = this.#outcomes
    let met = 0
    for (let at = 0; at < outcomes.length; at += 3)
      if (outcomes[at] + outcomes[at + 1] + outcomes[at + 2] > 0) met++
    const [first, second] = [new Int32Array(met), new Int32Array(met)]
    const [firstWins, secondWins, ties] = [0, 1, 2].map(() => new Float64Array(met))
    const start = new Int32Array(cells ? 3 * met + 1 : 0)
    let pair = 0
    for (let low = 0, at = 0; low < size; low++)
      for (let high = low + 1; high < size; high++, at += 3) {
        if (outcomes[at] + outcomes[at + 1] + outcomes[at + 2] === 0) continue
        first[pair] = low
        second[pair] = high
        firstWins![pair] = outcomes[at]
        secondWins![pair] = outcomes[at + 1]
        ties![pair] = outcomes[at + 2]
        if (cells) for (let own = 0; own < 3; own++) start[3 * pair + own] = cells.start[at + own]
        pair++
      }
    if (cells) start[3 * met] = cells.unit.length
    return {
      contestants: size,
      first,
      second,
      firstWins: firstWins!,
      secondWins: secondWins!,
      ties: ties!,
      units: cells && { ...cells, start },
    }
  }
}

/** The place of each name among all names, sorted. */
function placesOf(names: readonly string[]): Int32Array {
  const place = new Int32Array(names.length)
  const sorted = [...names.keys()].sort((a, b) => byCodeUnits(names[a], names[b]))
  sorted.forEach((number, at) => (place[number] = at))
  return place
}

/** The number of a pair low < high of so many contestants. */
const pairNumber = (low: number, high: number, contestants: number): number =>
  (low * (2 * contestants - low - 1)) / 2 + high - low - 1

/** The votes of each pair with a vote. `first` < `second` are places among the sorted names. */
export interface PairCounts extends Omit<Tally, 'contestants' | 'units'> {
  votes: number
  /** How many of the ties called both bad. */
  bothBad: Int32Array
}
