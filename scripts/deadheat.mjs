#!/usr/bin/env node
import { launch } from './dev/setup/launch.mjs'

await launch({ entry: 'scripts/deadheat.ts', page: false })
