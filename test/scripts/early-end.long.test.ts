/** A command that ends early leaves no database behind, whatever ends it: a reader that goes away, or a signal. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { deadheat } from './deadheat.ts'

const script = join(import.meta.dirname, '../../scripts/deadheat.ts')
const start = (dataDir: string, ...args: string[]) =>
  spawn(process.execPath, [script, ...args], {
    env: { ...process.env, DEADHEAT_DATA: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })

/** The process of the database of a data folder; null if its folder is free. */
const postmaster = (dataDir: string): Promise<number | null> =>
  readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').then(
    (text) => Number.parseInt(text, 10),
    () => null,
  )

it('a reader that goes away', async () => {
  const dataDir = await temporaryFolder()
  const rows = Array.from({ length: 20_000 }, (_, i) => `a,b,model_a,${i}`)
  const env = { DEADHEAT_DATA: dataDir, DATABASE_URL: '' }
  const votes = `model_a,model_b,winner,id\n${rows.join('\n')}\n`
  const made = await deadheat(['import', 'big', '-'], { input: votes, env })
  expect([made.code, await postmaster(dataDir)]).toEqual([0, null])
  const child = start(dataDir, 'export', 'big', 'votes')
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  child.stdout.destroy()
  expect(await ended).toEqual([0, null])
  expect(await postmaster(dataDir)).toBeNull()
})

it.each([
  ['SIGINT', 130, 'postgres.starting'],
  ['SIGTERM', 143, 'postgres.starting'],
  ['SIGTERM', 143, 'postgres/postmaster.pid'],
  ['SIGHUP', 129, 'postgres/postmaster.pid'],
] as const)('%s (exit code %i) once %s of a new folder is there', async (signal, code, file) => {
  const dataDir = await temporaryFolder()
  const child = start(dataDir, 'audit', 'nobody')
  const ended = once(child, 'exit')
  const isThere = () =>
    existsSync(join(dataDir, file)) || (file === 'postgres.starting' && existsSync(join(dataDir, 'postgres')))
  while (!isThere()) await sleep(5)
  child.kill(signal)
  // a terminal and npm both send it
  await sleep(20)
  child.kill(signal)
  expect(await ended).toEqual([code, null])
  expect(await postmaster(dataDir)).toBeNull()
})
