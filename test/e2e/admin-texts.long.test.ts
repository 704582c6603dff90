/** The operator's page shows which answers name their model, releases a false alarm, and erases people and texts. */
import { beforeAll, describe, expect, test } from 'vitest'
import { importInto } from '../../server/transfer/index.ts'
import { arenaOf, NAMES, voteOf } from '../server/arena-import.ts'
import { isNarrow, operated, signIn } from './operator.ts'
import { PHONE } from './site.ts'
import { violations } from './violations.ts'

const there = operated()

describe('leaks on the page of an operator', () => {
  beforeAll(async () => {
    const [first, second] = NAMES as [string, string]
    const says = (name: string, prompt: number) =>
      name === first && prompt === 1 ? 'I am Claude, and I say so.' : `${name.length} ${prompt} ${name}`
    await importInto(
      there.site.app.deps,
      arenaOf('leaky', { says, votes: [voteOf(first, second, 'left', { prompt: 'p1', voter: 'v1' })] }),
    )
  })

  test('a false alarm is released with a reason, and held again', async () => {
    const page = await there.site.visit('/admin/a/leaky?show=contestants')
    await signIn(page)
    await page.getByRole('heading', { name: 'Leaks' }).waitFor()
    await page.getByText('says who wrote it: “I am Claude”').last().waitFor()
    const release = page.getByRole('button', { name: 'Release: leak in p1' })
    const reason = page.getByLabel('Reason for the log', { exact: true })
    expect(await release.isDisabled()).toBe(true)
    await reason.fill('a play')
    await release.click()
    await page.getByText('Released. Counted again: 1 vote.').waitFor()
    await page.getByText('a play').waitFor()
    expect(await violations(page)).toEqual([])
    await reason.fill('no play')
    await page.getByRole('button', { name: 'Hold again: leak in p1' }).click()
    await page.getByText('Held again. No longer counted: 1 vote.').waitFor()
  })
})

describe('erasing on the page of an operator', () => {
  test('a person and a text are erased after a question, and unknown ones are named', async () => {
    const [first, second] = NAMES as [string, string]
    const votes = [voteOf(first, second, 'left', { prompt: 'p1', voter: 'ada@example.org' })]
    await importInto(there.site.app.deps, arenaOf('erasing', { votes }))
    const page = await there.site.visit('/admin/a/erasing?show=erase', { viewport: PHONE })
    await signIn(page)
    const person = page.getByLabel('Voter or battle id')
    await person.fill('nobody')
    await page.getByRole('button', { name: 'Erase person …' }).click()
    await page.getByRole('button', { name: 'Erase for good' }).click()
    await page.getByText('has the id nobody').waitFor()
    await person.fill('ada@example.org')
    await page.getByRole('button', { name: 'Erase person …' }).click()
    await page.getByRole('dialog').getByText('There is no undo.').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Erase for good' }).click()
    await page.getByText(/Erased. The voter of 1 battle is now erased-[0-9a-f]{16}\./).waitFor()
    await page.getByLabel('Prompt id').fill('p2')
    await page.getByRole('button', { name: 'Erase text …' }).click()
    await page.getByRole('button', { name: 'Erase for good' }).click()
    await page.getByText('Erased: 3 answers.').waitFor()
    expect(await isNarrow(page)).toBe(true)
  })
})
