#!/usr/bin/env node
import { launch } from './setup/launch.mjs'

const [command = 'serve', ...args] = process.argv.slice(2)
const page = command === 'serve' || (command === 'export' && args.includes('site'))
await launch({ entry: 'scripts/deadheat.ts', page })
