/** Providers, keys, prices and parameters of everything that is called. */
import {
  priceOf,
  problemsWithParams,
  problemWithKey,
  secretsInParams,
} from '../../platform/providers/index.ts'
import type { Described } from './arena-plan.ts'
import { thereIs } from './problems.ts'
import type { Path } from './problems.ts'

interface Called {
  provider?: string | undefined
  model?: string | undefined
  params?: Record<string, unknown> | undefined
}

/** One that calls a model: whether its provider is there, its price known, its parameters fit to send. */
export function checkModel({ provider, model, params = {} }: Called, path: Path, described: Described): void {
  const { file, prices, findings } = described
  if (provider === undefined) findings.problem([...path, 'provider'], 'is missing: name one of `providers`')
  else if (!Object.hasOwn(file.providers, provider))
    findings.problem(
      [...path, 'provider'],
      `there is no provider "${provider}"; ${thereIs(Object.keys(file.providers))}. Add it under \`providers\` with type and apiKeyEnv`,
    )
  if (model === undefined)
    findings.problem([...path, 'model'], 'is missing: name the model, by its dated name if it has one')
  else {
    const price = priceOf(model, prices)
    if (price === null) sayUnpriced(model, [...path, 'model'], described)
    else if (price.retired !== null && isServedByItsMaker(provider, described))
      sayRetired(model, price.retired, [...path, 'model'], described)
  }
  for (const wrong of secretsInParams(params)) findings.problem([...path, 'params'], wrong)
  for (const wrong of problemsWithParams(params)) findings.problem([...path, 'params'], wrong, 'calls')
}

const HOW = 'name a file with its price in DEADHEAT_PRICES; docs/operation.md shows one'

function sayUnpriced(model: string, path: Path, { file, findings }: Described): void {
  if (file.budgetUsd === undefined)
    findings.warning(
      path,
      `the price table has no model "${model}", so its calls cannot be counted in USD; to count them, ${HOW}`,
    )
  else
    findings.problem(
      path,
      `the price table has no model "${model}", so the budget of ${file.budgetUsd} USD cannot be kept. Correct the name, or ${HOW}`,
      'calls',
    )
}

/** A gateway may serve a model longer than its maker. */
const isServedByItsMaker = (provider: string | undefined, { file }: Described): boolean =>
  provider !== undefined &&
  Object.hasOwn(file.providers, provider) &&
  file.providers[provider]!.baseUrl === undefined

function sayRetired(model: string, retired: string, path: Path, { now, findings }: Described): void {
  if (retired <= now.toISOString().slice(0, 10))
    findings.problem(
      path,
      `"${model}" is retired: by the price table its provider serves it no more since ${retired}. Name a model that is served`,
      'calls',
    )
  else findings.warning(path, `"${model}" will be served no more from ${retired} on, by the price table`)
}

/** Whether the key is there of every provider that is called. @param asked names of the judges; all unless told */
export function checkKeys(described: Described, asked?: readonly string[]): void {
  const { file, env, findings } = described
  if (env === null) return
  const judges = file.judges.filter(({ name }) => asked === undefined || asked.includes(name))
  const called = new Set(
    [...file.contestants, ...judges, ...file.checks].flatMap((one) =>
      'provider' in one && one.provider !== undefined ? [one.provider] : [],
    ),
  )
  for (const name of called) {
    const provider = Object.hasOwn(file.providers, name) ? file.providers[name] : undefined
    const wrong = provider && problemWithKey(env, { name, apiKeyEnv: provider.apiKeyEnv })
    if (wrong) findings.problem(['providers', name, 'apiKeyEnv'], wrong, 'calls')
  }
}

/** Whether the variables that are named as keys are such as may be sent to an address that somebody else chose. */
export function checkKeyNames({ file, findings }: Described, providerKeys: readonly string[]): void {
  for (const [name, { apiKeyEnv }] of Object.entries(file.providers))
    if (
      (OWN_VARIABLES.test(apiKeyEnv) || !apiKeyEnv.endsWith('_API_KEY')) &&
      !providerKeys.includes(apiKeyEnv)
    )
      findings.problem(
        ['providers', name, 'apiKeyEnv'],
        `${apiKeyEnv} may not be named by an arena that is sent: name a variable that ends in _API_KEY, or list this one in DEADHEAT_PROVIDER_KEYS where the server starts`,
      )
}

const OWN_VARIABLES = /^(DEADHEAT_|PG)/
