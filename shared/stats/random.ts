/**
 * A stream of random numbers that depends on (seed, round) alone, so that rounds can be computed in any order
 * and on any thread. The generator is sfc32 (Doty-Humphrey, PractRand): 96 bits of state and a counter, hence
 * no cycle shorter than 2³².
 */
export class RandomStream {
  private a: number
  private b: number
  private c: number
  private counter = 1

  constructor(seed: number, round: number) {
    const low = seed >>> 0
    const high = Math.floor(seed / 2 ** 32) >>> 0
    this.a = scramble(low ^ 0x9e3779b9)
    this.b = scramble(high ^ scramble(this.a ^ 0x85ebca6b))
    this.c = scramble(round ^ scramble(this.b ^ 0xc2b2ae35))
    for (let warm = 0; warm < 16; warm++) this.next()
  }

  /** A whole number, uniform on 0 … 2³² − 1. */
  next(): number {
    const sum = (this.a + this.b + this.counter) | 0
    this.counter = (this.counter + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = ((this.c << 21) | (this.c >>> 11)) + sum
    this.c |= 0
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

/** The 32-bit finaliser of MurmurHash3 (Appleby): every input bit moves every output bit. */
function scramble(value: number): number {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}
