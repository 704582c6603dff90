/** A/A controls: whether judges prefer a contestant to a copy of itself. */
export { aaControlsOf } from './aa-controls-of.ts'
export type { AaControl } from './aa-controls-of.ts'
