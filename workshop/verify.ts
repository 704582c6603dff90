/**
 * `npm run verify [-- CHECK…]`: all checks that need no database, in seconds, or those that are named. One line for each
 * check with its time, then the full output of those that failed. Exit 1 if any failed.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'

interface Check {
  name: string
  /** Words with one space in between. */
  command: string
  /** The check is skipped if this file, which it reads, is missing. */
  needs?: string
}

interface Result {
  name: string
  ok: boolean
  output: string
}

/** Where the compiler stores what it found, so that it checks only what a change may affect. */
const CHECKED_TYPES = 'dist/types.tsbuildinfo'

/** The slowest first. The compiler in Go checks types several times as fast as the one that `typescript` names. */
const CHECKS: Check[] = [
  {
    name: 'svelte',
    // components are checked only in a workspace that is the folder of their tsconfig.json
    command:
      'svelte-check --workspace web --tsconfig tsconfig.json --tsgo --incremental --fail-on-warnings --output human',
    needs: 'web/tsconfig.json',
  },
  { name: 'lint', command: 'oxlint' },
  {
    name: 'types',
    command: `node node_modules/@typescript/native/bin/tsc --checkers 2 --pretty false --incremental --tsBuildInfoFile ${CHECKED_TYPES}`,
  },
  { name: 'format', command: 'oxfmt --check' },
  { name: 'docs', command: 'node workshop/verify/doc-references.ts' },
  {
    name: 'pages',
    command: 'node workshop/docs/docs.ts --check',
    needs: 'docs/reference/terminal.md',
  },
  { name: 'budget', command: 'node workshop/verify/budget.ts', needs: 'server/platform/deps.ts' },
]

const root = join(import.meta.dirname, '..')
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env['PATH']}`,
  NO_COLOR: '1',
  // The compiler in Go ends before a collection of its memory pays.
  GOGC: '400',
}

function run({ name, command }: Check): Promise<Result> {
  const [program, ...args] = command.split(' ')
  const started = performance.now()
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const done = (ok: boolean) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      console.log(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(8)} ${seconds} s`)
      resolve({ name, ok, output: Buffer.concat(chunks).toString().trim() })
    }
    const child = spawn(program!, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.stderr.on('data', (chunk) => chunks.push(chunk))
    child.on('error', (error) => {
      chunks.push(Buffer.from(`${program} did not start: ${error.message}`))
      done(false)
    })
    child.on('close', (code) => done(code === 0))
  })
}

/** One check for each core at a time. The results have the order of the checks. */
async function runAll(checks: Check[]): Promise<Result[]> {
  const waiting = checks.entries()
  const results: Result[] = []
  const lane = async () => {
    for (const [i, check] of waiting) results[i] = await run(check)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, lane))
  return results
}

const named = process.argv.slice(2)
const unknown = named.filter((check) => !CHECKS.some(({ name }) => name === check))
if (unknown.length > 0) {
  const names = CHECKS.map(({ name }) => name)
  console.error(`There is no check ${unknown.join(', ')}. There are ${names.join(', ')}.`)
  process.exit(2)
}
const possible = CHECKS.filter(
  ({ name, needs }) =>
    (named.length === 0 || named.includes(name)) && (!needs || existsSync(join(root, needs))),
)
const failed = (await runAll(possible)).filter(({ ok }) => !ok)
for (const { name, output } of failed) console.log(`\n--- ${name} ---\n${output}`)
process.exitCode = failed.length > 0 ? 1 : 0
