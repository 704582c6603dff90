import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { readDockerfile } from './read-dockerfile.ts'
import type { Stage, Step } from './read-dockerfile.ts'

/**
 * What is wrong with the Dockerfile of a checkout, found without building it: sources that are missing or that
 * .dockerignore keeps out, stages that are not there, paths of a stage that nothing puts there, and commands whose
 * program no COPY brings.
 */
export function checkDockerfile(root: string): string[] {
  const stages = readDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'))
  const sent = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
  return stages.flatMap((stage, nth) =>
    stage.steps.flatMap(({ line, step }) =>
      complaintsAbout(step, { root, sent, stage, earlier: stages.slice(0, nth) }).map(
        (complaint) => `Line ${line}: ${complaint}`,
      ),
    ),
  )
}

interface Around {
  root: string
  sent: string[]
  stage: Stage
  earlier: Stage[]
}

function complaintsAbout(step: Step, { root, sent, stage, earlier }: Around): string[] {
  if (step.kind === 'cmd' || step.kind === 'healthcheck') {
    const [program, file] = step.command
    if (program === undefined) return [`${step.kind.toUpperCase()} is no JSON list.`]
    return file === undefined || targetsOf(stage).some((there) => isIn(absolute(stage, file), there))
      ? []
      : [`no COPY brings ${file}.`]
  }
  if (step.kind !== 'copy') return []
  const { from, sources } = step
  if (from === null)
    return sources.flatMap((source) => [
      ...(existsSync(join(root, source)) ? [] : [`${source} is not in the checkout.`]),
      ...(sent.includes(`!${source}`) ? [] : [`.dockerignore keeps ${source} out.`]),
    ])
  const other = earlier.find(({ name }) => name === from)
  if (!other) return [`there is no stage ${from} before.`]
  const folder = workFolder(other)
  return sources
    .filter((source) => !isIn(source, folder))
    .map((source) => `${source} is not below ${folder} of ${from}.`)
}

const workFolder = ({ steps }: Stage): string =>
  steps.reduce(
    (folder, { step }) => (step.kind === 'workdir' ? posix.resolve(folder, step.name) : folder),
    '/',
  )

const absolute = (stage: Stage, path: string) => posix.resolve(workFolder(stage), path)

const targetsOf = (stage: Stage): string[] =>
  stage.steps.flatMap(({ step }) => (step.kind === 'copy' ? [absolute(stage, step.target)] : []))

const isIn = (path: string, folder: string) =>
  path === folder || path.startsWith(`${folder.replace(/\/$/, '')}/`)
