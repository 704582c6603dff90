/**
 * The containers of docker-compose.yml have a read-only root and a writable /tmp. Here server and worker run the same
 * way without Docker: as a user who may write nothing but one temporary folder.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { access, chown, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { inaccessibleFolder } from '../../server/platform/postgres/embedded/cluster-folders.ts'
import { Voters } from '../../workshop/chaos/voters.ts'
import { createTestDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** The user nobody. Only root can start a process as another user. */
const PLAIN = { uid: 65534, gid: 65534 }
const canBecomePlain = process.getuid?.() === 0 && (await inaccessibleFolder(PLAIN, ROOT)) === null

test.skipIf(!canBecomePlain)(
  'server and worker write only to the temporary folder, as a user who may write nowhere else',
  async () => {
    const database = await createTestDatabase()
    onTestFinished(() => database.close())
    const folder = await temporaryFolder()
    await chown(folder, PLAIN.uid, PLAIN.gid)
    const env = {
      PATH: process.env['PATH'],
      DATABASE_URL: database.connectionString,
      DEADHEAT_DATA: join(folder, 'deadheat'),
      DEADHEAT_ADMIN_TOKEN: 'token-of-the-read-only-test',
      DEADHEAT_DEMO: '1',
      TMPDIR: folder,
      HOME: '/nonexistent',
      PORT: '0',
    }
    const run = (args: string[]): ChildProcess => {
      const child = spawn(process.execPath, args, { ...PLAIN, cwd: ROOT, env })
      onTestFinished(() => void child.kill('SIGKILL'))
      return child
    }

    // the user may indeed not write into the checkout
    const planted = join(ROOT, `planted-${process.pid}`)
    const probe = run(['-e', `require('fs').mkdirSync(${JSON.stringify(planted)})`])
    expect((await once(probe, 'exit'))[0]).toBe(1)
    await expect(access(planted)).rejects.toThrow('ENOENT')

    const [, address] = await printed(run(['server/main.ts']), /(http:\/\/127\.0\.0\.1:\d+)/)
    await printed(run(['server/worker.ts']), /waiting for jobs/)
    const voters = new Voters(1, 'support-replies', () => address!)
    await voters.cast(3)
    await voters.stop()
    await expect
      .poll(async () => {
        const board = await fetch(`${address}/api/arenas/support-replies/leaderboard?source=people`)
        return ((await board.json()) as { votes: number }).votes
      })
      .toBe(voters.ledger.length)
    expect((await fetch(`${address}/`)).status).toBe(200)
    expect(await readdir(folder)).toEqual([])
  },
)

/** Resolves to the match once the process has printed it; rejects with its output if it ends first. */
function printed(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  let output = ''
  return new Promise((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += String(chunk)
      const match = pattern.exec(output)
      if (match) resolve(match)
    }
    child.stdout!.on('data', listen)
    child.stderr!.on('data', listen)
    child.once('exit', (code) => reject(new Error(`it ended with ${code} and printed: ${output}`)))
  })
}
