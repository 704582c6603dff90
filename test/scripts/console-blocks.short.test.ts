/** The console blocks of documents show the real output. The long test of the package runs them from its tarball. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startModelServer, type ModelServer } from '../../scripts/dev/model-server/index.ts'
import type { OpenDatabase } from '../../server/platform/postgres/database.ts'
import { createTestDatabase } from '../support/database.ts'
import { deadheatHere } from './deadheat.ts'
import { PAGES, shownIn, textOf } from './document-commands.ts'
import { startJudging, trySteps, tryWorkflow } from './document-steps.ts'
import { leastReply } from './example-here.ts'

let models: ModelServer
let judging: ModelServer
let database: OpenDatabase
beforeAll(async () => {
  models = await startModelServer({ reply: leastReply })
  judging = await startJudging()
  database = await createTestDatabase()
  await deadheatHere(['db', 'seed'], { env: { DATABASE_URL: database.connectionString } })
})
const inDatabase = () => ({ DATABASE_URL: database.connectionString })
afterAll(async () => {
  await models?.close()
  await judging?.close()
  await database?.close()
})

test('the workflow for a pull request ships a variant that wins on 30 prompts, fails the other one, and pays once', async () => {
  expect(await tryWorkflow(deadheatHere, judging, 'my-arena', inDatabase())).toBeGreaterThan(0)
})

test.each(PAGES.filter((page) => shownIn(textOf(page)).length > 0))('%s', async (page) => {
  expect(await trySteps(deadheatHere, page, models, inDatabase())).toBeGreaterThan(0)
})
