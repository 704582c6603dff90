/** `npm run simulate [-- STUDY]`: what this engine declares on boards drawn from known strengths. `--help` lists all. */
import { thisTerminal } from '../../scripts/cli/terminal/terminal.ts'
import { STUDIES } from './studies.ts'

const args = process.argv.slice(2)
const [unnamed, ...named] = STUDIES
/** Such as `field` and `field --peers`: of those that are asked for, the one with most words. */
const asked = named
  .filter(
    ({ name }) => args[0] === name.split(' ')[0] && name.split(' ').every((word) => args.includes(word)),
  )
  .toSorted((one, other) => other.name.length - one.name.length)[0]
const others = named.map(({ name, about }) => `  ${name.padEnd(16)} ${about}`).join('\n')

process.exitCode = asked
  ? await asked.run(
      args.filter((word) => !asked.name.split(' ').includes(word)),
      thisTerminal(),
    )
  : await unnamed.run(
      args,
      thisTerminal(),
      `\n\nOther simulations, each with a --help of its own:\n${others}`,
    )
