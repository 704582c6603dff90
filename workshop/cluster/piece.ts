/** One process of the cluster: started until it is ready, started again when it dies, and ended by its id. */
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { spawn, type ChildProcess } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** A port of this machine that nothing listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const LOOK_EVERY_MS = 100
const START_TIMEOUT_MS = 120_000
const STOP_TIMEOUT_MS = 15_000

interface PieceOptions {
  name: string
  /** Its address, for people. */
  where: string
  program: string
  args: readonly string[]
  env?: Record<string, string>
  /** Whom it runs as; default: the caller. */
  account?: { uid: number; gid: number } | null
  /** The file that its output is added to. */
  log: string
  /** Whether it does its work now. */
  isReady(): Promise<boolean>
  /** The signal that asks it to end; default: SIGTERM. */
  signal?: NodeJS.Signals
}

export class Piece {
  readonly options: PieceOptions
  /** Called when it died without being asked to; by default it is started again. */
  whenDead: () => Promise<unknown> = () => this.start()
  #child: ChildProcess | null = null
  #isWanted = false
  #starting: Promise<void> | null = null

  constructor(options: PieceOptions) {
    this.options = options
  }

  get name(): string {
    return this.options.name
  }

  /** Its process id; null while it does not run. */
  get pid(): number | null {
    return this.#child?.pid ?? null
  }

  /**
   * Resolves when it is ready. One that ends while it starts is started again, as a supervisor does.
   * @throws {Error} if it is not ready after two minutes, with the end of its log
   */
  start(): Promise<void> {
    this.#isWanted = true
    return (this.#starting ??= this.#becomeReady().finally(() => {
      this.#starting = null
    }))
  }

  async #becomeReady(): Promise<void> {
    const deadline = performance.now() + START_TIMEOUT_MS
    while (this.#isWanted) {
      if (!this.#child) await this.#spawn()
      if ((await this.options.isReady().catch(() => false)) && this.#child) return
      if (performance.now() > deadline)
        throw new Error(`${this.name} did not start in two minutes: ${await this.#lastWords()}`)
      await sleep(LOOK_EVERY_MS)
    }
  }

  /** Sends SIGKILL, as a crash would end it. Resolves when it has ended. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Asks it to end, for good, and insists after 15 seconds. */
  async stop(): Promise<void> {
    this.#isWanted = false
    const timer = setTimeout(() => void this.kill(), STOP_TIMEOUT_MS)
    await this.#end(this.options.signal ?? 'SIGTERM')
    clearTimeout(timer)
  }

  /** Sends a signal that does not end it. */
  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal)
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (!child) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  async #spawn(): Promise<void> {
    const { program, args, env = {}, account, log } = this.options
    const { DATABASE_URL: _, ...inherited } = process.env
    const file = await open(log, 'a', 0o600)
    const child = spawn(program, args, {
      ...account,
      cwd: '/',
      env: { ...inherited, ...env },
      // a group of its own, so that Ctrl-C reaches it by us alone
      detached: true,
      stdio: ['ignore', file.fd, file.fd],
    })
    this.#child = child
    const settle = () => {
      this.#child = null
      if (this.#isWanted && !this.#starting) void this.whenDead()
    }
    child.once('exit', settle)
    child.once('error', settle)
    await file.close()
  }

  async #lastWords(): Promise<string> {
    return (await readFile(this.options.log, 'utf8')).trim().split('\n').slice(-3).join(' ')
  }
}
