/**
 * `npm run simulate`: what this engine declares, and the usual recipe, on boards drawn from known strengths.
 * `npm run simulate -- stopping`: what stopping a comparison early costs and saves.
 */
import { simulate } from './simulate/command.ts'
import { stopping } from './simulate/stopping-command.ts'
import { thisTerminal } from './terminal/terminal.ts'

const [first, ...rest] = process.argv.slice(2)

process.exitCode =
  first === 'stopping'
    ? await stopping(rest, thisTerminal())
    : await simulate(process.argv.slice(2), thisTerminal())
