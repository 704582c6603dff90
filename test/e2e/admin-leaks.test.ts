/** The operator's page shows which answers name their model, and releases a false alarm. */
import { beforeAll, describe, expect, test } from 'vitest'
import { importInto } from '../../server/transfer/index.ts'
import { arenaOf, NAMES, voteOf } from '../server/arena-import.ts'
import { operated, signIn } from './operator.ts'
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
  }, 60_000)

  test('a false alarm is released with a reason, and held again', async () => {
    const page = await there.site.visit('/admin/a/leaky?show=votes')
    await signIn(page)
    await page.getByRole('heading', { name: 'Leaks' }).waitFor()
    await page.getByText('says who wrote it: “I am Claude”').last().waitFor()
    const release = page.getByRole('button', { name: 'Release: leak in p1' })
    expect(await release.isDisabled()).toBe(true)
    await page.getByLabel('Why you release it').fill('a play')
    await release.click()
    await page.getByText('Released; 1 vote changed.').waitFor()
    await page.getByText('a play').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByLabel('Why you release it').fill('no play')
    await page.getByRole('button', { name: 'Hold again: leak in p1' }).click()
    await page.getByText('Held again; 1 vote changed.').waitFor()
  })
})
