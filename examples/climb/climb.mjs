/**
 * An unattended climb: propose, challenge, keep or drop. You can stop it at any time and in any way. Started again, it
 * resumes, because its only state is the log of the arena.
 *
 *   node examples/climb/climb.mjs [--attempts 20] [--alpha 0.05] [--folder FOLDER] [--example examples/voice [TEXTS…]]
 *
 * Without --alpha, all attempts of an epoch share a level of 5 %, which takes many references late in a climb.
 * FOLDER gets a copy of the example's arena.yaml, and every variant is added to it. The default is .climb in the current
 * folder. TEXTS are your own: each text loses its middle, which contestants write anew and the original is the reference.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { parse, stringify } from 'yaml'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    attempts: { type: 'string', default: '20' },
    alpha: { type: 'string' },
    folder: { type: 'string', default: '.climb' },
    example: { type: 'string', default: import.meta.dirname },
  },
})
const EXAMPLE = resolve(values.example)
const TEXTS = positionals.map((file) => resolve(file))
const FILE = join(resolve(values.folder), 'arena.yaml')
/** How `deadheat` is called, if not by npm. */
const COMMAND = process.env['DEADHEAT_COMMAND']?.split(' ') ?? ['npm', 'run', '-s', 'deadheat', '--']
const WAIT_MS = 60_000
const MAX_WAITS = 10

function stop(why, code) {
  console.error(`climb: ${why}`)
  process.exit(code)
}

const most = Number(values.attempts)
if (!(Number.isInteger(most) && most > 0))
  stop('--attempts is how many to make: a whole number from 1 on.', 2)

/** Runs a command of the terminal: its exit code and what it printed. */
function deadheat(...args) {
  const [program, ...before] = COMMAND
  const cwd = resolve(import.meta.dirname, '../..')
  const { status, stdout } = spawnSync(program, [...before, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { code: status, stdout }
}

/** Whether judging stopped because the budget is spent, from the output. The output is empty if the database failed. */
const isSpent = (stdout) => stdout !== '' && JSON.parse(stdout).stopped === 'budget_reached'

/** Writes the whole file, or nothing. */
function write(arena) {
  writeFileSync(`${FILE}.new`, stringify(arena))
  renameSync(`${FILE}.new`, FILE)
}

/** Makes a prompt from each text. Returns their file. */
function makePrompts(texts) {
  const { code, stdout } = deadheat('dataset', 'fill-in-the-middle', ...texts)
  if (code !== 0) stop('no prompts could be made from the texts', 2)
  writeFileSync(join(resolve(values.folder), 'prompts.jsonl'), stdout)
  return 'prompts.jsonl'
}

function openArena() {
  if (!existsSync(FILE)) {
    mkdirSync(resolve(values.folder), { recursive: true })
    const arena = parse(readFileSync(join(EXAMPLE, 'arena.yaml'), 'utf8'))
    write({ ...arena, prompts: TEXTS.length > 0 ? makePrompts(TEXTS) : join(EXAMPLE, arena.prompts) })
  }
  return parse(readFileSync(FILE, 'utf8'))
}

const { propose } = await import(pathToFileURL(join(EXAMPLE, 'propose.mjs')).href)
const arena = openArena()
const brought = () => {
  if (deadheat('import', arena.arena, FILE).code !== 0) stop('the arena could not be brought in', 2)
}
brought()
const read = deadheat('challenge', arena.arena, '--log', '--json')
if (read.code !== 0) stop('the log could not be read', read.code ?? 1)
const log = JSON.parse(read.stdout)
const tried = new Set(log.attempts.map(({ challenger }) => challenger))
let incumbent = log.incumbent ?? 'Baseline'

for (let attempt = 1; attempt <= most; attempt++) {
  const name = `v${String(attempt).padStart(2, '0')}`
  if (tried.has(name)) continue
  const standing = arena.contestants.find((one) => one.name === incumbent)
  // a variant that was proposed before an interruption is challenged unchanged
  if (!arena.contestants.some((one) => one.name === name)) {
    arena.contestants.push({ ...standing, name, system: propose(standing.system, attempt) })
    write(arena)
  }
  brought()
  const level = values.alpha === undefined ? [] : ['--alpha', values.alpha]
  const challenge = [
    'challenge',
    arena.arena,
    '--incumbent',
    incumbent,
    '--challenger',
    name,
    '--json',
    ...level,
  ]
  let { code, stdout } = deadheat(...challenge)
  // a provider failed: finished verdicts are kept, and the same command resumes. Waiting does not refill a budget
  for (let waits = 0; code === 3 && !isSpent(stdout) && waits < MAX_WAITS; waits++) {
    await sleep(WAIT_MS)
    ;({ code, stdout } = deadheat(...challenge))
  }
  if (code === 3 && isSpent(stdout))
    stop(`the budget of attempt ${attempt} is spent; give a higher budgetUsd in ${FILE}`, 3)
  if (code !== 0 && code !== 1 && code !== 4)
    stop(`attempt ${attempt} ended with exit code ${code}`, code ?? 1)
  const { wins, losses, ties, promoted, level: tested, warnings } = JSON.parse(stdout)
  console.log(`${name}: ${wins} won, ${losses} lost, ${ties} tied: ${promoted ? 'kept' : 'dropped'}`)
  for (const { message } of [tested ?? [], ...warnings].flat()) console.log(`  ${message}`)
  if (promoted) incumbent = name
}
console.log(`The incumbent is ${incumbent}.`)
