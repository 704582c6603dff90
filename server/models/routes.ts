import { sql } from 'kysely'
import { Hono } from 'hono'
import { queryRows } from '../platform/postgres/query.ts'
import { ModelKeyRequest, ModelKeys, ModelPriceRequest, PricedModels } from '../../shared/contracts/index.ts'
import { msg } from '../../shared/messages/index.ts'
import { recordAct } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { validateRequest, type Env } from '../platform/http/http.ts'
import { describeRoute, jsonBody } from '../platform/http/route-description.ts'
import { ProblemError } from '../platform/problem.ts'
import { providerVariables } from '../platform/providers/index.ts'
import type { Db } from '../platform/schema.ts'
import { seal } from './seal.ts'

const KEYS = '/api/admin/keys'
const MODELS = '/api/admin/models'

export const modelRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      KEYS,
      describeRoute({
        summary:
          'The keys of providers that arenas name, and whether this server has them: from its environment, or set on the page. No answer contains a key.',
        responses: { 200: jsonBody('By variable.', ModelKeys) },
      }),
      async (c) => c.json(await listKeys(deps)),
    )
    .post(
      KEYS,
      describeRoute({
        summary:
          'Sets the key of a provider, in place of one that was set before. It is stored sealed; what opens it is in the data folder of this server. A variable of the environment comes first. Holds for the next call.',
        responses: { 200: jsonBody('The keys now.', ModelKeys) },
        problems: ['folder_not_writable'],
      }),
      validateRequest('json', ModelKeyRequest),
      async (c) => {
        await setKey(deps, c.req.valid('json'))
        return c.json(await listKeys(deps))
      },
    )
    .post(
      `${KEYS}/:variable{[A-Z][A-Z0-9_]*}/withdraw`,
      describeRoute({
        summary: 'Removes a key that was set on the page. The next call is made without it.',
        responses: { 200: jsonBody('The keys now.', ModelKeys) },
        problems: ['not_found'],
      }),
      async (c) => {
        await withdrawKey(deps, c.req.param('variable'))
        return c.json(await listKeys(deps))
      },
    )
    .get(
      MODELS,
      describeRoute({
        summary:
          'Models whose price is known, by name, with US dollars per million tokens: those that were set here first, then the price table.',
        responses: { 200: jsonBody('The models.', PricedModels) },
      }),
      (c) => c.json(listModels(deps)),
    )
    .post(
      `${MODELS}/price`,
      describeRoute({
        summary: 'Sets the price of a model on this server, before that of the price table.',
        responses: { 200: jsonBody('The models now.', PricedModels) },
      }),
      validateRequest('json', ModelPriceRequest),
      async (c) => {
        await setPrice(deps, c.req.valid('json'))
        return c.json(listModels(deps))
      },
    )

/** Vendors that need no address, which operators begin with. */
const OF_VENDORS = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY']

async function listKeys({ db, services: { models } }: Pick<Deps, 'db' | 'services'>): Promise<ModelKeys> {
  await models.refresh()
  return { keys: models.keys([...OF_VENDORS, ...(await selectNamedVariables(db))]) }
}

/** The variables that providers of arenas name. */
async function selectNamedVariables(db: Db): Promise<string[]> {
  const providers = await queryRows<Parameters<typeof providerVariables>[0]>(db)`
    select distinct type, api_key_env as "apiKeyEnv", options from providers`
  return providers.flatMap(providerVariables)
}

type Setting = Pick<Deps, 'db' | 'clock' | 'actor' | 'services' | 'settings'>

/** @throws {ProblemError} invalid_request if it is no key, or the variable may not hold one; folder_not_writable */
async function setKey(deps: Setting, { variable, key: typed }: ModelKeyRequest): Promise<void> {
  const { db, services, settings, clock } = deps
  if (!variable.endsWith('_API_KEY') && !settings.providerKeys.includes(variable))
    throw new ProblemError('invalid_request', msg('variable_not_allowed', { variable }))
  const key = typed.trim()
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new ProblemError('invalid_request', msg('key_malformed', { variable }))
  const sealed = seal(key, variable, await services.models.sealingKey())
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into model_keys (variable, sealed, set_at) values (${variable}, ${sealed}, ${clock()})
      on conflict (variable) do update set (sealed, set_at) = row(excluded.sealed, excluded.set_at)`.execute(
      trx,
    )
    await recordAct(trx, deps, null, 'key_set', { variable })
  })
}

async function withdrawKey(deps: Setting, variable: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const { numAffectedRows } = await sql`delete from model_keys where variable = ${variable}`.execute(trx)
    if (numAffectedRows !== 0n) await recordAct(trx, deps, null, 'key_withdrawn', { variable })
  })
}

function listModels({ services: { models } }: Pick<Deps, 'services'>): PricedModels {
  const listed = new Map<string, PricedModels['models'][number]>()
  for (const { names, price } of models.prices.rows)
    for (const model of names)
      if (!model.includes('*') && !listed.has(model))
        listed.set(model, { model, input: price.input, output: price.output, retired: price.retired })
  return { models: [...listed.values()] }
}

/** @throws {ProblemError} invalid_request while a run calls the model: its budget is kept by the price that it began with */
async function setPrice(deps: Setting, { model, price }: ModelPriceRequest): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const rows = await queryRows<{ arena: string }>(trx)`
      select a.slug as arena from runs r join arenas a on a.id = r.arena_id
      where r.status = 'running' and exists (select from calls c
        where c.arena_id = r.arena_id and c.run_id = r.id and c.model = ${model}) limit 1`
    if (rows.length > 0)
      throw new ProblemError(
        'invalid_request',
        `A run of arena "${rows[0].arena}" calls ${model} now. Pause it under Judges, Judging, and set the price again.`,
      )
    if (price === null) await sql`delete from model_prices where model = ${model}`.execute(trx)
    else
      await sql`
        insert into model_prices (model, input_usd, output_usd, set_at)
        values (${model}, ${price.input}, ${price.output}, ${deps.clock()})
        on conflict (model) do update set (input_usd, output_usd, set_at)
          = row(excluded.input_usd, excluded.output_usd, excluded.set_at)`.execute(trx)
    await recordAct(trx, deps, null, 'price_set', { model, ...price })
  })
  await deps.services.models.refresh()
}
