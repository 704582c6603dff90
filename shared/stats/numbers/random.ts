/**
 * A stream of random numbers that depends only on (seed, round), so that rounds can be computed in any order and on
 * any thread. The generator is sfc32 (Doty-Humphrey, PractRand): 96 bits of state and a counter, so no cycle is
 * shorter than 2³².
 */
export class RandomStream {
  /** a, b, c and the counter, public for loops that advance the generator in place as `next` does. */
  readonly state = new Int32Array(4)

  constructor(seed: number, round: number) {
    const low = seed >>> 0
    const high = Math.floor(seed / 2 ** 32) >>> 0
    const a = scramble(low ^ 0x9e3779b9)
    const b = scramble(high ^ scramble(a ^ 0x85ebca6b))
    this.state.set([a, b, scramble(round ^ scramble(b ^ 0xc2b2ae35)), 1])
    for (let warm = 0; warm < 16; warm++) this.next()
  }

  /** A whole number, uniform on 0 … 2³² − 1. */
  next(): number {
    const { state } = this
    const b = state[1]
    const c = state[2]
    const counter = state[3]
    const sum = (state[0] + b + counter) | 0
    state[3] = counter + 1
    state[0] = b ^ (b >>> 9)
    state[1] = c + (c << 3)
    state[2] = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }

  /** Uniform on (0, 1), never either end. */
  uniform(): number {
    return (this.next() + 0.5) / 2 ** 32
  }

  /** Exp(1). */
  exponential(): number {
    return -Math.log(this.uniform())
  }
}

/** The 32-bit finaliser of MurmurHash3 (Appleby): every input bit affects every output bit. */
function scramble(value: number): number {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}

/**
 * The number of bits of a word that begin the number for the acceptance test. The 8 bits below them choose the
 * layer.
 */
const CHANCE = 1024

/** The counts of many cells, prepared for drawing. Equal counts share an entry of the tables. */
interface GammaCells {
  /** For each cell its entry in the table; 0 means that the count is 0. */
  entry: Int32Array
  /**
   * For each entry d = count − 1/3, c = 1 / √(9d), and 1024 s, for which 1 − s x⁴ is a lower bound of the
   * acceptance probability.
   */
  table: Float64Array
}

const ENTRY = 4

/** Prepares draws for whole counts ≥ 0. */
export function gammaCells(counts: ArrayLike<number>): GammaCells {
  const entries = new Map([[0, 0]])
  const entry = new Int32Array(counts.length)
  for (let cell = 0; cell < counts.length; cell++) {
    let known = entries.get(counts[cell])
    if (known === undefined) entries.set(counts[cell], (known = ENTRY * entries.size))
    entry[cell] = known
  }
  const table = new Float64Array(ENTRY * entries.size)
  for (const [count, at] of entries) {
    const d = count - 1 / 3
    if (count > 0) table.set([d, 1 / Math.sqrt(9 * d), CHANCE * doubtOf(d)], at)
  }
  return { entry, table }
}

/**
 * Marsaglia & Tsang accept x with probability exp(d g(y)), y = x/√(9d), g(y) = 4.5y² + 1 − (1 + y)³ + 3 ln(1 + y).
 * For y ≥ −½, −g(y) ≤ 1.28 y⁴, so they reject at most 1.28 x⁴/(81 d); for y < −½, x⁴ ≥ 81 d²/16. Theirs is .0331.
 */
function doubtOf(d: number): number {
  return Math.min(0.0331, Math.max(1.28 / (81 * d), 16 / (81 * d * d)))
}

/** Cells are drawn in blocks of this size: first all that one word decides, then the others. */
const BLOCK = 2048
const lateCells = new Int32Array(BLOCK)
const lateWords = new Int32Array(BLOCK)

/**
 * Writes an independent Gamma(count, 1) for every cell into `out`. For a whole count this is the sum of `count`
 * Exp(1) weights in one draw. Exact (Marsaglia & Tsang 2000). Most draws take one random word: its low 8 bits
 * choose the layer of the ziggurat, the next 10 begin the number for the acceptance test, and the whole word is x.
 */
export function drawGammas(stream: RandomStream, cells: GammaCells, out: Float64Array): void {
  for (let from = 0; from < cells.entry.length; from += BLOCK) drawGammaBlock(stream, cells, from, out, from)
}

/**
 * The part of `drawGammas` that starts at cell `from`, a multiple of BLOCK: at most BLOCK cells, written to `out`
 * from `at` on. Returns how many. The blocks of a stream must be drawn in order.
 */
function drawGammaBlock(
  stream: RandomStream,
  cells: GammaCells,
  from: number,
  out: Float64Array,
  at: number,
): number {
  const { entry, table } = cells
  const count = Math.min(entry.length - from, BLOCK)
  const late = drawEarly(stream, cells, from, count, out, at)
  for (let i = 0; i < late; i++) {
    const offset = entry[from + lateCells[i]]
    const [d, slope, doubt] = [table[offset], table[offset + 1], table[offset + 2]]
    out[at + lateCells[i]] = offset === 0 ? 0 : carefully(stream, lateWords[i], d, slope, doubt)
  }
  return count
}

/**
 * Draws the cells that one word decides. Returns how many cells of the block wait in `lateCells`, with the word
 * that began them.
 */
function drawEarly(
  { state }: RandomStream,
  { entry, table }: GammaCells,
  from: number,
  count: number,
  out: Float64Array,
  at: number,
): number {
  let a = state[0]
  let b = state[1]
  let c = state[2]
  let counter = state[3]
  let late = 0
  for (let cell = 0; cell < count; cell++) {
    // one step of the generator, as in RandomStream.next
    const word = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + word) | 0
    const cellEntry = entry[from + cell]
    const layer = word & (LAYERS - 1)
    const x = word * WIDTH[layer]
    const v = 1 + table[cellEntry + 1] * x
    out[at + cell] = table[cellEntry] * v * v * v
    const square = x * x
    const isInside = (word ^ (word >> 31)) < INSIDE[layer]
    if (isInside && CHANCE - 1 - chanceOf(word) >= table[cellEntry + 2] * square * square) continue
    lateCells[late] = cell
    lateWords[late++] = word
  }
  state[0] = a
  state[1] = b
  state[2] = c
  state[3] = counter
  return late
}

/** Gamma(count, 1) for a whole count ≥ 0. */
export function gamma(stream: RandomStream, count: number): number {
  const out = new Float64Array(1)
  drawGammas(stream, gammaCells([count]), out)
  return out[0]
}

const chanceOf = (word: number): number => (word >>> 8) & (CHANCE - 1)

/** Continues the draw of `word`, which that word alone did not decide. Draws further words as needed. */
function carefully(stream: RandomStream, first: number, d: number, slope: number, doubt: number): number {
  for (let word = first; ; word = stream.next() | 0) {
    const layer = word & (LAYERS - 1)
    let x = word * WIDTH[layer]
    if ((word ^ (word >> 31)) >= INSIDE[layer]) {
      if (layer === 0) x = tail(stream) * Math.sign(word)
      else if (!isUnder(x, layer, stream.uniform())) continue
    }
    const u = chanceOf(word) + stream.uniform()
    const root = 1 + slope * x
    if (root <= 0) continue
    const v = root * root * root
    const square = x * x
    if (CHANCE - u >= doubt * square * square) return d * v
    if (Math.log(u / CHANCE) < square / 2 + d * (1 - v + Math.log(v))) return d * v
  }
}

/** Whether the point at `x` and height `u` of its layer lies under the density. */
function isUnder(x: number, layer: number, u: number): boolean {
  return HEIGHT[layer] + u * (HEIGHT[layer - 1] - HEIGHT[layer]) < Math.exp(-0.5 * x * x)
}

/** A normal beyond TAIL (Marsaglia 1964). */
function tail(stream: RandomStream): number {
  for (;;) {
    const beyond = stream.exponential() / TAIL
    if (2 * stream.exponential() > beyond * beyond) return TAIL + beyond
  }
}

/**
 * Tables of the ziggurat for the standard normal (Marsaglia & Tsang 2000): 256 layers of equal area over e^(−x²/2).
 * A signed 32-bit word whose low 8 bits name the layer is accepted at once as x = word · WIDTH[layer] if |word| <
 * INSIDE[layer].
 */
const LAYERS = 256
/** The start of the tail, and the area of each layer. */
const TAIL = 3.6541528853610088
const AREA = 0.00492867323399
const WORDS = 2 ** 31

const WIDTH = new Float64Array(LAYERS)
const INSIDE = new Int32Array(LAYERS)
/** Height of the density at the outer edge of each layer. */
const HEIGHT = new Float64Array(LAYERS)

const density = (x: number): number => Math.exp(-0.5 * x * x)

function fill(): void {
  let outer = TAIL
  const base = AREA / density(TAIL)
  INSIDE[0] = (TAIL / base) * WORDS
  WIDTH[0] = base / WORDS
  HEIGHT[0] = 1
  WIDTH[LAYERS - 1] = TAIL / WORDS
  HEIGHT[LAYERS - 1] = density(TAIL)
  for (let layer = LAYERS - 2; layer >= 1; layer--) {
    const inner = Math.sqrt(-2 * Math.log(AREA / outer + density(outer)))
    INSIDE[layer + 1] = (inner / outer) * WORDS
    WIDTH[layer] = inner / WORDS
    HEIGHT[layer] = density(inner)
    outer = inner
  }
  INSIDE[1] = 0
}

fill()
