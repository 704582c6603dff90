#!/usr/bin/env node
import { openDoor } from './dev/setup/door.mjs'

await openDoor({ entry: 'scripts/deadheat.ts', page: false })
