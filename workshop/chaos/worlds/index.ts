import type { ChaosWorld } from '../world.ts'
import { clock } from './clock.ts'
import { fullDisk } from './full-disk.ts'
import { kills } from './kills.ts'
import { providers } from './providers.ts'

/** All worlds, in the order in which they run. */
export const WORLDS: readonly ChaosWorld[] = [kills, fullDisk, clock, providers]
