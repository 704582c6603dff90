#!/usr/bin/env node
import { openDoor } from './setup/door.mjs'

await openDoor({ entry: 'scripts/setup/run-tests.ts', page: true })
