/** `npm run simulate [-- STUDY]`: what a method declares on boards drawn from known strengths. `--help` lists all. */
import { isMainThread, parentPort } from 'node:worker_threads'
import { thisTerminal } from '../../scripts/cli/terminal/terminal.ts'
import { attacks } from './attacks.ts'
import { field } from './boards.ts'
import { compare } from './compare.ts'
import { gates, stops } from './gates.ts'
import { focus, settle } from './advice.ts'
import { climbs } from './climbs.ts'
import { judges } from './judges.ts'
import { runs, tournament } from './tournament.ts'
import { limit, sealed, watched } from './watched.ts'
import type { AnyStudy, Task } from './study.ts'

const STUDIES: readonly AnyStudy[] = [
  field,
  compare,
  gates,
  stops,
  settle,
  focus,
  watched,
  sealed,
  limit,
  tournament,
  runs,
  judges,
  climbs,
  attacks,
]

/** Such as `field` and `field --peers`: of those that are asked for, the one with most words. */
function askedFor(args: readonly string[]): AnyStudy | undefined {
  const wordsOf = ({ name }: AnyStudy) => name.split(' ')
  const fitting = STUDIES.filter(
    (study) => args[0] === wordsOf(study)[0] && wordsOf(study).every((word) => args.includes(word)),
  )
  return fitting.toSorted((a, b) => b.name.length - a.name.length)[0]
}

if (isMainThread) {
  const args = process.argv.slice(2)
  const study = askedFor(args)
  const all = STUDIES.map(({ name, about }) => `  ${name.padEnd(16)} ${about}`).join('\n')
  if (!study) {
    process.stdout.write(`Name a study, each with a --help of its own:\n${all}\n`)
    process.exitCode = args.length === 0 || args[0] === '--help' ? 0 : 2
  } else
    process.exitCode = await study.run(
      args.filter((word) => !study.name.split(' ').includes(word)),
      thisTerminal(),
    )
} else
  parentPort!.on('message', (task: Task) => {
    parentPort!.postMessage(STUDIES.find(({ name }) => name === task.study)!.score(task))
  })
