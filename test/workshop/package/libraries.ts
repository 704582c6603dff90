/** Programs that use an installed package. */
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import type { Cli } from '../../scripts/document-commands.ts'

const run = promisify(execFile)

const COMPILER = join(import.meta.dirname, '../../../node_modules/@typescript/native/bin/tsc')

/** A program of a user in TypeScript, with every library. */
const PROGRAM = `
import { rateVotes, type RatedVotes } from 'deadheat/stats'
import { DeadheatError, openClient, type Board } from 'deadheat/client'
import { arenaSchema, voteSchema } from 'deadheat/schema'

export const rated: RatedVotes = rateVotes([{ left: 'A', right: 'B', winner: 'left' }])
export const board: Promise<Board> = openClient({ server: 'http://127.0.0.1:1' }).board('arena', { looks: 'one' })
export const votes: Promise<number> = board.then(({ votes }) => votes)
export const isOurs = (error: unknown) => error instanceof DeadheatError && error.code
export const schemas: object[] = [arenaSchema(), voteSchema()]
rateVotes([{ left: 'A', right: 'B', winner: 'model_a' }])
// @ts-expect-error no winner
rateVotes([{ left: 'A', right: 'B' }])
// @ts-expect-error no such part of a view
openClient({ server: '' }).board('arena', { look: 'one' })
`

/** The terminal of the package that is installed in a folder. */
export async function cliOf(folder: string): Promise<Cli> {
  const part = (path: string) => import(join(folder, 'node_modules/deadheat/scripts/cli', path))
  const [{ allCommands }, { programOf }, { thisTerminal }] = await Promise.all([
    part('commands/index.js'),
    part('terminal/run.js'),
    part('terminal/terminal.js'),
  ])
  return { commands: await allCommands(), programOf, thisTerminal }
}

/** What the strict compiler says about a program with the libraries, by either way of finding them. */
export async function typeComplaints(folder: string): Promise<string[]> {
  await writeFile(join(folder, 'program.mts'), PROGRAM)
  const complaints: string[] = []
  for (const [module, resolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    // the libraries of the compiler itself are not checked
    const options = `--module ${module} --moduleResolution ${resolution} --target es2024 --lib es2024,dom --strict --skipDefaultLibCheck --noEmit --pretty false`
    const checked = run(process.execPath, [COMPILER, ...options.split(' '), 'program.mts'], { cwd: folder })
    // a compiler that does not start says so on the other stream
    const said = await checked.then(
      () => '',
      ({ message, stdout }: { message: string; stdout: string }) => stdout || message,
    )
    complaints.push(...said.split('\n').filter(Boolean))
  }
  return complaints
}

/** A program with a library as one script for browsers. Names of Node in it fail the build. */
export async function scriptForBrowsers(folder: string, program: string): Promise<string> {
  const entry = join(folder, 'in-browser.js')
  await writeFile(entry, program)
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: { outDir: join(folder, 'built'), lib: { entry, formats: ['es'], fileName: () => 'script.js' } },
  })
  return readFile(join(folder, 'built/script.js'), 'utf8')
}

/** Runs a program of a document in the folder, with the address of a running server. @returns its output */
export async function outputOf(folder: string, program: string, server: string): Promise<string> {
  const file = join(folder, 'of-a-document.mjs')
  await writeFile(file, program.replace('http://127.0.0.1:4747', server))
  return (await run(process.execPath, [file], { cwd: folder })).stdout
}
