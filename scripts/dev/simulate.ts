/**
 * `npm run simulate`: what this engine declares, and the usual recipe, on boards drawn from known strengths.
 * `npm run simulate -- stopping`: what stopping a comparison early costs and saves.
 * `npm run simulate -- powered`: what judges lend to boards of people's votes.
 * `npm run simulate -- compare`: comparisons of two whose votes share prompts and voters.
 * `npm run simulate -- field`: boards whose prompts and voters are unequal, or of two kinds.
 * `npm run simulate -- settle`: whether boards are separated by what they say would separate them.
 * `npm run simulate -- focus`: how many votes a winner takes with uniform draws and with focus.
 * `npm run simulate -- watched`: boards that are looked at while votes come in.
 * `npm run simulate -- expect`: what boards expect of their leader on new prompts.
 */
import { simulate } from './simulate/command.ts'
import { compare } from './simulate/compare/command.ts'
import { powered } from './simulate/powered-command.ts'
import { expect } from './simulate/expect/command.ts'
import { field } from './simulate/field/command.ts'
import { settle } from './simulate/settle/command.ts'
import { focus } from './simulate/focus/command.ts'
import { watched } from './simulate/watched/command.ts'
import { stopping } from './simulate/stopping-command.ts'
import { thisTerminal } from '../cli/terminal/terminal.ts'

const [first, ...rest] = process.argv.slice(2)
const others = new Map(Object.entries({ compare, expect, field, focus, powered, settle, stopping, watched }))
const other = others.get(first ?? '')

process.exitCode = other
  ? await other(rest, thisTerminal())
  : await simulate(process.argv.slice(2), thisTerminal())
