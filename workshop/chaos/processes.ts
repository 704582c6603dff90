/** The real processes of one data folder: a server, a worker and their embedded Postgres, to be killed and restarted. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbeddedPostgres } from '../../server/platform/postgres/embedded/index.ts'
import { processStartTime } from '../../server/platform/running-process.mjs'

const SERVER_FOLDER = join(import.meta.dirname, '../../server')
const START_TIMEOUT_MS = 120_000

type Role = 'server' | 'worker'

const ENTRIES = {
  server: { file: join(SERVER_FOLDER, 'main.ts'), ready: /http:\/\/127\.0\.0\.1:\d+/ },
  worker: { file: join(SERVER_FOLDER, 'worker.ts'), ready: /waiting for jobs/ },
}

interface Running {
  child: ChildProcess
  output: string
  isKilled: boolean
  isReady: boolean
  /** Resolves to whether the process became ready; false if it ended first. */
  ready: Promise<boolean>
}

interface ProcessOptions {
  /** Added to the environment of every process. */
  env?: Record<string, string>
  /** Arguments of Node, before the file. */
  nodeArgs?: string[]
}

export class Processes {
  readonly dataDir: string
  /** What processes printed that ended without being killed while they started. */
  readonly failedStarts: string[] = []
  /** What processes printed that ended without being killed after they were ready. */
  readonly unexpectedEnds: string[] = []
  readonly #options: ProcessOptions
  readonly #running: Partial<Record<Role, Running>> = {}
  #address = 'http://127.0.0.1:9'

  constructor(dataDir: string, options: ProcessOptions = {}) {
    this.dataDir = dataDir
    this.#options = options
  }

  /** Address of the running server, or of the last one. */
  get address(): string {
    return this.#address
  }

  /** Starts the process unless it runs already. */
  start(role: Role): void {
    if (this.#isRunning(role)) return
    const { env = {}, nodeArgs = [] } = this.#options
    const child = spawn(process.execPath, [...nodeArgs, ENTRIES[role].file], {
      env: {
        ...process.env,
        DATABASE_URL: undefined,
        DEADHEAT_DATA: this.dataDir,
        HOST: '127.0.0.1',
        PORT: '0',
        INIT_CWD: '/',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const running: Running = {
      child,
      output: '',
      isKilled: false,
      isReady: false,
      ready: Promise.resolve(false),
    }
    running.ready = this.#watch(role, running)
    this.#running[role] = running
  }

  /**
   * Starts the process and waits until it is ready. One that ends while it starts, for example because Postgres was
   * killed meanwhile, is started again, as a supervisor would do.
   * @throws {Error} if it is not ready after two minutes, with its last output
   */
  async ensureReady(role: Role): Promise<void> {
    const deadline = performance.now() + START_TIMEOUT_MS
    for (;;) {
      this.start(role)
      const { ready } = this.#running[role]!
      const left = Math.max(0, deadline - performance.now())
      const isReady = await Promise.race([ready, sleep(left, null, { ref: false })])
      if (isReady) return
      if (isReady === null)
        throw new Error(`the ${role} did not start in two minutes: ${this.#running[role]!.output}`)
      await sleep(200)
    }
  }

  /** Ends the process with SIGKILL. @returns false if none was running */
  async kill(role: Role): Promise<boolean> {
    if (!this.#isRunning(role)) return false
    await this.#end(role, 'SIGKILL')
    return true
  }

  /** Ends Postgres with SIGKILL. @returns false if none was running */
  async killDatabase(): Promise<boolean> {
    const pid = await this.databasePid()
    if (pid === null) return false
    try {
      return process.kill(pid, 'SIGKILL')
    } catch {
      return false
    }
  }

  /** The process id of the running Postgres; null if none runs. */
  async databasePid(): Promise<number | null> {
    const text = await readFile(join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
    const pid = Number.parseInt(text, 10)
    return Number.isInteger(pid) && pid > 1 && (await processStartTime(pid)) !== null ? pid : null
  }

  /** Stops worker and server in order. @returns their exit codes; null for one that was not running */
  async stop(): Promise<(number | null)[]> {
    const codes: (number | null)[] = []
    for (const role of ['worker', 'server'] as const)
      codes.push(this.#isRunning(role) ? await this.#end(role, 'SIGTERM') : null)
    return codes
  }

  /** Kills what is left, for the end of a world that may have failed. */
  async clear(): Promise<void> {
    await Promise.all([this.kill('worker'), this.kill('server')])
    if (await this.databasePid())
      await (await openEmbeddedPostgres({ dataDir: this.dataDir, fsync: false })).close()
  }

  #isRunning(role: Role): boolean {
    const child = this.#running[role]?.child
    return child !== undefined && child.exitCode === null && child.signalCode === null
  }

  async #end(role: Role, signal: NodeJS.Signals): Promise<number | null> {
    const running = this.#running[role]!
    running.isKilled = true
    const ended = once(running.child, 'exit')
    running.child.kill(signal)
    return (await ended)[0]
  }

  #watch(role: Role, running: Running): Promise<boolean> {
    const { child } = running
    return new Promise((resolve) => {
      const listen = (chunk: Buffer) => {
        running.output += String(chunk)
        const [match] = ENTRIES[role].ready.exec(running.output) ?? []
        if (running.isReady || match === undefined) return
        running.isReady = true
        if (role === 'server') this.#address = match
        resolve(true)
      }
      child.stdout!.on('data', listen)
      child.stderr!.on('data', listen)
      child.once('exit', (code, signal) => {
        if (!running.isKilled) {
          const ends = running.isReady ? this.unexpectedEnds : this.failedStarts
          ends.push(`the ${role} ended with ${code ?? signal}: ${running.output.trim().slice(-500)}`)
        }
        resolve(false)
      })
    })
  }
}
