#!/usr/bin/env node
import { openDoor } from './setup/door.mjs'

await openDoor({ entry: 'scripts/deadheat.ts', page: false })
