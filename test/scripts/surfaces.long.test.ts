/** Surfaces that answer the same question say the same, after each example with votes: the board, and every pair on it. */
import { join } from 'node:path'
import { expect, describe, test } from 'vitest'
import type { ArenaList, Board, Comparison, Differences } from '../../shared/contracts/index.ts'
import { seedDemo } from '../../server/transfer/index.ts'
import { appFor } from '../support/app.ts'
import { folderForAll } from '../support/temporary-folder.ts'
import { deadheatHere } from './deadheat.ts'

const EXAMPLES = join(import.meta.dirname, '../../examples')
const cwd = folderForAll()
const app = appFor({}, async () => {
  await seedDemo(app.deps, { votes: true, onlyIfEmpty: true })
  const { code, stderr } = await deadheatHere(['import', 'example', join(EXAMPLES, 'votes.csv')], {
    cwd,
    env: env(),
  })
  if (code !== 0) throw new Error(stderr)
  await app.settle()
})

const env = () => ({ DATABASE_URL: app.database.connectionString, DEADHEAT_DATA: cwd, COLUMNS: '200' })
const textOf = async (path: string, accept = '*/*') =>
  (await app.request(path, { headers: { accept } })).text()

/** What every surface begins with, by state. */
const SAYS = { dead_heat: /dead heat/i, leads: /leads/, wins: /wins/, first_votes: /votes/ }

describe.each(['example', 'support-replies'])('arena %s', (slug) => {
  const board = () => app.json<Board>(`/api/arenas/${slug}/leaderboard?source=simulated`)

  test('the board is one on page, text, Markdown, badge, picture, list, terminal and file', async () => {
    const { state, deadHeat, contestants } = await board()
    const query = '?source=simulated'
    const surfaces = {
      text: await textOf(`/a/${slug}.txt${query}`),
      markdown: await textOf(`/a/${slug}.md${query}`),
      badge: await textOf(`/a/${slug}/badge.svg${query}`),
      picture: await textOf(`/a/${slug}/plate.svg${query}`),
      page: await textOf(`/a/${slug}${query}`, 'text/html'),
      terminal: (await deadheatHere(['board', slug, '--source', 'simulated'], { cwd, env: env() })).stdout,
    }
    for (const [surface, text] of Object.entries(surfaces))
      expect([surface, SAYS[state].test(text)]).toEqual([surface, true])
    const { badge: _, ...named } = surfaces
    for (const [surface, text] of Object.entries(named))
      for (const name of deadHeat) expect([surface, name, text.includes(name)]).toEqual([surface, name, true])
    const csv = (
      await deadheatHere(['board', slug, '--source', 'simulated', '--format', 'csv'], { cwd, env: env() })
    ).stdout
    for (const { name, place } of contestants)
      expect(csv.split('\n').find((line) => line.includes(name))).toContain(String(place![0]))
    const { arenas } = await app.json<ArenaList>('/api/arenas')
    expect(arenas.some((arena) => arena.arena === slug)).toBe(true)
  })

  test('a pair has one answer by API, page, terminal, report, JUnit and gate, and never another sign on the board', async () => {
    const { contestants } = await board()
    const bars = new Map(contestants.map(({ name, interval }) => [name, interval!]))
    const [first, ...others] = contestants
    for (const { name, slug: other } of [...others.slice(0, 3), others.at(-1)!]) {
      const path = `/a/${slug}/compare?a=${first!.slug}&b=${other}&source=simulated`
      const comparison = await app.json<Comparison>(path.replace('/a/', '/api/arenas/'))
      const arguments_ = ['compare', slug, first!.name, name, '--source', 'simulated']
      const run = (...more: string[]) => deadheatHere([...arguments_, ...more], { cwd, env: env() })
      const json = await run('--json')
      const { answer, because, ship } = JSON.parse(json.stdout) as Comparison
      expect({ answer, because, ship }).toEqual({
        answer: comparison.answer,
        because: comparison.because,
        ship: comparison.ship,
      })
      const code = ship ? 0 : answer === 'not_shown' ? 4 : 1
      const [text, report, junit] = [await run(), await run('--report', 'md'), await run('--report', 'junit')]
      for (const { code: ended } of [json, text, report, junit])
        expect(ended === code || (answer === 'better' && ended === 4)).toBe(true)
      const word = { better: /^\**(Better|Ship)/m, worse: /^\**Worse/m, not_shown: /^\**Not shown/m }[answer]
      expect(text.stdout).toMatch(word)
      expect(report.stdout).toMatch(word)
      expect(/<skipped|<failure/.test(junit.stdout)).toBe(!ship)

      const [own, rival] = [bars.get(first!.name)!, bars.get(name)!]
      const isApart = own[0] > rival[1] || rival[0] > own[1]
      expect(comparison.barsOverlap ?? false).toBe(!isApart && answer !== 'not_shown')
      if (comparison.barsOverlap) expect(text.stdout).toContain('On the board their bars overlap')
      const differences = await app.json<Differences>(
        `/api/arenas/${slug}/differences?source=simulated&contestant=${encodeURIComponent(first!.name)}`,
      )
      const difference = differences.others.find((row) => row.name === name)!
      // the board never says more of two than their difference
      if (isApart) expect(Math.sign(difference.interval[0])).toBe(Math.sign(difference.interval[1]))
      if (answer === 'better') expect(difference.points).toBeGreaterThan(0)
      if (answer === 'worse') expect(difference.points).toBeLessThan(0)
    }
  })
})
