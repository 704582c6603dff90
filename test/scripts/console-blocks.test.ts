/** The console blocks of documents show the real output. */
import { beforeAll, expect, test } from 'vitest'
import { startModelServer } from '../../workshop/model-server/model-server.ts'
import { createTestDatabase } from '../support/database.ts'
import { deadheatHere } from './deadheat.ts'
import { PAGES, shownIn, textOf } from './document-commands.ts'
import { startJudging, trySteps, tryWorkflow } from './document-steps.ts'
import { openForAll } from '../support/later.ts'
import { leastReply } from './example-here.ts'

const models = openForAll(() => startModelServer({ reply: leastReply }))
const judging = openForAll(() => startJudging())
const database = openForAll(() => createTestDatabase())
beforeAll(() => deadheatHere(['db', 'seed'], { env: inDatabase() }))
const inDatabase = () => ({ DATABASE_URL: database.connectionString })

test('the workflow for a pull request ships a variant that wins on 30 prompts, fails the other one, and pays once', async () => {
  expect(await tryWorkflow(deadheatHere, judging, 'my-arena', inDatabase())).toBeGreaterThan(0)
})

test.each(PAGES.filter((page) => shownIn(textOf(page)).length > 0))('%s', async (page) => {
  expect(await trySteps(deadheatHere, page, models, inDatabase())).toBeGreaterThan(0)
})
