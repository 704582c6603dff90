/** Checks of providers, keys, prices and parameters of every model that is called. */
import { isExternalProgram, type ProviderFile, headerVariables } from '../../../shared/contracts/index.ts'
import {
  datedName,
  isAlias,
  findPrice,
  problemsWithParams,
  problemWithBaseUrl,
  problemWithVariables,
  secretsInParams,
  providerVariables,
  holdsKey,
  namesSecret,
  unknownPlaceholders,
} from '../../platform/providers/index.ts'
import { privateHost } from '../../platform/providers/public-fetch.ts'
import type { Described } from './referenced-files.ts'
import type { Path } from './problems.ts'
import { shortList, englishText, msg } from '../../../shared/messages/index.ts'

interface Called {
  provider?: string | undefined
  model?: string | undefined
  params?: Record<string, unknown> | undefined
}

/** What may stand in braces in the query and the body of a call. */
const CALL_PLACEHOLDERS = [
  'messages',
  'last',
  'system',
  'prompt',
  'sample',
  'turn',
  'model',
  'params',
  'params.NAME',
]

/** Checks one use of a model: its price is known, its parameters may be sent. */
export function checkModel({ provider, model, params = {} }: Called, path: Path, described: Described): void {
  const { file, prices, findings } = described
  for (const wrong of secretsInParams(params)) findings.problem([...path, 'params'], wrong)
  const server = namedProvider(file, provider)
  if (!server || !model || isExternalProgram(server.type)) return
  const place = [...path, 'model']
  const price = findPrice(model, prices)
  if (price === null) sayUnpriced(model, place, described)
  // a gateway may serve a model longer than its maker
  else if (price.retired !== null && providerAddress(server) === undefined)
    sayRetired(model, price.retired, place, described)
  if (isAlias(model, prices))
    findings.warning(place, msg('model_alias', { model, dated: datedName(model, prices) }))
  for (const wrong of problemsWithParams(params)) findings.problem([...path, 'params'], wrong, 'calls')
}

function sayUnpriced(model: string, path: Path, { file, prices, findings, runBudgetUsd }: Described): void {
  const budget = runBudgetUsd ?? file.budgetUsd ?? file.budgetUsdPerDay
  const near = shortList(
    prices.rows.flatMap(({ names }) => names),
    model,
  )
  const named = { model, ...(near.near && { near }) }
  if (budget === undefined) return findings.warning(path, msg('unpriced', named))
  const finding = msg('unpriced', { ...named, budget })
  const findingText = englishText(finding)
  if (findings.problems.every(({ message }) => message !== findingText))
    findings.problem(path, finding, 'calls')
}

function sayRetired(model: string, retired: string, path: Path, { now, findings }: Described): void {
  if (retired <= now.toISOString().slice(0, 10))
    findings.problem(path, msg('retired', { model, since: retired }), 'calls')
  else findings.warning(path, msg('retires', { model, from: retired }))
}

/** Warns of contestants that visitors cannot meet. */
export function checkLive({ file, prices, findings }: Described): void {
  if (!file.live) return
  const unpriced = file.contestants.filter(({ provider, model }) => {
    const server = namedProvider(file, provider)
    return server && model && !isExternalProgram(server.type) && findPrice(model, prices) === null
  })
  if (unpriced.length > 0)
    findings.warning(['live'], msg('live_unpriced', { contestants: unpriced.map(({ name }) => name) }))
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
    ].flatMap((user) => ('provider' in user && user.provider !== undefined ? [user.provider] : [])),
  )
  for (const name of called) {
    const provider = namedProvider(file, name)
    if (!provider) continue
    const wrong = problemWithVariables(env, { name, ...variableFields(provider) })
    const path = ['providers', name, ...('apiKeyEnv' in provider ? ['apiKeyEnv'] : [])]
    if (wrong && isDryRun) findings.warning(path, wrong)
    else if (wrong) findings.problem(path, wrong, 'calls')
  }
}

/** Undefined: the file names a provider that it does not have, which its schema reports. */
const namedProvider = ({ providers }: Described['file'], name = ''): ProviderFile | undefined =>
  Object.hasOwn(providers, name) ? providers[name] : undefined

const providerAddress = (provider: ProviderFile): string | undefined =>
  'url' in provider ? provider.url : 'baseUrl' in provider ? provider.baseUrl : undefined

const variableFields = (provider: ProviderFile) => ({
  type: provider.type,
  apiKeyEnv: ('apiKeyEnv' in provider ? provider.apiKeyEnv : undefined) ?? null,
  options: {
    ...('headers' in provider && provider.headers && { headers: provider.headers }),
    ...('env' in provider && provider.env && { env: provider.env }),
  },
})

/** Variables of Deadheat itself and of Postgres. */
const OWN_VARIABLES = /^(DEADHEAT_|PG)/

/** Checks the addresses of providers, what they may call and name, and that they hold no secret. */
export function checkProviders(described: Described): void {
  const { file, findings, sent } = described
  for (const [name, provider] of Object.entries(file.providers)) {
    const path = ['providers', name]
    const address = providerAddress(provider)
    const addressPath = [...path, provider.type === 'http' ? 'url' : 'baseUrl']
    const wrong = problemWithBaseUrl({ name, baseUrl: address ?? null })
    if (wrong) findings.problem(addressPath, wrong)
    if (sent) checkSentProvider(name, provider, addressPath, described)
    if (provider.type === 'exec') checkSecretTexts(provider.command, [...path, 'command'], described)
    if (provider.type === 'openai') checkSecretTexts(provider.query, [...path, 'query'], described)
    if (provider.type === 'http') {
      checkSecretTexts(provider.url, [...path, 'url'], described)
      checkHeaders(provider.headers ?? {}, [...path, 'headers'], described)
      for (const key of ['query', 'body'] as const) {
        checkSecretTexts(provider[key], [...path, key], described)
        for (const placeholder of unknownPlaceholders(provider[key]))
          findings.problem(
            [...path, key],
            msg('no_placeholder', { name: placeholder, known: CALL_PLACEHOLDERS }),
          )
      }
    }
    const isUnpriced =
      isExternalProgram(provider.type) && !('costUsd' in provider && provider.costUsd !== undefined)
    if (isUnpriced && isCalled(name, described))
      findings.warning(
        path,
        `the calls of provider "${name}" count as $0, because nothing says what they cost: give it \`costUsd\`, the price of one call`,
      )
  }
}

/** A file that somebody else sent brings no command, and no key or private address of this machine. A name is looked up when it is called. */
function checkSentProvider(
  name: string,
  provider: ProviderFile,
  addressPath: Path,
  { findings, sent }: Described,
): void {
  const path = ['providers', name]
  if (provider.type === 'exec') findings.problem([...path, 'command'], msg('command_not_public', { name }))
  for (const variable of providerVariables(variableFields(provider)))
    if (
      (OWN_VARIABLES.test(variable) || !variable.endsWith('_API_KEY')) &&
      !sent!.providerKeys.includes(variable)
    )
      findings.problem(
        [...path, 'apiKeyEnv' in provider ? 'apiKeyEnv' : 'headers'],
        msg('variable_not_allowed', { variable }),
      )
  const host = URL.parse(providerAddress(provider) ?? '')?.hostname
  if (!sent!.privateProviders && host !== undefined && privateHost(host) !== null)
    findings.problem(
      addressPath,
      `${host} is a private address, and the server does not call those for arenas that are sent to it: import the arena in the terminal of the server, or start the server with DEADHEAT_ALLOW_PRIVATE_PROVIDERS=1`,
    )
}

const isCalled = (name: string, { file }: Described) =>
  file.contestants.some(({ provider }) => provider === name)

/** A header that carries a secret by its name takes it from the environment. */
function checkHeaders(headers: Readonly<Record<string, string>>, path: Path, { findings }: Described): void {
  for (const [header, value] of Object.entries(headers)) {
    const isSecret = namesSecret(header) || /^(cookie|x-api-key|api-key)$/i.test(header)
    if (holdsKey(value) || (isSecret && headerVariables({ value }).length === 0))
      findings.problem([...path, header], msg('secret_in_header', { header }))
    const unknown = [...value.matchAll(/\{\{\s*(.*?)\s*\}\}/g)].flatMap(([whole, name]) =>
      headerVariables({ whole }).length === 0 ? [name] : [],
    )
    if (unknown.length > 0)
      findings.problem([...path, header], msg('no_header_placeholder', { names: shortList(unknown) }))
  }
}

/** These are public to everyone who may edit the arena, so they hold no key. */
function checkSecretTexts(value: unknown, path: Path, { findings }: Described): void {
  const texts = JSON.stringify(value ?? null)
  if (holdsKey(texts))
    findings.problem(
      path,
      'holds what looks like a key: take it out, put it into an environment variable, and name that in a header or under `env`',
    )
}
