/** The benchmarks of a server, tried for a moment each: that they run and what they print. Their figures are not looked at. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const BENCH = join(import.meta.dirname, '../../workshop/bench/bench.ts')

async function bench(name: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [BENCH, name, '--short'])
  return stdout
}

it('http prints the share of each read, and how many draws and votes', async () => {
  const printed = await bench('http')
  for (const title of ['board, JSON', 'board, 304', 'page', 'badge', '/api/arenas'])
    expect(printed).toMatch(new RegExp(`^${title} .* \\d+ %$`, 'm'))
  for (const title of ['draw', 'vote'])
    expect(printed).toMatch(new RegExp(`^${title} +[1-9]\\d* +\\S+$`, 'm'))
})

it('scale prints sizes and times of both arenas', async () => {
  const printed = await bench('scale')
  expect(printed).toMatch(/^votes +4,000 /m)
  for (const arena of ['small', 'big']) expect(printed).toMatch(new RegExp(`^${arena}( +\\S+ m?s){3}$`, 'm'))
})

it('streams prints how long new boards take, for all streams', async () => {
  const printed = await bench('streams')
  expect(printed).toMatch(/^20 streams at 1 server, 1 votes$/m)
  expect(Number(/^boards that arrived +(\d+)$/m.exec(printed)![1])).toBeGreaterThanOrEqual(20)
  expect(printed).toMatch(/^99 of 100 +\d+ ms$/m)
})

it('soak answers every request and prints memory', async () => {
  const printed = await bench('soak')
  expect(printed).toMatch(/^errors: 0$/m)
  expect(printed).toMatch(/^vote, with its draw +[1-9]/m)
  expect(printed).toMatch(/^memory when warm \d+ MB, at the end \d+ MB/m)
})
