/**
 * `npm run simulate`: what this engine and the usual recipe declare on boards drawn from known strengths.
 * `npm run simulate -- stopping`: what stopping a comparison early costs and saves.
 * `npm run simulate -- powered`: how judges make boards of people's votes more precise.
 * `npm run simulate -- compare`: comparisons of two contestants whose votes share prompts and voters.
 * `npm run simulate -- field`: boards with unequal prompts and voters, or with both as units.
 * `npm run simulate -- settle`: whether boards are separated by the votes they predict.
 * `npm run simulate -- focus`: how many votes it takes to name a winner, with uniform draws and with focus.
 * `npm run simulate -- watched`: boards that somebody looks at while votes come in.
 * `npm run simulate -- expect`: what boards expect of their leader on new prompts.
 * `npm run simulate -- judges`: which judges of known quality are called calibrated.
 * `npm run simulate -- attacks`: how far attackers move a board, and who is accused.
 * Each takes `--csv FILE`, which writes its tables there too, as docs/validation has them.
 */
import { attacks } from './simulate/attacks/command.ts'
import { simulate } from './simulate/command.ts'
import { compare } from './simulate/compare/command.ts'
import { withCsv } from './simulate/csv.ts'
import { powered } from './simulate/powered-command.ts'
import { expect } from './simulate/expect/command.ts'
import { field } from './simulate/field/command.ts'
import { settle } from './simulate/settle/command.ts'
import { judges } from './simulate/judges-command.ts'
import { focus } from './simulate/focus/command.ts'
import { watched } from './simulate/watched/command.ts'
import { stopping } from './simulate/stopping-command.ts'
import { thisTerminal } from '../cli/terminal/terminal.ts'

const [first, ...rest] = process.argv.slice(2)
const others = new Map(
  Object.entries({ attacks, compare, expect, field, focus, judges, powered, settle, stopping, watched }),
)
const other = others.get(first ?? '')

process.exitCode = other
  ? await withCsv(other)(rest, thisTerminal())
  : await withCsv(simulate)(process.argv.slice(2), thisTerminal())
