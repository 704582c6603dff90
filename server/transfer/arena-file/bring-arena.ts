import type {
  ArenaChange,
  ArenaReceipt,
  ArenaTrial,
  FileProblem,
  ProviderKey,
  ProviderOptions,
} from '../../../shared/contracts/index.ts'
import { arenaPlanSpec } from '../../judging/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { variablesOf } from '../../platform/providers/index.ts'
import { ProblemError } from '../../platform/problem.ts'
import { FileError } from '../formats/file-error.ts'
import { importInto, type ImportDeps } from '../import/import-into.ts'
import type { ImportResult } from '../import/arena-import.ts'
import { ArenaFileError } from './arena-file-error.ts'
import type { ArenaPlan } from './arena-plan.ts'
import { checkSent } from './check-arena.ts'
import { dryRun } from './dry-run.ts'
import type { ReceivedArena } from './receive-files.ts'
import { publicAgain } from './public-again.ts'
import { setUpArena } from './set-up-arena.ts'
import { wireFields, msg } from '../../../shared/messages/index.ts'

/** `hasRead` is called when all files are read and nothing is written yet. */
type BringDeps = ImportDeps & Pick<Deps, 'prices' | 'providerKeys' | 'privateProviders'> & { hasRead(): void }

/**
 * Creates or updates the arena of the request.
 * @throws {ProblemError} invalid_request with every problem and its place
 */
export async function bringArena(deps: BringDeps, received: ReceivedArena): Promise<ArenaReceipt> {
  try {
    const plan = await checked(deps, received)
    const { arena, result } = await setUpArena(deps, plan)
    return {
      arena: arena.slug,
      change: changeOf(result),
      warnings: [...plan.warnings, ...warningsOfPublicTexts(result, received)],
      keys: keysOf(plan),
    }
  } catch (error) {
    if (error instanceof ArenaFileError)
      throw new ProblemError('invalid_request', msg('problems_to_mend', { count: error.problems.length }), {
        problems: error.problems,
      })
    if (error instanceof FileError) throw new ProblemError('invalid_request', error.finding)
    throw error
  }
}

/** A dry run: what the import would change, and what a run would do and cost. Stores nothing and calls no model. */
export async function tryArena(deps: BringDeps, received: ReceivedArena): Promise<ArenaTrial> {
  try {
    const plan = await checked(deps, received)
    const { slug, budgetUsd } = plan
    const { result, problems } = await dryImport(deps, plan)
    return {
      arena: slug,
      change: result && changeOf(result),
      estimate: await dryRun(plan, arenaPlanSpec(plan.plan), deps.prices),
      budgetUsd,
      problems,
      warnings: [...plan.warnings, ...(result ? warningsOfPublicTexts(result, received) : [])],
      keys: keysOf(plan),
    }
  } catch (error) {
    if (!(error instanceof ArenaFileError)) throw error
    const problems = [...error.problems]
    return { arena: '', change: null, estimate: null, budgetUsd: null, problems, warnings: [], keys: [] }
  }
}

/** The stored arena may conflict with the file, for example if it changes a contestant whose answers were seen. */
async function dryImport(
  deps: BringDeps,
  { incoming, problems, refusal }: ArenaPlan,
): Promise<{ result: ImportResult | null; problems: FileProblem[] }> {
  if (!incoming || problems.length > 0) return { result: null, problems }
  try {
    return { result: await importInto(deps, incoming, true), problems: [] }
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'invalid_request') throw error
    return { result: null, problems: [refusal(error)] }
  }
}

async function checked(
  { prices, clock, providerKeys, privateProviders, hasRead }: BringDeps,
  { arenaFile, files }: ReceivedArena,
): Promise<ArenaPlan> {
  const plan = await checkSent(arenaFile, files, {
    prices,
    now: clock(),
    providerKeys,
    privateProviders,
  })
  hasRead()
  return plan
}

/** The thread does not know the keys of this process, so it reports every key as missing. */
const keysOf = ({ incoming }: ArenaPlan): ProviderKey[] =>
  (incoming?.setUp.providers ?? []).flatMap(({ name, type, api_key_env: apiKeyEnv, options }) =>
    variablesOf({
      type,
      apiKeyEnv: apiKeyEnv ?? null,
      options: JSON.parse(options ?? '{}') as ProviderOptions,
    }).map((variable) => ({ provider: name, apiKeyEnv: variable, isSet: false })),
  )

/** A receipt with the keys that this process has. */
export const withKeys = <Receipt extends { keys: ProviderKey[] }>(
  { providers }: Pick<Deps, 'providers'>,
  receipt: Receipt,
): Receipt => ({
  ...receipt,
  keys: receipt.keys.map(({ provider, apiKeyEnv }) => ({
    provider,
    apiKeyEnv,
    isSet: providers.problemWith({ name: provider, type: 'openai', apiKeyEnv }) === null,
  })),
})

/** A warning if restored prompts had public texts. */
function warningsOfPublicTexts(
  { promptsThatWerePublic: keys }: ImportResult,
  { arenaFile }: ReceivedArena,
): FileProblem[] {
  const finding = publicAgain(keys)
  return finding
    ? [{ file: arenaFile.name, line: 1, path: 'prompts', ...wireFields(finding), stops: 'calls' }]
    : []
}

const changeOf = (result: ImportResult): ArenaChange => ({
  created: result.created,
  contestants: result.contestants,
  prompts: result.prompts,
  answers: result.answers,
  votable: result.votable,
  contestantsAdded: result.contestantsAdded,
  promptsAdded: result.promptsAdded,
  answersAdded: result.answersAdded,
  contestantsNotNamed: result.contestantsNotNamed,
  kinds: result.kinds,
})
