#!/usr/bin/env node
import { launch } from './dev/setup/launch.mjs'

const [command = 'serve'] = process.argv.slice(2)
await launch({ entry: 'scripts/deadheat.ts', page: command === 'serve' })
