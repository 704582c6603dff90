/** Checks of providers, keys, prices and parameters of every model that is called. */
import {
  isOwnProgram,
  liveLimits,
  type LiveSettings,
  type ProviderFile,
  variablesIn,
} from '../../../shared/contracts/index.ts'
import {
  datedName,
  isAlias,
  mostCostOf,
  priceOf,
  problemsWithParams,
  problemWithBaseUrl,
  problemWithVariables,
  secretsInParams,
  variablesOf,
  holdsKey,
  namesSecret,
  unknownPlaceholders,
} from '../../platform/providers/index.ts'
import { privateHost } from '../../platform/providers/public-fetch.ts'
import type { Described } from './files-beside.ts'
import type { Path } from './problems.ts'
import { few, inEnglish, msg } from '../../../shared/messages/index.ts'

interface Called {
  provider?: string | undefined
  model?: string | undefined
  params?: Record<string, unknown> | undefined
}

/** Checks one use of a model: its provider exists, its price is known, its parameters may be sent. */
export function checkModel({ provider, model, params = {} }: Called, path: Path, described: Described): void {
  const { prices, findings } = described
  if (provider === undefined) findings.problem([...path, 'provider'], msg('provider_missing'))
  else checkProviderIsThere(provider, [...path, 'provider'], described)
  if (provider !== undefined && isOwn(provider, described)) {
    for (const wrong of secretsInParams(params)) findings.problem([...path, 'params'], wrong)
    return
  }
  if (!model) findings.problem([...path, 'model'], msg('model_missing'))
  else {
    const price = priceOf(model, prices)
    if (price === null) sayUnpriced(model, [...path, 'model'], described)
    else if (price.retired !== null && isServedByItsMaker(provider, described))
      sayRetired(model, price.retired, [...path, 'model'], described)
    if (isAlias(model, prices))
      findings.warning([...path, 'model'], msg('model_alias', { model, dated: datedName(model, prices) }))
  }
  for (const wrong of secretsInParams(params)) findings.problem([...path, 'params'], wrong)
  for (const wrong of problemsWithParams(params)) findings.problem([...path, 'params'], wrong, 'calls')
}

/** Checks that `providers` has one by this name. One that is there and cannot be read was reported already. */
export function checkProviderIsThere(name: string, path: Path, described: Described): void {
  const { file, unreadProviders, findings } = described
  if (!Object.hasOwn(file.providers, name) && !unreadProviders.has(name))
    findings.problem(path, msg('no_provider', { name, there: few(Object.keys(file.providers), name) }))
}

const isOwn = (provider: string, { file: { providers } }: Described): boolean =>
  Object.hasOwn(providers, provider) && isOwnProgram(providers[provider].type)

function sayUnpriced(model: string, path: Path, { file, prices, findings, runBudgetUsd }: Described): void {
  const budget = runBudgetUsd ?? file.budgetUsd ?? file.budgetUsdPerDay
  const near = few(
    prices.rows.flatMap(({ names }) => names),
    model,
  )
  const named = { model, ...(near.near && { near }) }
  if (budget === undefined) return findings.warning(path, msg('unpriced', named))
  const finding = msg('unpriced_in_budget', { ...named, budget })
  const said = inEnglish(finding)
  if (findings.problems.every(({ message }) => message !== said)) findings.problem(path, finding, 'calls')
}

/** A gateway may serve a model longer than its maker. */
const isServedByItsMaker = (provider: string | undefined, { file }: Described): boolean =>
  provider !== undefined &&
  Object.hasOwn(file.providers, provider) &&
  addressOf(file.providers[provider]) === undefined

function sayRetired(model: string, retired: string, path: Path, { now, findings }: Described): void {
  if (retired <= now.toISOString().slice(0, 10))
    findings.problem(path, msg('retired', { model, since: retired }), 'calls')
  else findings.warning(path, msg('retires', { model, from: retired }))
}

/** Checks that two contestants can answer visitors, at a price that a budget can count, and that their prompts can be checked. */
export function checkLive(described: Described): void {
  const { file, prices, findings } = described
  if (!file.live) return
  if (file.plan?.live && file.budgetUsd === undefined)
    findings.problem(['plan', 'live'], msg('plan_live_unlimited'))
  const { moderation } = file.live
  if (moderation) checkProviderIsThere(moderation.provider, ['live', 'moderation', 'provider'], described)
  if (moderation && file.providers[moderation.provider]?.type === 'anthropic')
    findings.problem(['live', 'moderation', 'provider'], msg('live_moderation_of', moderation))
  const called = file.contestants.filter(({ provider }) => provider !== undefined)
  const priced = called.filter(
    ({ provider, model }) => isOwn(provider!, described) || (model !== undefined && priceOf(model, prices)),
  )
  if (called.length < 2) findings.problem(['live'], msg('live_needs_providers'))
  else if (priced.length < called.length)
    findings.warning(
      ['live'],
      msg('live_unpriced', {
        contestants: called.filter((one) => !priced.includes(one)).map(({ name }) => name),
      }),
    )
  if (priced.length >= 2) sayLimitsBelowABattle(file.live, priced, described)
}

/** Warns of budgets that do not even cover the most that the two cheapest answers to a short prompt may cost. */
function sayLimitsBelowABattle(
  live: LiveSettings,
  priced: readonly (Called & { system?: string | undefined })[],
  { file, prices, findings }: Described,
): void {
  const mostUsd = priced.map(({ provider, model, system, params }) => {
    const own = file.providers[provider!]
    if (own && isOwnProgram(own.type)) return 'costUsd' in own ? (own.costUsd ?? 0) : 0
    const limited = { max_tokens: live.tokens, ...params }
    const messages = [{ role: 'user' as const, content: 'x' }]
    return mostCostOf(
      { model: model!, system: system ?? null, messages, params: limited },
      priceOf(model!, prices)!,
    )
  })
  const [first, second] = mostUsd.toSorted((a, b) => a - b)
  const rounded = (value: number) => String(Number(value.toPrecision(2)))
  for (const [key, usd] of Object.entries(liveLimits(live)))
    if (usd < first + second)
      findings.warning(
        ['live', key],
        msg('live_limit_low', { usd: rounded(usd), battle: rounded(first + second) }),
      )
}

/**
 * Checks that the key of every called provider is set.
 * @param requestedJudges  names of the judges to ask; all by default
 * @param isDryRun  a missing key is a warning, because no provider is called
 */
export function checkKeys(
  described: Described,
  requestedJudges: readonly string[] | undefined,
  isDryRun: boolean,
): void {
  const { file, env, findings } = described
  if (env === null) return
  const judges = file.judges.filter(
    ({ name }) => requestedJudges === undefined || requestedJudges.includes(name),
  )
  const called = new Set(
    [
      ...file.contestants,
      ...judges,
      ...file.checks,
      ...(file.live?.moderation ? [file.live.moderation] : []),
    ].flatMap((one) => ('provider' in one && one.provider !== undefined ? [one.provider] : [])),
  )
  for (const name of called) {
    const provider = Object.hasOwn(file.providers, name) ? file.providers[name] : undefined
    const wrong = provider && problemWithVariables(env, { name, ...namesOf(provider) })
    const path = ['providers', name, ...(provider && 'apiKeyEnv' in provider ? ['apiKeyEnv'] : [])]
    if (wrong && isDryRun) findings.warning(path, wrong)
    else if (wrong) findings.problem(path, wrong, 'calls')
  }
}

/** Checks that each variable named as a key may be sent to an address that somebody else chose. */
export function checkKeyNames({ file, findings }: Described, providerKeys: readonly string[]): void {
  for (const [name, provider] of Object.entries(file.providers))
    for (const variable of variablesOf(namesOf(provider)))
      if (
        (OWN_VARIABLES.test(variable) || !variable.endsWith('_API_KEY')) &&
        !providerKeys.includes(variable)
      )
        findings.problem(
          ['providers', name, 'apiKeyEnv' in provider ? 'apiKeyEnv' : 'headers'],
          msg('key_not_allowed', { variable }),
        )
}

/** Checks that no address of a provider is a private one. A name is looked up when it is called. */
export function checkAddresses({ file, findings }: Described): void {
  for (const [name, provider] of Object.entries(file.providers)) {
    const address = addressOf(provider)
    const host = address === undefined ? undefined : URL.parse(address)?.hostname
    if (host !== undefined && privateHost(host) !== null)
      findings.problem(
        ['providers', name, provider.type === 'http' ? 'url' : 'baseUrl'],
        msg('private_address', { host }),
      )
  }
}

const addressOf = (provider: ProviderFile): string | undefined =>
  'url' in provider ? provider.url : 'baseUrl' in provider ? provider.baseUrl : undefined

const namesOf = (provider: ProviderFile) => ({
  type: provider.type,
  apiKeyEnv: ('apiKeyEnv' in provider ? provider.apiKeyEnv : undefined) ?? null,
  options: {
    ...('headers' in provider && provider.headers && { headers: provider.headers }),
    ...('env' in provider && provider.env && { env: provider.env }),
  },
})

const OWN_VARIABLES = /^(DEADHEAT_|PG)/

// Checks of providers: their addresses and keys; where endpoints and commands may come from, and their secrets.

/** What each protocol adds to a base URL. */
const CALLED = { openai: '/chat/completions', anthropic: '/messages' }

/** @param isSent  whether the file came over HTTP, which may not bring commands */
export function checkProviders(described: Described, isSent: boolean): void {
  const { file, findings } = described
  for (const [name, provider] of Object.entries(file.providers)) {
    const path = ['providers', name]
    const address = problemWithBaseUrl({ name, baseUrl: addressOf(provider) ?? null })
    if (address) findings.problem([...path, provider.type === 'http' ? 'url' : 'baseUrl'], address)
    if (provider.type === 'exec' && isSent)
      findings.problem([...path, 'command'], msg('command_sent', { name }))
    if (provider.type === 'exec') checkSecretTexts(provider.command, [...path, 'command'], described)
    if (provider.type === 'openai' || provider.type === 'anthropic') {
      if (provider.apiKeyEnv === undefined && provider.baseUrl === undefined)
        findings.problem(path, msg('key_needed', { type: provider.type }))
      const route = CALLED[provider.type]
      const base = provider.baseUrl?.replace(/\/+$/, '')
      if (base?.endsWith(route))
        findings.problem(
          [...path, 'baseUrl'],
          msg('base_url_with_route', { route, instead: base.slice(0, -route.length) }),
        )
    }
    if (provider.type === 'openai') checkSecretTexts(provider.query, [...path, 'query'], described)
    if (provider.type === 'http') {
      checkSecretTexts(provider.url, [...path, 'url'], described)
      checkHeaders(provider.headers ?? {}, [...path, 'headers'], described)
      for (const key of ['query', 'body'] as const) {
        checkSecretTexts(provider[key], [...path, key], described)
        for (const placeholder of unknownPlaceholders(provider[key]))
          findings.problem([...path, key], msg('no_call_placeholder', { name: placeholder }))
      }
    }
    if (
      (provider.type === 'http' || provider.type === 'exec') &&
      provider.costUsd === undefined &&
      isCalled(name, described)
    )
      findings.warning(path, msg('calls_cost_nothing', { name }))
  }
  for (const [list, entries] of [
    ['judges', file.judges],
    ['checks', file.checks],
  ] as const)
    for (const [i, entry] of entries.entries()) {
      if ('kind' in entry && entry.kind === 'exec') continue
      const name = 'provider' in entry ? entry.provider : undefined
      const provider =
        name !== undefined && Object.hasOwn(file.providers, name) ? file.providers[name] : undefined
      if (provider && isOwnProgram(provider.type))
        findings.problem(
          [...described.pathOf([list, i]), 'provider'],
          msg('judge_needs_model', { name: name! }),
        )
    }
}

const isCalled = (name: string, { file }: Described) =>
  file.contestants.some(({ provider }) => provider === name)

/** A header that carries a secret by its name takes it from the environment. */
function checkHeaders(headers: Readonly<Record<string, string>>, path: Path, { findings }: Described): void {
  for (const [header, value] of Object.entries(headers)) {
    const isSecret = namesSecret(header) || /^(cookie|x-api-key|api-key)$/i.test(header)
    if (holdsKey(value) || (isSecret && variablesIn({ value }).length === 0))
      findings.problem([...path, header], msg('secret_in_header', { header }))
    const unknown = [...value.matchAll(/\{\{\s*(.*?)\s*\}\}/g)].flatMap(([whole, name]) =>
      variablesIn({ whole }).length === 0 ? [name] : [],
    )
    if (unknown.length > 0)
      findings.problem([...path, header], msg('no_header_placeholder', { names: few(unknown) }))
  }
}

/** These are public to everyone who may edit the arena, so they hold no key. */
function checkSecretTexts(value: unknown, path: Path, { findings }: Described): void {
  const texts = JSON.stringify(value ?? null)
  if (holdsKey(texts)) findings.problem(path, msg('secret_in_provider'))
}
