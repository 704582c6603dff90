#!/usr/bin/env node
import { launch } from './dev/setup/launch.mjs'

await launch({ entry: 'scripts/dev/setup/run-tests.ts', page: true })
