/** The writer's loop without a restart: a key and a price are set on the page, a variant is added, and one pair is tried. */
import { expect, test } from 'vitest'
import { startModelServer } from '../../workshop/model-server/model-server.ts'
import { alphabetically, modelsThat } from '../server/judging/judge-pair/judged-arena.ts'
import { arenaIn, choose, isNarrow, signedIn } from './operator.ts'
import { openSite, PHONE, siteFor } from './site.ts'
import { violationsAtBothWidths } from './violations.ts'
import { folderForAll } from '../support/temporary-folder.ts'
import { openForAll } from '../support/later.ts'

const KEY = 'sk-local-0123456789abcdefghij'
const dataDir = folderForAll()
const models = openForAll(() => startModelServer({ reply: modelsThat(alphabetically), key: KEY }))
const there = { models, site: siteFor(() => openSite({ clock: 'runs', dataDir })) }

const providers = () => ({
  local: { type: 'openai', baseUrl: there.models.openAiUrl, apiKeyEnv: 'LOCAL_API_KEY' },
})

test('from an arena whose key is missing to a new variant that was tried on one pair', async () => {
  const page = await signedIn(there, '/admin/new?by=form')
  await choose(page, arenaIn(there.models, 'writer', { providers: providers() }))
  await page.getByText('LOCAL_API_KEY is not set; calls wait for it').waitFor()
  await page.getByRole('button', { name: 'Create the arena' }).click()
  await page.getByRole('link', { name: 'Next: add answers.' }).click()

  // the price of everything is known before the start, and one pair waits for its key
  await page.getByText(/^About \$0\.\d+ for 54 calls\.$/).waitFor()
  await page.getByRole('button', { name: 'Try one pair' }).click()
  await page.getByText('local has no key on this server.').waitFor()
  await page.getByRole('link', { name: 'Set it under Settings' }).click()
  const field = page.getByLabel('LOCAL_API_KEY, paste the key')
  await field.fill(KEY)
  await field.press('Enter')
  await page.getByText('local: LOCAL_API_KEY is set').waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Judging is done' }).waitFor()
  await page.getByText('One pair: amber – cedar on p0.').waitFor()
  expect(await violationsAtBothWidths(page)).toEqual([])
  expect(there.models.calls.length).toBe(4)
  await page.getByRole('link', { name: 'What careful said of overall' }).click()
  await page.getByText('It is.').first().waitFor()

  // another system prompt on the same model
  await page.goto(`${there.site.address}/admin/a/writer?show=contestants`)
  await page.getByRole('link', { name: 'Add a variant that a model answers' }).click()
  const fourth = page.getByRole('group', { name: 'Contestant 4' })
  await fourth.getByLabel('Name', { exact: true }).fill('dogwood')
  await fourth.getByLabel('System prompt').fill('You are dogwood.')
  expect(await fourth.getByLabel('Model, by dated name').inputValue()).toBe('gpt-4o-mini-2024-07-18')
  await fourth.getByText('$0.15 in, $0.60 out per million tokens').waitFor()
  await fourth.getByLabel('Model, by dated name').fill('house-model-1')
  await fourth.getByText('No price is known.', { exact: false }).waitFor()
  await fourth.getByLabel('In', { exact: true }).fill('0.5')
  await fourth.getByLabel('Out', { exact: true }).fill('1.5')
  await fourth.getByRole('button', { name: 'Set price' }).click()
  await fourth.getByText('$0.50 in, $1.50 out per million tokens').waitFor()
  expect(await violationsAtBothWidths(page)).toEqual([])
  await page.getByRole('button', { name: 'Check the arena' }).click()
  await page.getByRole('button', { name: 'Update the arena' }).click()
  await page.getByText('Saved.', { exact: true }).waitFor()
  await page.goto(`${there.site.address}/admin/a/writer?show=judging`)
  await page.getByRole('button', { name: 'Try one pair' }).click()
  await page.getByText(/^One pair: .*dogwood/).waitFor()
  await page.getByRole('heading', { name: 'Judging is done' }).waitFor()
  expect(there.models.calls.some(({ model }) => model === 'house-model-1')).toBe(true)
})

test('keys stand in one list, where one is set and removed, on a phone too', async () => {
  const page = await signedIn(there, '/admin', { viewport: PHONE })
  await page.getByRole('heading', { name: 'Keys of model providers' }).waitFor()
  await page.getByLabel('Key of').selectOption('ANTHROPIC_API_KEY')
  await page.getByLabel('ANTHROPIC_API_KEY, paste the key').fill('two words')
  await page.getByRole('button', { name: 'Set key' }).click()
  await page.getByText('ANTHROPIC_API_KEY holds spaces', { exact: false }).waitFor()
  await page.getByLabel('ANTHROPIC_API_KEY, paste the key').fill(KEY)
  await page.getByRole('button', { name: 'Set key' }).click()
  const remove = page.getByRole('button', { name: 'ANTHROPIC_API_KEY: Remove' })
  await remove.waitFor()
  expect(await isNarrow(page)).toBe(true)
  expect(await violationsAtBothWidths(page)).toEqual([])
  expect(await page.content()).not.toContain(KEY)
  await remove.click()
  await remove.waitFor({ state: 'detached' })
})

test('a file that is dropped on the list of arenas becomes a new one', async () => {
  const page = await signedIn(there, '/admin')
  const answers = [{ prompt: 'Late?', answers: { Terse: 'Yes.', Warm: 'I am sorry, yes.' } }]
  await choose(page, { 'replies.json': JSON.stringify(answers) })
  await page.getByText('Would add 2 contestants, 1 prompt, 2 answers and 0 votes.').waitFor()
  await page.getByLabel('Title').fill('Which reply?')
  await page.getByRole('button', { name: 'Create the arena' }).click()
  await page.getByRole('heading', { name: 'Which reply?' }).waitFor()
  expect(await violationsAtBothWidths(page)).toEqual([])
  // an arena.yaml goes to its own page
  await page.goto(`${there.site.address}/admin`)
  await choose(page, arenaIn(there.models, 'dropped', { providers: providers() }))
  await page.getByText('Adds 3 contestants, 6 prompts and 0 answers.').waitFor()
})
