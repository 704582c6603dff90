/** `npm run simulate`: what this engine declares, and the usual recipe, on boards drawn from known strengths. */
import { simulate } from './simulate/command.ts'
import { thisTerminal } from './terminal/terminal.ts'

process.exitCode = await simulate(process.argv.slice(2), thisTerminal())
