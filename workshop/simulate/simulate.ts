/** `npm run simulate [-- STUDY]`: what a method declares on boards drawn from known strengths. `--help` lists all. */
import { isMainThread, parentPort } from 'node:worker_threads'
import { thisTerminal } from '../../scripts/cli/terminal/terminal.ts'
import { attacks } from './attacks.ts'
import { field } from './field.ts'
import { compare } from './compare.ts'
import { gates, stops } from './gates.ts'
import { focus, settle } from './advice.ts'
import { climbs } from './climbs.ts'
import { judges } from './judges.ts'
import { runs, tournament } from './tournament.ts'
import { watched } from './watched.ts'
import type { AnyStudy, Task } from './study.ts'

const STUDIES: readonly AnyStudy[] = [
  field,
  compare,
  gates,
  stops,
  settle,
  focus,
  watched,
  tournament,
  runs,
  judges,
  climbs,
  attacks,
]

if (isMainThread) {
  const [name, ...args] = process.argv.slice(2)
  const study = STUDIES.find((candidate) => candidate.name === name)
  const all = STUDIES.map((each) => `  ${each.name.padEnd(12)} ${each.about}`).join('\n')
  if (!study) {
    process.stdout.write(`Name a study, each with a --help of its own:\n${all}\n`)
    process.exitCode = name === undefined || name === '--help' ? 0 : 2
  } else process.exitCode = await study.run(args, thisTerminal())
} else
  parentPort!.on('message', (task: Task) => {
    parentPort!.postMessage(STUDIES.find(({ name }) => name === task.study)!.work(task))
  })
