import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const script = join(import.meta.dirname, '../../../workshop/simulate/simulate.ts')
const few = ['field', '--worlds', 'schedule: 5 equals', '--boards', '150', '--rounds', '20']

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
    expect(one.stdout).toMatch(/^\| 5 equals, 10 votes a pair \| vote \| \d+\.\d ± \d\.\d \|/m)
    expect(await simulate(...few, '--threads', '2')).toEqual(one)
  })

  it('prints a table as CSV, with the group of each row if there are several', async () => {
    const { stdout } = await simulate('judges', '--runs', '20', '--csv', '--worlds', 'turned, right 90')
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^judge,consistent,with itself,50 pairs: agreement alone,50 pairs: in use,/),
      expect.stringMatching(/^right on 90 %,\d+ %,/),
      expect.stringMatching(/^turned round,\d+ %,/),
      '',
    ])
    const limit = await simulate('watched', '--limit', '--boards', '9', '--worlds', '2', '--csv')
    expect(limit.stdout).toMatch(/^contestants,level,/)
  })

  it('writes the CSV into a file, with a column for each error', async () => {
    const file = join(await temporaryFolder(), 'few.csv')
    expect(await simulate(...few, '--csv', file)).toEqual({ code: 0, stdout: '', stderr: '' })
    const [head, row] = (await readFile(file, 'utf8')).split('\n')
    expect(head).toContain('any false,any false ±,false winner')
    expect(row.replace(/"[^"]*"/, 'world').split(',')).toHaveLength(head.split(',').length)
  })

  it('stops at Ctrl-C and prints its results so far', async () => {
    const args = ['watched', '--worlds', '2 equals', '--lives', '1000000', '--csv']
    const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    const printed = text(child.stdout)
    await setTimeout(20_000)
    child.kill('SIGINT')
    expect(await ended).toBe(0)
    const [, first] = (await printed).split('\n')
    expect(Number(/^2 equals,vote,(\d+),/.exec(first)![1])).toBeLessThan(1_000_000)
  })

  it('refuses wrong input in one line', async () => {
    expect(await simulate('field', '--worlds', 'M=7')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'simulate field: no title contains all the words of "M=7". See npm run simulate -- field --help.\n',
    })
    expect(await simulate('field', '--boards', '0')).toMatchObject({ code: 2 })
    expect(await simulate('fields')).toMatchObject({ code: 2, stdout: expect.stringContaining('  field ') })
  })
})
