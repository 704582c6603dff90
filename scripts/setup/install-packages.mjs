import { launch } from './launch.mjs'

await launch({ tools: true })
