/** How far the heaps of V8 may grow beyond what they hold. */
import { setFlagsFromString } from 'node:v8'

/**
 * Keeps the memory of this process near what it really holds, for work that reads a large file in portions. By default
 * V8 lets the heap grow fourfold before it collects garbage. Costs some CPU time; only for processes with one task.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=25')
}

/**
 * Keeps the memory of a process that runs for months steady: the heap of each thread is collected when it is a quarter
 * larger than what the last collection left.
 */
export function keepHeapSteady(): void {
  setFlagsFromString('--heap-growing-percent=25')
}

/**
 * The most MiB for new objects in the heap of a thread beside the first. By default V8 takes up to 96, and a thread that
 * works now and then fills them with garbage for hours before it collects any.
 */
export const YOUNG_MEGABYTES = 24
