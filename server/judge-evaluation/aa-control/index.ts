/** Whether judges tell a contestant from itself. */
export { controlsOf } from './controls-of.ts'
export type { ControlFinding } from './controls-of.ts'
