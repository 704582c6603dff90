/** The package, built from this checkout, packed and installed into an empty folder of a user with an empty home. */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { build } from 'vite'

const run = promisify(execFile)
export const root = join(import.meta.dirname, '../../..')

export interface PackedFile {
  path: string
  size: number
}

export interface InstalledPackage {
  /** The folder in which the package was installed. */
  folder: string
  home: string
  tarball: { file: string; size: number; files: PackedFile[] }
  /** Runs `npx deadheat ARGS` in a folder, with the home as the only folder of the user. */
  deadheat(args: string[], options?: { cwd?: string; env?: Record<string, string> }): Promise<Ran>
  /** Starts `deadheat` without arguments and waits until the server tells its address. */
  serve(env?: Record<string, string>): Promise<{ server: ChildProcess; address: string }>
  /** The environment of another user, with an empty home and this version of Node, which npm installs. */
  userOf(version: string): Promise<Record<string, string>>
  /** Runs `npx ./TARBALL ARGS` in the folder of the tarball, which installs nothing there. Postgres is left out. */
  npx(args: string[]): Promise<Ran>
  remove(): Promise<void>
}

export interface Ran {
  code: number | null
  stdout: string
  stderr: string
}

/** Builds, packs and installs the package, which takes half a minute. npm may use what its cache holds. */
export async function installPackage(): Promise<InstalledPackage> {
  const parent = await mkdtemp(join(await realpath(tmpdir()), 'deadheat-package-'))
  await chmod(parent, 0o755)
  const [folder, home] = [join(parent, 'folder'), join(parent, 'home')]
  for (const one of [folder, home]) await mkdir(one)
  await run(process.execPath, ['workshop/package/build.ts'], { cwd: root })
  const env = environmentOf(home)
  const envOfNpm = await environmentOfNpm(home, join(parent, 'cache'))
  const inNpm = async (args: string[], cwd: string) => (await run('npm', args, { cwd, env: envOfNpm })).stdout
  const packing = await inNpm(
    ['pack', join(root, 'dist/package'), '--json', '--pack-destination', parent],
    folder,
  )
  const [{ filename, size, files }] = JSON.parse(packing) as [
    { filename: string; size: number; files: PackedFile[] },
  ]
  const file = join(parent, filename)
  await inNpm(['install', '--prefer-offline', '--no-audit', '--no-fund', file], folder)
  const bin = join(folder, 'node_modules/.bin/deadheat')
  return {
    folder,
    home,
    tarball: { file, size, files },
    deadheat: (args, { cwd = folder, env: more = {} } = {}) => ranTo(bin, args, cwd, { ...env, ...more }),
    npx: async (args) =>
      ranTo(
        'npx',
        ['--yes', '--prefer-offline', '--omit=optional', `./${filename}`, ...args],
        parent,
        envOfNpm,
      ),
    async serve(more = {}) {
      const server = spawn(bin, [], { cwd: folder, env: { ...env, ...more, PORT: '0' } })
      let output = ''
      const address = await new Promise<string>((resolve, reject) => {
        const read = (chunk: Buffer) => {
          output += String(chunk)
          const [found] = /http:\S+/.exec(output) ?? []
          if (found) resolve(found)
        }
        for (const stream of [server.stdout, server.stderr]) stream.on('data', read)
        server.once('exit', (code) => reject(new Error(`deadheat ended with ${code}: ${output}`)))
      })
      return { server, address }
    },
    async userOf(version) {
      const [node, place] = [`node-${process.platform}-${process.arch}`, join(parent, version)]
      await mkdir(join(place, 'home'), { recursive: true })
      await inNpm(['install', '--prefer-offline', '--no-audit', '--no-fund', `${node}@${version}`], place)
      return environmentOf(join(place, 'home'), join(place, 'node_modules', node, 'bin'))
    },
    remove: () => rm(parent, { recursive: true, force: true, maxRetries: 5 }),
  }
}

export async function ranTo(
  command: string,
  args: string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<Ran> {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, stdout, stderr }
}

/** Nothing of this user but the way to programs; `node` is by default the Node of this process. */
const environmentOf = (home: string, folderOfNode = dirname(process.execPath)) => ({
  HOME: home,
  PATH: [folderOfNode, process.env['PATH']].join(delimiter),
})

/**
 * The environment of npm: that of this process, which says how to reach a registry, with an empty home. The settings of
 * the real home stay, and what the npm that runs the tests says about this project goes.
 * @param cache the folder of a new cache with the packages of the real one. What npm unpacks there goes with the test:
 *   npx would keep a whole installation in the real cache, and npm unpacks a tarball in it, more slowly than in memory.
 */
async function environmentOfNpm(home: string, cache: string): Promise<Record<string, string | undefined>> {
  const foreign =
    /^(INIT_CWD|npm_(command|execpath|node_execpath|lifecycle_.*|package_.*|config_local_prefix))$/
  const outside = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)))
  const { stdout } = await run('npm', ['config', 'get', 'cache'], { cwd: tmpdir(), env: outside })
  await mkdir(join(cache, '_cacache'), { recursive: true })
  for (const part of ['content-v2', 'index-v5']) {
    const kept = join(stdout.trim(), '_cacache', part)
    await mkdir(kept, { recursive: true })
    await symlink(kept, join(cache, '_cacache', part))
  }
  const settings = { npm_config_userconfig: join(homedir(), '.npmrc'), npm_config_cache: cache }
  return { ...outside, ...settings, ...environmentOf(home) }
}

// Programs that use it.

const COMPILER = join(root, 'node_modules/@typescript/native/bin/tsc')

/** A program of a user in TypeScript, with every library. */
const PROGRAM = `
import { rateVotes, type RatedVotes } from 'deadheat/stats'
import { DeadheatError, openClient, type Board } from 'deadheat/client'
import { arenaSchema, voteSchema } from 'deadheat/schema'

export const rated: RatedVotes = rateVotes([{ left: 'A', right: 'B', winner: 'left' }])
const client = openClient({ server: 'http://127.0.0.1:1' })
const path = { arena: 'arena' }
const read = client.GET('/api/arenas/{arena}/leaderboard', { params: { path, query: { looks: 'one' } } })
export const board: Promise<Board> = read.then(({ data }) => data)
export const votes: Promise<number> = read.then(({ data }) => data.votes)
export const picture: Promise<Blob> = client
  .GET('/a/{arena}/plate.png', { params: { path }, parseAs: 'blob' })
  .then(({ data }) => data)
export const isOurs = (error: unknown) => error instanceof DeadheatError && error.code
export const schemas: object[] = [arenaSchema(), voteSchema()]
rateVotes([{ left: 'A', right: 'B', winner: 'A' }])
// @ts-expect-error no winner
rateVotes([{ left: 'A', right: 'B' }])
// @ts-expect-error no such path
void client.GET('/api/nothing')
// @ts-expect-error no arena is named
void client.GET('/api/arenas/{arena}/leaderboard')
// @ts-expect-error no such part of a view
void client.GET('/api/arenas/{arena}/leaderboard', { params: { path, query: { source: 'people', look: 'one' } } })
// @ts-expect-error a vote has an outcome
void client.POST('/api/battles/{id}/vote', { params: { path: { id: '1' } }, body: { ticket: 't' } })
// @ts-expect-error arenas are not put there
void client.PUT('/api/arenas')
`

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
