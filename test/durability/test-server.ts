import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startOf } from '../../server/platform/running-process.mjs'

const MAIN = join(import.meta.dirname, '../../server/main.ts')

/** A server with its own data folder, started as a user starts it, that tests kill and start again. */
export class TestServer {
  readonly #dataDir: string
  #address = ''
  #server: ChildProcess | null = null
  #death: Error | null = null

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  /** Where the server is, or last was; throws where it has ended by itself. */
  get address(): string {
    if (this.#death) throw this.#death
    return this.#address
  }

  /** Starts the server and waits for the line with its address. */
  async start(): Promise<void> {
    const { DATABASE_URL: _, ...inherited } = process.env
    const env = {
      ...inherited,
      DEADHEAT_DATA: this.#dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      INIT_CWD: this.#dataDir,
    }
    const server = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#server = server
    let said = ''
    const address = new Promise<string>((resolve, reject) => {
      const hear = (chunk: Buffer) => {
        said += chunk
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said)
        if (found) resolve(found[0])
      }
      server.stdout.on('data', hear)
      server.stderr.on('data', hear)
      server.once('exit', (code, signal) => {
        if (!server.killed)
          this.#death = new Error(`The server ended with ${code ?? signal} and said: ${said}`)
        reject(this.#death)
      })
    })
    this.#address = await address
  }

  /** Ends the server as it wants to be ended; the exit code. */
  async stop(): Promise<number | null> {
    return this.#end('SIGTERM')
  }

  async killServer(): Promise<void> {
    await this.#end('SIGKILL')
  }

  async killDatabase(): Promise<void> {
    const pid = await this.databasePid()
    if (pid && (await startOf(pid)) !== null) process.kill(pid, 'SIGKILL')
  }

  /** The number of the database's process as it wrote it down; null where it has stopped. */
  async databasePid(): Promise<number | null> {
    const file = join(this.#dataDir, 'postgres', 'postmaster.pid')
    return readFile(file, 'utf8').then(
      (text) => Number.parseInt(text, 10),
      () => null,
    )
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const server = this.#server
    if (!server || server.exitCode !== null || server.signalCode !== null) return server?.exitCode ?? null
    const ended = once(server, 'exit')
    server.kill(signal)
    return (await ended)[0]
  }
}
