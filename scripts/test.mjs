#!/usr/bin/env node
import { openDoor } from './dev/setup/door.mjs'

await openDoor({ entry: 'scripts/dev/setup/run-tests.ts', page: true })
