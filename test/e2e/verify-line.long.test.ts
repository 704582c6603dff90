import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verify } from '../../scripts/cli/commands/verify.ts'
import { closeDays } from '../../server/chain/index.ts'
import { importInto } from '../../server/transfer/index.ts'
import { ChainDigests } from '../../shared/contracts/index.ts'
import { deadheat } from '../scripts/deadheat.ts'
import { runHere } from '../scripts/run-here.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { openSite, PHONE, type Site } from './site.ts'
import { STATES } from './states.ts'
import { violations } from './violations.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

test('the line under a board, copied, verifies that board with the votes linked beside it', async () => {
  const page = await site.visit('/a/support-replies?category=delivery')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy the command that verifies this board' }).click()
  await page.getByText('Copied').waitFor()
  const line = (await page.evaluate('navigator.clipboard.readText()')) as string
  const [, address, file] = /^npm run -s deadheat -- verify '([^']+)' (\S+)$/.exec(line)!
  const href = await page.getByRole('link', { name: 'exported votes' }).getAttribute('href')
  const folder = await temporaryFolder()
  const votes = await fetch(site.address + href)
  expect(votes.headers.get('content-disposition')).toContain(`filename="${file}"`)
  await writeFile(join(folder, file!), await votes.text())
  const { code, stdout } = await deadheat(['verify', address!, file!], { cwd: folder })
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^Agrees to the last digit: \d+ votes/)])
})

test('people’s board powered by judges is one click away, shows the weight of the judges, and verifies', async () => {
  const arena = STATES['judged']()
  const few = arena.votes.filter(({ source, prompt }) => source !== 'human' || Number(prompt!.slice(1)) <= 12)
  await importInto(site.app.deps, { ...arena, votes: few })
  const page = await site.visit('/a/state-judged')
  await page.getByRole('link', { name: 'Humans, powered by judges' }).click()
  await page.getByText(/powered by [\d,]+ judge votes/).waitFor()
  expect(new URL(page.url()).searchParams.get('source')).toBe('powered')
  const method = page.locator('#method')
  const prose = await method.locator('.prose').innerText()
  const weight = await method.locator('dt', { hasText: 'Weight of the judges' }).locator('+ dd').innerText()
  expect(Number(weight)).toBeGreaterThan(0)
  expect(prose).toMatch(new RegExp(`The judges’ verdicts count with weight ${weight}\\. Judges judged`))
  const address = `${site.address}/api/arenas/state-judged`
  const board = await (await fetch(`${address}/leaderboard/settled?source=powered`)).text()
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'board.json'), board)
  await writeFile(join(folder, 'votes.jsonl'), await (await fetch(`${address}/export/votes.jsonl`)).text())
  const result = await runHere(verify, ['verify', 'board.json', 'votes.jsonl'], { cwd: folder })
  expect([result.code, result.stderr]).toEqual([0, ''])
  await page.goBack()
  await page.getByText('Weight of the judges').waitFor({ state: 'detached' })

  const phone = await site.visit('/a/state-judged?source=powered', {
    viewport: PHONE,
    locale: 'de',
    colorScheme: 'dark',
  })
  await phone.getByText('Gewicht der Richter').waitFor()
  await phone.getByText(/Die Urteile der Richter zählen mit Gewicht 0,\d\d\./).waitFor()
  expect(await violations(phone)).toEqual([])
})

test('the method shows the newest daily digest, copies all of it and links to all digests', async () => {
  // its votes are seconds old: those of the demo may be of yesterday, if a test run goes past midnight
  await importInto(site.app.deps, { ...STATES['judged'](), arena: { slug: 'new', title: 'New' } })
  const none = await site.visit('/a/new')
  await none.locator('#method').scrollIntoViewIfNeeded()
  await none.getByText('None yet. The first is made after the first day with votes has ended').waitFor()
  const earlier = new Date(Date.now() - 86_400_000)
  const dated = { ...STATES['judged'](), arena: { slug: 'dated', title: 'Dated' } }
  await importInto({ ...site.app.deps, clock: () => earlier }, dated)
  await closeDays(site.app.deps)
  const listed = await fetch(`${site.address}/api/arenas/dated/digests`)
  const [newest] = ChainDigests.parse(await listed.json()).digests

  const page = await site.visit('/a/dated')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const cell = page.locator('#method dt', { hasText: 'Daily digest' }).locator('+ dd')
  await page.locator('#method').scrollIntoViewIfNeeded()
  await cell.getByText(`${newest.votes.toLocaleString('en')} votes: ${newest.digest.slice(0, 12)}`).waitFor()
  await cell.getByRole('button', { name: 'Copy the digest of this day' }).click()
  await cell.getByText('Copied').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(newest.digest)
  const href = await cell.getByRole('link', { name: 'All digests' }).getAttribute('href')
  expect(href).toBe('/api/arenas/dated/digests')

  const phone = await site.visit('/a/dated', { viewport: PHONE, locale: 'de', colorScheme: 'dark' })
  await phone.locator('#method').scrollIntoViewIfNeeded()
  await phone.getByText(`Stimmen: ${newest.digest.slice(0, 12)}`).waitFor()
  expect(await violations(phone, { only: '#method' })).toEqual([])
})
