/** Checks of providers: their addresses and keys; where endpoints and commands may come from, and their secrets. */
import { isOwnProgram, variablesIn } from '../../../shared/contracts/index.ts'
import { holdsKey, namesSecret, unknownPlaceholders } from '../../platform/providers/index.ts'
import type { Described } from './arena-plan.ts'
import type { Path } from './problems.ts'
import { few, msg } from '../../../shared/messages/index.ts'

/** What each protocol adds to a base URL. */
const CALLED = { openai: '/chat/completions', anthropic: '/messages' }

/** @param isSent  whether the file came over HTTP, which may not bring commands */
export function checkProviders(described: Described, isSent: boolean): void {
  const { file, findings } = described
  for (const [name, provider] of Object.entries(file.providers)) {
    const path = ['providers', name]
    if (provider.type === 'exec' && isSent)
      findings.problem([...path, 'command'], msg('command_sent', { name }))
    if (provider.type === 'exec') checkSecretTexts(provider.command, [...path, 'command'], described)
    if (
      (provider.type === 'openai' || provider.type === 'anthropic') &&
      provider.apiKeyEnv === undefined &&
      provider.baseUrl === undefined
    )
      findings.problem(path, msg('key_needed', { type: provider.type }))
    if (provider.type === 'openai' || provider.type === 'anthropic') {
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
