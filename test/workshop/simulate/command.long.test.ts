import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
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
      expect.stringMatching(/^judge,consistent,with itself,50: agreement alone,in use,lower limit,/),
      expect.stringMatching(/^right on 90 %,\d+ %,/),
      expect.stringMatching(/^turned round,\d+ %,/),
      '',
    ])
    const [head, first] = (
      await simulate('--worlds', 'two best M=3, little M=3 5', '--boards', '2', '--csv')
    ).stdout.split('\n')
    expect(head).toMatch(/^group,cell,boards,somebody unbeaten,coverage,usual,/)
    expect(first).toMatch(/^little,"?M=3 5 votes a pair, 0 % ties"?,2,/)
  })

  it('continues from the lines of an interrupted run', async () => {
    const lines = join(await temporaryFolder(), 'lines.jsonl')
    const whole = await simulate(...few, '--json', '--lines', lines)
    expect(JSON.parse(whole.stdout).worlds).toHaveLength(2)
    const finishedLines = await readFile(lines, 'utf8')
    expect(finishedLines.trim().split('\n')).toHaveLength(4)

    const planted = finishedLines.split('\n')[0].replace('"boards":100', '"boards":100000')
    await writeFile(lines, `${planted}\n${finishedLines.split('\n')[1].slice(0, 30)}`)
    const again = await simulate(...few, '--json', '--lines', lines)
    expect(JSON.parse(again.stdout).worlds[0].score.boards).toBe(100050)
    const last = JSON.parse(whole.stdout).worlds[1]
    expect(JSON.parse(again.stdout).worlds[1]).toEqual(last)
  })

  it('stops at Ctrl-C and prints its results so far', async () => {
    const lines = join(await temporaryFolder(), 'lines.jsonl')
    const args = [
      '--worlds',
      'independent M=5',
      '--boards',
      '1000000',
      '--rounds',
      '20',
      '--json',
      '--lines',
      lines,
    ]
    const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    const printed = text(child.stdout)
    await vi.waitUntil(() => existsSync(lines), { timeout: 180_000, interval: 100 })
    child.kill('SIGINT')
    expect(await ended).toBe(0)
    const { worlds } = JSON.parse(await printed) as { worlds: { score: { boards: number } }[] }
    expect(worlds.length).toBeGreaterThan(0)
    expect(worlds[0].score.boards).toBeLessThan(1_000_000)
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
