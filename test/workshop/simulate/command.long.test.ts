import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const script = join(import.meta.dirname, '../../../workshop/simulate/simulate.ts')
const few = ['--worlds', 'independent M=5 equal even', '--boards', '150', '--rounds', '20']

async function simulate(...args: string[]) {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, stdout, stderr }
}

describe('npm run simulate', () => {
  it('prints a table, the same on one thread and on two', async () => {
    const one = await simulate(...few)
    expect(one).toMatchObject({ code: 0, stderr: '' })
    expect(one.stdout).toMatch(/^\| M=5 equal even 10 votes a pair, ties \| 150 \| \d+\.\d ± \d\.\d \|/m)
    expect(await simulate(...few, '--threads', '2')).toEqual(one)
  })

  it('prints the same cells as CSV, with the group of each', async () => {
    const { stdout } = await simulate('judges', '--runs', '20', '--csv', '--worlds', 'turned, right 90')
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^judge,consistent,with itself,50 pairs: agreement alone,50 pairs: in use,/),
      expect.stringMatching(/^right on 90 %,\d+ %,/),
      expect.stringMatching(/^turned round,\d+ %,/),
      '',
    ])
    const [head, first] = (
      await simulate('--worlds', 'two best M=3, little M=3 5', '--boards', '2', '--csv')
    ).stdout.split('\n')
    expect(head).toMatch(/^group,cell,boards,coverage,coverage ±,coverage: usual,/)
    expect(first).toMatch(/^little,"?M=3 5 votes a pair, 0 % ties"?,2,/)
  })

  it('writes the CSV into a file, with a column for each error', async () => {
    const file = join(await temporaryFolder(), 'few.csv')
    expect(await simulate(...few, '--csv', file)).toEqual({ code: 0, stdout: '', stderr: '' })
    const [head, row] = (await readFile(file, 'utf8')).split('\n')
    expect(head).toContain('any false,any false ±,any false: usual')
    expect(row.split(',')).toHaveLength(head.split(',').length)
  })

  it('stops at Ctrl-C and prints its results so far', async () => {
    const args = ['--worlds', 'independent M=5', '--boards', '1000000', '--rounds', '20', '--csv']
    const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    const printed = text(child.stdout)
    await setTimeout(20_000)
    child.kill('SIGINT')
    expect(await ended).toBe(0)
    const [, first] = (await printed).split('\n')
    expect(Number(/^M=5 .*?,(\d+),/.exec(first)![1])).toBeLessThan(1_000_000)
  })

  it('refuses wrong input in one line', async () => {
    expect(await simulate('--worlds', 'M=7')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'simulate: no title contains all the words of "M=7". See npm run simulate -- --help.\n',
    })
    expect(await simulate('--boards', '0')).toMatchObject({ code: 2 })
  })
})
