import { execFile, spawn } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const ROOT = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

export type Run = { code: number | null; stdout: string; stderr: string }

/** The launchers of this project around a program that prints its arguments, with one package that npm finds offline. */
export async function makeSmallProject(): Promise<string> {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'scripts'))
  await cp(join(ROOT, 'scripts/setup'), join(folder, 'scripts/setup'), { recursive: true })
  await cp(join(ROOT, 'shared/messages/en/launch.mjs'), join(folder, 'shared/messages/en/launch.mjs'))
  for (const launcher of ['start', 'deadheat', 'test']) {
    await cp(join(ROOT, `scripts/${launcher}.mjs`), join(folder, `scripts/${launcher}.mjs`))
  }
  await writeFile(join(folder, 'scripts/deadheat.ts'), PROGRAM)
  for (const file of ['claim.mjs', 'running-process.mjs']) {
    await cp(join(ROOT, 'server/platform', file), join(folder, 'server/platform', file))
  }
  await writeFile(join(folder, 'server/main.ts'), PROGRAM)
  await mkdir(join(folder, 'leaf'))
  await writeFile(join(folder, 'leaf/package.json'), JSON.stringify({ name: 'leaf', version: '1.0.0' }))
  const own = { cwd: folder, env: environment(folder) }
  await run('npm', ['pack', './leaf'], own)
  const dependencies = { leaf: 'file:leaf-1.0.0.tgz' }
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'small', type: 'module', dependencies }),
  )
  await run('npm', ['install', '--package-lock-only', '--offline'], own)
  return folder
}

/** Runs a launcher of a project. */
export function enter(folder: string, launcher: string, ...args: string[]): Promise<Run> {
  const child = spawn(process.execPath, [join(folder, `scripts/${launcher}.mjs`), ...args], {
    env: environment(folder),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const seen: Run = { code: null, stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (seen.stdout += chunk))
  child.stderr.on('data', (chunk) => (seen.stderr += chunk))
  return new Promise((resolve) => child.once('close', (code) => resolve({ ...seen, code })))
}

/** With a cache for npm that goes with the folder. */
function environment(folder: string): NodeJS.ProcessEnv {
  return { ...process.env, npm_config_cache: join(folder, 'cache') }
}

const PROGRAM = `
import { existsSync } from 'node:fs'
const leaf: boolean = existsSync(new URL('../node_modules/leaf/package.json', import.meta.url))
console.log(JSON.stringify({ leaf, args: process.argv.slice(2) }))
process.exitCode = process.argv.includes('fail') ? 2 : 0
`
