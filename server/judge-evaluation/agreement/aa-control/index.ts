/** Whether judges tell a contestant from itself. */
export { aaControlsOf } from './aa-controls-of.ts'
export type { AaControl } from './aa-controls-of.ts'
