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
