#!/usr/bin/env node
import { launch } from './setup/launch.mjs'

await launch({ entry: 'server/main.ts', page: true })
