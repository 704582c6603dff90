/**
 * `node workshop/package/try-package.ts TARBALL NODE…`: installs the packed package with each of these major versions of
 * Node (default: the running one) in an empty home, and does what a stranger does first. A step that fails ends it.
 */
import { execFile, execFileSync, spawn } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { judgement, writeJudged } from './keep-release.ts'
import { startModelServer } from '../model-server/model-server.ts'

const root = join(import.meta.dirname, '../..')
const { platform, arch } = process

const INSTALL = 'npm install'

type Environment = Record<string, string | undefined>

const run = ([program, ...args]: string[], cwd: string, env: Environment) =>
  new Promise<{ code: number; output: string }>((done) =>
    execFile(program!, args, { cwd, env, maxBuffer: 2 ** 24 }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) || 1 : 0, output: stdout + stderr }),
    ),
  )

/** Nothing of this user but the way to programs. */
const environmentOf = (home: string, node: string): Environment => ({
  HOME: home,
  PATH: [dirname(node), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
})

/** The same for npm, with what says how to reach its registry. */
const environmentOfNpm = (home: string, node: string): Environment => ({
  ...process.env,
  npm_config_userconfig: join(homedir(), '.npmrc'),
  npm_config_cache: process.env['npm_config_cache'] ?? join(homedir(), '.npm'),
  ...environmentOf(home, node),
})

/** The program of this major version of Node, from its package. */
async function nodeOf(version: string, folder: string, npm: string): Promise<string> {
  const name = `node-${platform}-${arch}`
  await mkdir(folder)
  const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', `${name}@${version}`]
  const { code, output } = await run(
    [process.execPath, npm, ...install],
    folder,
    environmentOfNpm(folder, process.execPath),
  )
  if (code !== 0) throw new Error(`Node ${version} is not to be had: ${output}`)
  return join(folder, 'node_modules', name, 'bin/node')
}

/** @param version a major version of Node; undefined: the running one */
async function tryPackage(tarball: string, version?: string): Promise<void> {
  const parent = await mkdtemp(join(await realpath(tmpdir()), 'deadheat-try-'))
  // the user of Postgres enters it
  await chmod(parent, 0o755)
  const [home, folder] = [join(parent, 'home'), join(parent, 'folder')]
  for (const directory of [home, folder]) await mkdir(directory)
  const npm = await realpath(execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim())
  const node = version === undefined ? process.execPath : await nodeOf(version, join(parent, 'node'), npm)
  const env = environmentOf(home, node)
  const models = await startModelServer({ reply: judgement })
  /** Runs a step, which must end with this code and show these words. */
  const step = async (name: string, command: string[], shows: RegExp, code = 0) => {
    const ran = await run(command, folder, name === INSTALL ? environmentOfNpm(home, node) : env)
    if (ran.code !== code || !shows.test(ran.output))
      throw new Error(`${name} ended with ${ran.code} under ${node}:\n${ran.output}`)
    console.log(`  ${name}`)
  }
  const bin = join(folder, 'node_modules/.bin/deadheat')
  const deadheat = (args: string, shows: RegExp, code = 0) =>
    step(args, [bin, ...args.split(' ')], shows, code)
  let server: ReturnType<typeof spawn> | null = null
  try {
    for (const name of ['votes', 'replies'])
      await copyFile(join(root, `examples/${name}.csv`), join(folder, `${name}.csv`))
    await writeJudged(folder, models.openAiUrl)
    await step(
      'npm install',
      [node, npm, 'install', '--no-audit', '--no-fund', resolve(tarball)],
      /added \d+/,
    )
    await deadheat('--version', /^\d+\.\d+\.\d+/)
    await deadheat('--help', /^Usage: deadheat/)
    await deadheat('look --help', /^Usage: deadheat look/)
    await deadheat('completion bash', /complete .*deadheat/)
    await deadheat('lok', /look/, 2)
    await deadheat('look votes.csv', /640/)
    await deadheat('rate nothing.csv', /nothing\.csv/, 2)
    await deadheat('rate votes.csv', /Dead heat\. Warm-v3/)
    const [begun, port] = [performance.now(), String(20_000 + (process.pid % 10_000))]
    server = spawn(bin, [], { cwd: folder, env: { ...env, PORT: port }, stdio: 'ignore' })
    const page = `http://127.0.0.1:${port}/a/support-replies`
    const isServed = () =>
      fetch(page).then(
        ({ ok }) => ok,
        () => false,
      )
    while (!(await isServed())) {
      if (server.exitCode !== null || performance.now() - begun > 120_000)
        throw new Error('No page is served.')
      await sleep(50)
    }
    await deadheat('import replies replies.csv --yes', /\/a\/replies/)
    await deadheat('try arena.yaml C0 C1 --budget 1', /Not shown/, 4)
    await deadheat('arenas', /replies/)
    await deadheat('board support-replies', /Dead heat\. Warm-v3/)
    await deadheat('export support-replies ratings', /Warm-v3/)
  } finally {
    const ended = server && new Promise((done) => server?.once('exit', done))
    server?.kill('SIGTERM')
    await ended
    await models.close()
    await rm(parent, { recursive: true, force: true, maxRetries: 5 })
  }
}

const [tarball, ...versions] = process.argv.slice(2)
if (!tarball) throw new Error('Name the tarball that npm pack made.')
for (const version of versions.length > 0 ? versions : [undefined]) {
  console.log(`Node ${version ?? process.version}`)
  await tryPackage(tarball, version)
}
