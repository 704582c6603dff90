/** `npm run simulate [-- STUDY]`: what a method declares on boards drawn from known strengths. `--help` lists all. */
import { isMainThread, parentPort } from 'node:worker_threads'
import { thisTerminal } from '../../scripts/cli/terminal/terminal.ts'
import { attacks } from './attacks.ts'
import { boards, field, peers } from './boards.ts'
import { compare } from './compare.ts'
import { expect, focus, settle } from './advice.ts'
import { climbs } from './climbs.ts'
import { judges } from './judges.ts'
import { limit } from './limit.ts'
import { pairing } from './pairing.ts'
import { powered } from './powered.ts'
import { stopping } from './stopping.ts'
import type { AnyStudy, Task } from './study.ts'
import { watched } from './watched.ts'

/** All studies. The first has no name of its own. */
const STUDIES: readonly AnyStudy[] = [
  boards,
  stopping,
  powered,
  compare,
  field,
  pairing,
  peers,
  settle,
  focus,
  watched,
  limit,
  expect,
  judges,
  climbs,
  attacks,
]

/** Such as `field` and `field --peers`: of those that are asked for, the one with most words. */
function askedFor(args: readonly string[]): AnyStudy {
  const [unnamed, ...named] = STUDIES
  const wordsOf = ({ name }: AnyStudy) => name.split(' ')
  const fitting = named.filter(
    (study) => args[0] === wordsOf(study)[0] && wordsOf(study).every((word) => args.includes(word)),
  )
  return fitting.toSorted((one, other) => other.name.length - one.name.length)[0] ?? unnamed
}

if (isMainThread) {
  const args = process.argv.slice(2)
  const { name, run } = askedFor(args)
  const others = STUDIES.slice(1).map((study) => `  ${study.name.padEnd(16)} ${study.about}`)
  const help = `\n\nOther studies, each with a --help of its own:\n${others.join('\n')}`
  process.exitCode = await run(
    args.filter((word) => !name.split(' ').includes(word)),
    thisTerminal(),
    name === '' ? help : '',
  )
} else
  parentPort!.on('message', (task: Task) => {
    parentPort!.postMessage(STUDIES.find(({ name }) => name === task.study)!.score(task))
  })
