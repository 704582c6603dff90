#!/usr/bin/env node
import { openDoor } from './setup/door.mjs'

await openDoor({ entry: 'server/main.ts', page: true })
