#!/usr/bin/env node
import { openDoor } from './dev/setup/door.mjs'

await openDoor({ entry: 'server/main.ts', page: true })
