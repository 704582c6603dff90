import { attacks } from './attacks.ts'
import { boards } from './boards.ts'
import { compare } from './compare.ts'
import { expect } from './expect.ts'
import { field } from './field.ts'
import { focus } from './focus.ts'
import type { AnyStudy } from './harness.ts'
import { judges } from './judges.ts'
import { limit } from './limit.ts'
import { pairing } from './pairing.ts'
import { peers } from './peers.ts'
import { powered } from './powered.ts'
import { settle } from './settle.ts'
import { stopping } from './stopping.ts'
import { watched } from './watched.ts'

/** All simulations. The first has no name of its own. */
export const STUDIES: readonly AnyStudy[] = [
  boards,
  stopping,
  powered,
  compare,
  field,
  pairing,
  peers,
  settle,
  focus,
  watched,
  limit,
  expect,
  judges,
  attacks,
]
