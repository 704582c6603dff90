import type { World } from '../world.ts'
import { clock, machineClock } from './clock.ts'
import { fullDisk } from './full-disk.ts'
import { live } from './live.ts'
import { kills, oneFolder } from './kills.ts'
import { migrations } from './migrations.ts'
import { providers } from './providers.ts'

/** All worlds, in the order in which they run. */
export const WORLDS: readonly World[] = [
  kills,
  fullDisk,
  clock,
  machineClock,
  providers,
  live,
  oneFolder,
  migrations,
]
