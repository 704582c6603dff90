/** Of a set or a map of numbers. */
const BYTES_OF_AN_ENTRY = 40

/** The bytes of arrays, and about those of so many entries of sets and maps of numbers. */
export const memoryOf = (arrays: readonly { byteLength: number }[], entries: number): number =>
  arrays.reduce((sum, { byteLength }) => sum + byteLength, BYTES_OF_AN_ENTRY * entries)
