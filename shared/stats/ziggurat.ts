/**
 * Tables of the ziggurat for the standard normal (Marsaglia & Tsang 2000): 256 layers of equal area over e^(−x²/2).
 * A signed 32-bit word whose low 8 bits name the layer is accepted at once as x = word · WIDTH[layer] if |word| <
 * INSIDE[layer].
 */
export const LAYERS = 256
/** The start of the tail, and the area of each layer. */
export const TAIL = 3.6541528853610088
const AREA = 0.00492867323399
const WORDS = 2 ** 31

export const WIDTH = new Float64Array(LAYERS)
export const INSIDE = new Int32Array(LAYERS)
/** Height of the density at the outer edge of each layer. */
export const HEIGHT = new Float64Array(LAYERS)

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
