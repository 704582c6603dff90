#!/usr/bin/env node
import { launch } from './dev/setup/launch.mjs'

await launch({ entry: 'server/main.ts', page: true })
