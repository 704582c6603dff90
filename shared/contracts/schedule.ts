/** The schedule of an arena, as an operator sees it: what comes next, and what happened the last time. */
import { z } from 'zod'

/**
 * `waiting`: its time has come, and other judging of the arena is open · `working` · `done` · `stopped`: its run was
 * cancelled or reached its budget · `failed`: it could not start or go on · `skipped`: the entry was paused or changed, or
 * its next time came, before it could start.
 */
export const OccurrenceState = z.enum(['waiting', 'working', 'done', 'stopped', 'failed', 'skipped'])
export type OccurrenceState = z.infer<typeof OccurrenceState>
