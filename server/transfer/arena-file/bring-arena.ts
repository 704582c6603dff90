import {
  ArenaChange,
  type ArenaReceipt,
  type ArenaTrial,
  type JudgingPlan,
  type JudgingRequest,
  type FileProblem,
  type ProviderKey,
  type ProviderOptions,
  MAX_ARENA_FILE_BYTES,
  MAX_ARENA_FILES,
  SentArena,
} from '../../../shared/contracts/index.ts'
import { arenaPlanSpec, estimateArena, waysToJudge, type PlanSpec } from '../../judging/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Db } from '../../platform/schema.ts'
import { providerVariables } from '../../platform/providers/index.ts'
import { ProblemError } from '../../platform/problem.ts'
import { FileError } from '../formats/fields.ts'
import { importInto, type ImportDeps } from '../import/import-into.ts'
import type { ArenaImport, ImportResult } from '../import/arena-import.ts'
import { ArenaFileError } from './problems.ts'
import type { ArenaPlan, SentFiles } from './referenced-files.ts'
import { checkArena, checkSent } from './check-arena.ts'
import { dryRun } from './dry-run.ts'
import {
  wireFields,
  msg,
  shortList,
  type AnyMessage,
  type CodedMessage,
} from '../../../shared/messages/index.ts'
import { arenaForOperator, type Arena } from '../../arenas/index.ts'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, posix } from 'node:path'
import { WHOLE_BODY } from '../../platform/http/body.ts'

export type BringDeps = ImportDeps & {
  /** Called when all files are read and nothing is written yet. */
  hasRead?: () => void
  /** With the keys of this process, for a file of this machine. */
  env?: NodeJS.ProcessEnv
}

/** Which run is priced or follows, and what else an arena.yaml is brought in for. */
export interface ArenaOptions extends Pick<JudgingRequest, 'judges' | 'votesPerPair' | 'plan' | 'budgetUsd'> {
  /** Whether nobody calls a model for it now, so that what only prevents calls is no problem. */
  noCalls?: boolean
}

/**
 * Creates or updates the arena of the request.
 * @throws {ProblemError} invalid_request with every problem and its place
 */
export async function bringArena(
  deps: BringDeps,
  received: ReceivedArena,
  options: ArenaOptions,
  renews: boolean,
): Promise<ArenaReceipt> {
  try {
    const plan = await checked(deps, received, options)
    const { arena, result, renewed } = await setUpArena(deps, plan, renews)
    return {
      arena: arena.slug,
      ...(renews && { renewed }),
      change: ArenaChange.parse(result),
      warnings: [...plan.warnings, ...changeWarnings(result, received)],
      keys: planKeys(plan),
    }
  } catch (error) {
    if (error instanceof ArenaFileError)
      throw new ProblemError(
        'invalid_request',
        error.problems.length === 1
          ? 'There is 1 problem to fix.'
          : `There are ${error.problems.length} problems to fix.`,
        { problems: error.problems },
      )
    if (error instanceof FileError) throw new ProblemError('invalid_request', error.finding)
    throw error
  }
}

/**
 * A dry run: what the import would change, and what a run would do and cost beside the answers and judgements that
 * are there. The import is rolled back, and no model is called. The stored arena may conflict with the file, for
 * example if it changes a contestant whose answers were seen.
 */
export async function tryArena(
  deps: BringDeps,
  received: ReceivedArena,
  options: ArenaOptions,
): Promise<ArenaTrial> {
  const trial: ArenaTrial = {
    arena: '',
    change: null,
    estimate: null,
    ways: [],
    budgetUsd: null,
    problems: [],
    warnings: [],
    keys: [],
  }
  let plan: ArenaPlan
  try {
    plan = await checked(deps, received, options, true)
  } catch (error) {
    if (!(error instanceof ArenaFileError)) throw error
    return { ...trial, problems: [...error.problems] }
  }
  const { slug, budgetUsd, incoming, problems, warnings, refusal } = plan
  Object.assign(trial, { arena: slug, budgetUsd, problems, warnings, keys: planKeys(plan) })
  if (!incoming) return trial
  const request = arenaPlanSpec(plan.plan, options)
  try {
    const result = await importInto(deps, incoming, async (trx) => {
      const arena = await arenaForOperator(trx, slug)
      const estimateWay = (way: JudgingPlan) =>
        estimateArena(trx, arena, { ...request, plan: way }, deps.settings)
      trial.estimate = await estimateWay(request.plan)
      const contestants = incoming.setUp.judges.length > 0 ? await countContestants(trx, arena.id) : 0
      trial.ways = await waysToJudge(contestants, plan.plan, estimateWay)
    })
    if (problems.length > 0) return trial
    const changes = changeWarnings(result, received)
    return { ...trial, change: ArenaChange.parse(result), warnings: [...warnings, ...changes] }
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'invalid_request') throw error
    return { ...trial, problems: [...problems, refusal(error)] }
  }
}

/** The contestants in use. */
/** What a run of an arena.yaml would take from the beginning, without a database. @throws {ProblemError} if a judge is unknown */
export async function estimateFile(
  plan: ArenaPlan,
  request: PlanSpec,
  settings: Pick<Deps['settings'], 'prices' | 'chromium'>,
): Promise<Pick<ArenaTrial, 'estimate' | 'ways'>> {
  const { contestants = [], setUp } = plan.incoming ?? {}
  const compared = setUp && setUp.judges.length > 0 ? contestants.length : 0
  const estimateWay = (way: JudgingPlan) => dryRun(plan, { ...request, plan: way }, settings)
  return {
    estimate: await dryRun(plan, request, settings),
    ways: await waysToJudge(compared, plan.plan, estimateWay),
  }
}

async function countContestants(db: Db, arenaId: number): Promise<number> {
  const { count } = await db
    .selectFrom('contestants')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('arena_id', '=', arenaId)
    .where('retired_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function checked(
  { settings: { prices, providerKeys, privateProviders }, clock, hasRead, env = {} }: BringDeps,
  received: ReceivedArena,
  { judges, budgetUsd, noCalls = false }: ArenaOptions,
  isDryRun = false,
): Promise<ArenaPlan> {
  const how = { prices, now: clock(), judges, budgetUsd: budgetUsd ?? undefined, isDryRun }
  const plan = await (typeof received === 'string'
    ? checkArena(received, { ...how, env })
    : checkSent(received.arenaFile, received.files, how, { providerKeys, privateProviders }))
  hasRead?.()
  return noCalls ? { ...plan, problems: plan.problems.filter(({ stops }) => stops === 'all') } : plan
}

/** The thread does not know the keys of this process, so it reports every key as missing. */
const planKeys = ({ incoming }: ArenaPlan): ProviderKey[] =>
  (incoming?.setUp.providers ?? []).flatMap(({ name, type, api_key_env: apiKeyEnv, options }) =>
    providerVariables({
      type,
      apiKeyEnv: apiKeyEnv ?? null,
      options: JSON.parse(options ?? '{}') as ProviderOptions,
    }).map((variable) => ({ provider: name, apiKeyEnv: variable, isSet: false })),
  )

/** A receipt with the keys that this process has. */
export const withKeys = <Receipt extends { keys: ProviderKey[] }>(
  { services: { providers } }: Pick<Deps, 'services'>,
  receipt: Receipt,
): Receipt => ({
  ...receipt,
  keys: receipt.keys.map(({ provider, apiKeyEnv }) => ({
    provider,
    apiKeyEnv,
    isSet: providers.problemWith({ name: provider, type: 'openai', apiKeyEnv }) === null,
  })),
})

/** Warnings of what the file changes in a stored arena: prompts with public texts that return, and a sealed decision. */
function changeWarnings(
  { promptsThatWerePublic, lateDecision }: ImportResult,
  received: ReceivedArena,
): FileProblem[] {
  const findings = {
    prompts: publicAgain(promptsThatWerePublic),
    decides: lateDecision && msg('decision_changed', lateDecision),
  }
  const file = arenaFileName(received)
  return Object.entries(findings).flatMap(([path, finding]) =>
    finding ? [{ file, line: 1, path, ...wireFields(finding), stops: 'calls' as const }] : [],
  )
}

/**
 * Creates the arena that an arena.yaml describes, or updates it, in one transaction. It writes providers,
 * contestants, prompts, answers made elsewhere, rubrics, judges and checks. Contestants that the file no longer names
 * stay, and the result lists them. Prompts that it no longer names are retired until it names them again. Judges and
 * checks that it no longer names are not asked any more.
 * @param renews  gives a contestant that changed after its answers were seen the next name, `v17-2`, instead of an error
 * @returns `renewed`: those names, by the names in the file
 * @throws {ArenaFileError} if the file has problems, including those that only prevent calls
 * @throws {ProblemError} if a contestant changed after its answers were shown, judged or voted on
 */
export async function setUpArena(
  deps: ImportDeps,
  { incoming, problems }: Pick<ArenaPlan, 'incoming' | 'problems'>,
  renews = false,
): Promise<{ arena: Arena; result: ImportResult; renewed: Record<string, string> }> {
  if (!incoming || problems.length > 0) throw new ArenaFileError(problems)
  const names = new Map(incoming.contestants.map(({ name }) => [name, name]))
  for (;;)
    try {
      const result = await importInto(deps, renamed(incoming, names))
      const renewed = Object.fromEntries([...names].filter(([name, now]) => now !== name))
      return { arena: await arenaForOperator(deps.db, result.arena), result, renewed }
    } catch (error) {
      const changed = renews ? changedIn(error) : []
      if (changed.length === 0) throw error
      for (const [name, now] of names) if (changed.includes(now)) names.set(name, nextName(name, now, names))
    }
}

/** The contestants whose seen answers would change, if this is why an import was refused. */
function changedIn(error: unknown): readonly string[] {
  if (!(error instanceof ProblemError) || typeof error.finding === 'string') return []
  const { code, values } = error.finding
  if (code === 'made_anew') return values['contestants'] as string[]
  return code === 'text_changed' ? [values['contestant'] as string] : []
}

function nextName(name: string, now: string, taken: ReadonlyMap<string, string>): string {
  let n = now === name ? 1 : Number(now.slice(name.length + 1))
  do n++
  while (taken.has(`${name}-${n}`))
  return `${name}-${n}`
}

/** The import with other names of its contestants. */
function renamed(incoming: ArenaImport, names: ReadonlyMap<string, string>): ArenaImport {
  const now = (name: string) => names.get(name) ?? name
  const { setUp } = incoming
  const { plan } = setUp?.settings ?? {}
  const baseline = plan?.baseline
  return {
    ...incoming,
    contestants: incoming.contestants.map((contestant) => ({
      ...contestant,
      name: now(contestant.name),
      ...(contestant.controlOf && { controlOf: now(contestant.controlOf) }),
    })),
    answers: incoming.answers.map((answer) => ({ ...answer, contestant: now(answer.contestant) })),
    ...(setUp &&
      baseline !== undefined && {
        setUp: { ...setUp, settings: { ...setUp.settings, plan: { ...plan, baseline: now(baseline) } } },
      }),
  }
}

/**
 * The warning that prompts are in use again whose texts everybody could read beside names; null without such prompts.
 */
export const publicAgain = (keys: readonly string[]): CodedMessage | null =>
  keys.length === 0 ? null : msg('public_again', { prompts: shortList(keys) })

// Reads the files of a request: an arena.yaml and the files it names.

interface SentArenaFiles {
  arenaFile: { name: string; text: string }
  files: SentFiles
}

/** What was sent, or the path of an arena.yaml of this machine. */
type ReceivedArena = SentArenaFiles | string

const arenaFileName = (received: ReceivedArena): string =>
  typeof received === 'string' ? basename(received) : received.arenaFile.name

/**
 * The files of a request: those of a form, or JSON `{ files: { path: text } }`.
 * @param uploaded  where each is, by its path as it was sent
 * @throws {ProblemError} invalid_request if there is no arena.yaml; too_large if the arena.yaml is too long to be
 *   written by hand
 */
export async function receivedArena(uploaded: SentFiles): Promise<SentArenaFiles> {
  const body = uploaded.get(WHOLE_BODY)
  const sent = body === undefined ? uploaded : await filesInJson(body)
  const path = arenaFileAmong([...sent.keys()])
  const bytes = await readFile(sent.get(path)!)
  if (bytes.length > MAX_ARENA_FILE_BYTES)
    throw new ProblemError(
      'too_large',
      `${posix.basename(path)} has more than ${MAX_ARENA_FILE_BYTES / 1024} kB. Put the prompts into a separate file and name it: prompts: prompts.jsonl.`,
    )
  const folder = posix.dirname(path)
  const files = [...sent].map(([named, place]) => [pathInFolder(folder, named), place] as const)
  return { arenaFile: { name: posix.basename(path), text: decodeText(path, bytes) }, files: new Map(files) }
}

/** Writes the files of a body of JSON beside it. Returns where each is. */
async function filesInJson(body: string): Promise<SentFiles> {
  let content: unknown
  try {
    content = JSON.parse(await readFile(body, 'utf8'))
  } catch {
    // refused below, as any other body without files
  }
  const parsed = SentArena.safeParse(content)
  if (!parsed.success)
    throw refuse(
      'Send the files as multipart/form-data, one field for each file, named by its path; or as JSON: { "files": { "arena.yaml": "…" } }.',
    )
  const files = Object.entries(parsed.data.files)
  if (files.length > MAX_ARENA_FILES)
    throw refuse(msg('files_many', { count: files.length, most: MAX_ARENA_FILES }))
  const places = new Map<string, string>()
  for (const [path, text] of files) {
    const place = `${body}-${places.size}`
    await writeFile(place, text, { mode: 0o600 })
    places.set(posix.normalize(path), place)
  }
  return places
}

/** The path of the arena.yaml; else of the only YAML file. */
function arenaFileAmong(paths: readonly string[]): string {
  const yaml = paths.filter((path) => /\.ya?ml$/i.test(path))
  const named = yaml.filter((path) => /^arena\.ya?ml$/i.test(posix.basename(path)))
  const [onlyFile, ...more] = named.length > 0 ? named : yaml
  if (onlyFile === undefined)
    throw refuse('There is no arena.yaml among the files. Send it together with the files that it names.')
  if (more.length > 0)
    throw refuse(
      `There are several arenas among the files: ${[onlyFile, ...more].slice(0, 3).join(', ')}. Send one at a time.`,
    )
  return onlyFile
}

const pathInFolder = (folder: string, path: string): string =>
  folder !== '.' && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path

function decodeText(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refuse(msg('file_not_utf8', { file: posix.basename(path) }))
  }
}

const refuse = (what: AnyMessage) => new ProblemError('invalid_request', what)
