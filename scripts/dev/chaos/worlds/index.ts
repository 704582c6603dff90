import type { World } from '../world.ts'
import { kills } from './kills.ts'

/** All worlds, in the order in which they run. */
export const WORLDS: readonly World[] = [kills]
