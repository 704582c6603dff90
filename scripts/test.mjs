#!/usr/bin/env node
import { launch } from './setup/launch.mjs'

await launch({ entry: 'scripts/setup/run-tests.ts', page: true, tools: true })
