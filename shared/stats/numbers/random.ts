/**
 * A stream of random numbers that depends only on (seed, round), so that rounds can be computed in any order and on
 * any thread. The generator is sfc32 (Doty-Humphrey, PractRand): 96 bits of state and a counter, so no cycle is
 * shorter than 2³².
 */
export class RandomStream {
  /** a, b, c and the counter. */
  readonly #state = new Int32Array(4)

  constructor(seed: number, round: number) {
    const low = seed >>> 0
    const high = Math.floor(seed / 2 ** 32) >>> 0
    const a = scramble(low ^ 0x9e3779b9)
    const b = scramble(high ^ scramble(a ^ 0x85ebca6b))
    this.#state.set([a, b, scramble(round ^ scramble(b ^ 0xc2b2ae35)), 1])
    for (let warm = 0; warm < 16; warm++) this.next()
  }

  /** A whole number, uniform on 0 … 2³² − 1. */
  next(): number {
    const state = this.#state
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

  /** Standard normal (Box & Muller 1958). */
  normal(): number {
    return Math.sqrt(2 * this.exponential()) * Math.cos(2 * Math.PI * this.uniform())
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

/**
 * Marsaglia & Tsang accept x with probability exp(d g(y)), y = x/√(9d), g(y) = 4.5y² + 1 − (1 + y)³ + 3 ln(1 + y).
 * For y ≥ −½, −g(y) ≤ 1.28 y⁴, so they reject at most 1.28 x⁴/(81 d); for y < −½, x⁴ ≥ 81 d²/16. Theirs is .0331.
 */
function doubtBound(d: number): number {
  return Math.min(0.0331, Math.max(1.28 / (81 * d), 16 / (81 * d * d)))
}

/** Cells are drawn in blocks of this size: first all that one word decides, then the others. */
const BLOCK = 2048

/**
 * Fills `out` with independent Gamma(shape, 1) for a whole shape ≥ 1, each the sum of so many Exp(1). Exact (Marsaglia &
 * Tsang 2000). Most draws take one random word: its low 8 bits choose the layer of the ziggurat, the next 10 begin the
 * number for the acceptance test, and the whole word is x.
 */
export function drawGammas(stream: RandomStream, shape: number, out: Float64Array): void {
  const d = shape - 1 / 3
  const slope = 1 / Math.sqrt(9 * d)
  // for which 1 − s x⁴ is a lower bound of the acceptance probability
  const doubt = CHANCE * doubtBound(d)
  const late: [cell: number, word: number][] = []
  for (let cell = 0; cell < out.length; cell++) {
    const word = stream.next() | 0
    const layer = word & (LAYERS - 1)
    const x = word * WIDTH[layer]
    const v = 1 + slope * x
    out[cell] = d * v * v * v
    const square = x * x
    const isInside = (word ^ (word >> 31)) < INSIDE[layer]
    if (!isInside || CHANCE - 1 - chanceBits(word) < doubt * square * square) late.push([cell, word])
    if (cell % BLOCK < BLOCK - 1 && cell < out.length - 1) continue
    for (const [place, begun] of late) out[place] = carefully(stream, begun, d, slope, doubt)
    late.length = 0
  }
}

const chanceBits = (word: number): number => (word >>> 8) & (CHANCE - 1)

/** Continues the draw of `word`, which that word alone did not decide. Draws further words as needed. */
function carefully(stream: RandomStream, first: number, d: number, slope: number, doubt: number): number {
  for (let word = first; ; word = stream.next() | 0) {
    const layer = word & (LAYERS - 1)
    let x = word * WIDTH[layer]
    if ((word ^ (word >> 31)) >= INSIDE[layer]) {
      if (layer === 0) x = tail(stream) * Math.sign(word)
      else if (!isUnder(x, layer, stream.uniform())) continue
    }
    const u = chanceBits(word) + stream.uniform()
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
