import { dirname, resolve } from 'node:path'
import {
  ArenaSettings,
  type ArenaFile,
  type Warning,
  type CheckSpec,
  type ProviderOptions,
} from '../../../shared/contracts/index.ts'
import { type NewJudge, adviseOnMethod, type Advice, checkFaults } from '../../judging/index.ts'
import { msg, shortList } from '../../../shared/messages/index.ts'
import type { ProblemError } from '../../platform/problem.ts'
import type { AnswerRow } from '../formats/answers.ts'
import type { ImportedAnswer } from '../import/arena-import.ts'
import {
  type ArenaPlan,
  type Described,
  sentFiles,
  folderFiles,
  type ReferencedFiles,
  type SentFiles,
  readReferencedFiles,
  type PromptWithMessages,
} from './referenced-files.ts'
import { checkJudges, checkCategories } from './check-judges.ts'
import { checkKeys, checkModel, checkProviders, checkLive } from './check-models.ts'
import type { ArenaProblem, Path } from './problems.ts'
import { readArenaFile, readArenaText, type ReadArenaFile } from './read-arena-file.ts'
import { isPlaceholder, placeholdersIn, composeThread, placeholderValue } from '../../answers/index.ts'
import { matchesCategories } from '../../prompts/index.ts'
import type { NewProvider } from '../../arenas/index.ts'

export interface CheckOptions extends Pick<Described, 'prices' | 'now'> {
  env: NonNullable<Described['env']>
  /** Replaces the plan of the file. */
  budgetUsd?: number | undefined
  /** The names of the judges that will be asked; all by default. */
  judges?: readonly string[] | undefined
  /** Whether no provider will be called, so that missing keys are only warnings. */
  isDryRun?: boolean
  /** Called with each file beside the arena.yaml that it names, as it names it. */
  onFile?: (named: string) => void
}

/**
 * Reads an arena.yaml and every file it names, without a database or a model, and reports all problems at once.
 * @throws {FileError} when there is no such file, or when it is not YAML
 */
export async function checkArena(path: string, { onFile, ...options }: CheckOptions): Promise<ArenaPlan> {
  const folder = dirname(resolve(path))
  return check(await readArenaFile(path), folderFiles(folder, onFile), { ...options, sent: null, folder })
}

/**
 * Checks an arena.yaml that was sent with its files. It reads only these files and the shipped rubrics. Missing keys
 * are no problem here: starting a run reports them. A key goes to the address that the file names, so the file may
 * only name variables that hold keys.
 * @throws {FileError} when it is not YAML
 */
export async function checkSent(
  arenaFile: { name: string; text: string },
  files: SentFiles,
  how: Omit<CheckOptions, 'env' | 'onFile'>,
  sent: NonNullable<Described['sent']>,
): Promise<ArenaPlan> {
  const options = { ...how, env: null, folder: null, sent }
  return check(readArenaText(arenaFile.text, arenaFile.name), sentFiles(files), options)
}

type AllOptions = Omit<CheckOptions, 'env' | 'onFile'> &
  Pick<Described, 'env' | 'sent'> & { folder: string | null }

async function check(
  { described: file, findings }: ReadArenaFile,
  files: ReferencedFiles,
  { budgetUsd, judges: requestedJudges, isDryRun = false, folder, ...surroundings }: AllOptions,
): Promise<ArenaPlan> {
  const { problems, warnings } = findings
  const leftOut: Warning[] = []
  const rest = {
    problems,
    warnings,
    leftOut,
    refusal: ({ finding, more }: ProblemError) =>
      findings.problemAt(entryPath(more.about, file), finding, 'all'),
  }
  if (!file) {
    sortByPlace(problems)
    return { slug: '', incoming: null, plan: {}, budgetUsd: null, ...rest }
  }
  const read = await readReferencedFiles(file, files, findings, leftOut)
  const described: Described = { ...surroundings, ...read, file, files, findings, runBudgetUsd: budgetUsd }
  checkContestants(described)
  const judges = await checkJudges(described)
  checkChecks(described)
  checkPlan(described)
  checkLive(described)
  checkKeys(described, requestedJudges, isDryRun)
  checkProviders(described)
  adviseOn(described, judges)
  sortByPlace(problems)
  const isWhole = problems.every(({ stops }) => stops === 'calls')
  return {
    slug: file.arena,
    incoming: isWhole ? incomingArena(described, judges, folder) : null,
    plan: file.plan ?? {},
    budgetUsd: budgetUsd ?? file.budgetUsd ?? null,
    ...rest,
  }
}

/** The entry of a contestant; the entry of a prompt if the file lists prompts. */
function entryPath(about: ProblemError['more']['about'], file: ArenaFile | null): Path {
  if (!about || !file) return []
  const [list, index] =
    'contestant' in about
      ? ['contestants', file.contestants.findIndex(({ name }) => name === about.contestant)]
      : [
          'prompts',
          typeof file.prompts === 'string' ? -1 : file.prompts.findIndex(({ id }) => id === about.prompt),
        ]
  return index < 0 ? [list] : [list, index]
}

/** Sorts by file, in the order of each file's first problem, then by line. */
function sortByPlace(problems: ArenaProblem[]): void {
  const files = [...new Set(problems.map(({ file }) => file))]
  problems.sort((a, b) => files.indexOf(a.file) - files.indexOf(b.file) || a.line - b.line)
}

function incomingArena(
  { file, prompts, responses, pictures, sent }: Described,
  judges: NewJudge[],
  folder: string | null,
) {
  const { arena: slug, title, description, visibility, criteria, contestants, checks } = file
  const providers = arenaFileProviders(file, { publicOnly: sent !== null && !sent.privateProviders, folder })
  return {
    arena: { slug, title, description, visibility, criteria },
    contestants,
    prompts: prompts ?? [],
    answers: [...responses.values()].flatMap((rows) => rows ?? []).map(withoutLine),
    votes: [],
    pictures,
    setUp: { settings: arenaSettings(file), providers, judges, checks },
  }
}

const withoutLine = ({ line: _line, ...answer }: AnswerRow): ImportedAnswer => answer

const arenaSettings = (file: ArenaFile): ArenaSettings =>
  Object.fromEntries(Object.keys(ArenaSettings.shape).map((key) => [key, file[key as keyof ArenaSettings]]))

/**
 * The place of the file that each advice is about. A missing part is reported as a problem instead, at its prompt or
 * contestant.
 */
const PLACES: Partial<Record<Advice['code'], Path>> = {
  too_few_for_listwise: ['judges'],
  references_are_labels: ['prompts'],
  references_unused: ['prompts'],
  nobody_judges: [],
}

/** Warns where the method looks wrong for the question. */
function adviseOn({ file, prompts, findings }: Described, judges: readonly NewJudge[]): void {
  const rubrics = new Map(judges.map(({ name, rubric }) => [name, rubric]))
  const question = { arena: file, rubrics, prompts: prompts ?? [] }
  for (const advice of adviseOnMethod(question)) {
    const place = PLACES[advice.code]
    if (place) findings.warning(place, advice)
  }
}

type Contestant = ArenaFile['contestants'][number]

/** Checks whether each contestant can answer, and whether there are at least two to compare. */
function checkContestants(described: Described): void {
  const { file, findings } = described
  if (file.contestants.length < 2 && file.judges.length > 0)
    findings.problem(['contestants'], msg('one_contestant'), 'calls')
  for (const [i, contestant] of file.contestants.entries()) {
    const path = ['contestants', i]
    if (contestant.responses === undefined) checkMaker(contestant, path, described)
    else checkResponses(contestant, path, described)
  }
  if (file.contestants.some(({ responses }) => responses === undefined)) checkThreads(described)
}

function checkMaker(contestant: Contestant, path: Path, described: Described): void {
  const { prompts, findings } = described
  checkModel(contestant, path, described)
  for (const key of ['system', 'template'] as const) {
    const text = contestant[key]
    if (text === undefined) continue
    const at = [...path, key]
    const names = placeholdersIn(text)
    for (const name of names) checkPlaceholder(name, at, described)
    if (key === 'template' && names.length === 0) findings.problem(at, msg('template_without_text'))
  }
  const instructions = `${contestant.system ?? ''} ${contestant.template ?? ''}`
  if (prompts?.some(({ context }) => context) && !placeholdersIn(instructions).includes('context'))
    findings.warning(path, msg('context_unseen', { contestant: contestant.name }))
}

function checkPlaceholder(name: string, path: Path, { prompts, findings }: Described): void {
  if (name === 'reference') {
    findings.problem(path, '{{reference}} would give the contestant the answer; remove it')
  } else if (!isPlaceholder(name)) {
    findings.problem(path, msg('no_placeholder', { name, known: ['text', 'context', 'variables.NAME'] }))
  } else {
    const without = (prompts ?? []).filter((prompt) => {
      const data = { text: '', variables: prompt.variables ?? null, context: prompt.context ?? null }
      return placeholderValue(name, data) === null
    })
    if (without.length > 0)
      findings.problem(
        path,
        msg('placeholder_empty', {
          name,
          prompts: shortList(without.map(({ key }) => key)),
          of: 'contestant',
        }),
        'calls',
      )
  }
}

/** Finds threads that leave nothing to answer. */
function checkThreads({ prompts, findings }: Described): void {
  for (const { key, messages } of prompts ?? []) {
    const thread = composeThread(messages)
    if ('wrong' in thread) findings.problem(['prompts'], msg('thread_wrong', { prompt: key, ...thread }))
  }
}

function checkResponses({ name, responses }: Contestant, path: Path, described: Described): void {
  const { prompts, findings } = described
  const answers = described.responses.get(name)
  if (!answers || !prompts) return
  const keys = new Set(prompts.map(({ key }) => key))
  const stray = answers.filter(({ prompt }) => !keys.has(prompt))
  for (const { prompt, line } of stray.slice(0, 1))
    findings.row(
      responses!,
      line,
      msg('stray_response', { contestant: name, prompt, more: stray.length - 1 }),
      'all',
    )
  const answered = new Set(answers.map(({ prompt }) => prompt))
  const open = prompts.filter(({ key }) => !answered.has(key)).map(({ key }) => key)
  if (open.length > 0 && open.length < prompts.length)
    findings.warning(
      [...path, 'responses'],
      msg('unanswered', { contestant: name, prompts: shortList(open) }),
    )
  if (open.length === prompts.length)
    findings.problem([...path, 'responses'], `${responses!} answers none of the prompts; check their ids`)
}

function checkChecks(described: Described): void {
  for (const [i, spec] of described.file.checks.entries()) {
    const path = ['checks', i]
    checkCategories(spec.categories, [...path, 'categories'], described)
    for (const fault of checkFaults(spec)) described.findings.problem(path, msg('check_fault', { fault }))
    if (spec.kind === 'llm') checkModel(spec, path, described)
    if (spec.kind === 'exact' || spec.kind === 'contains') checkValues(spec, path, described)
  }
}

function checkValues(
  spec: CheckSpec & { kind: 'exact' | 'contains' },
  path: Path,
  { prompts, findings }: Described,
): void {
  const checkedPrompts = (prompts ?? []).filter(({ category }) =>
    matchesCategories(category, spec.categories),
  )
  for (const name of new Set([spec.value].flat().flatMap(placeholdersIn))) {
    const without = checkedPrompts.filter((prompt) => hasNone(name, prompt))
    if (without.length > 0)
      findings.problem(
        [...path, 'value'],
        msg('placeholder_empty', {
          name,
          prompts: shortList(without.map(({ key }) => key)),
          of: 'check',
        }),
      )
  }
}

/** Whether the prompt has no value of this name. A name that no prompt can have is a fault of the check instead. */
function hasNone(name: string, { reference, variables = null }: PromptWithMessages): boolean {
  if (name === 'reference') return !reference
  return (
    name.startsWith('variables.') && placeholderValue(name, { text: '', variables, context: null }) === null
  )
}

/** Warns if the plan, or the gate, asks for more votes than the judges can give on any two contestants. */
function checkPlan({ file, prompts, findings }: Described): void {
  if (!prompts) return
  const { votesPerPair = prompts.length } = file.plan ?? {}
  if (votesPerPair > prompts.length)
    findings.warning(
      ['plan', 'votesPerPair'],
      `a pair gets one vote per prompt, and there are ${prompts.length} prompts: no pair will get more votes`,
    )
  const asked = file.gate?.minVotes ?? 0
  const most = Math.min(votesPerPair, prompts.length) * file.judges.length
  if (asked > most && file.judges.length > 0)
    findings.warning(
      ['gate', 'minVotes'],
      `asks for ${asked} votes, but the judges give at most ${most} on two contestants, one per judge and prompt: add prompts, raise votesPerPair, or lower minVotes`,
    )
}

/**
 * The providers of an arena.yaml as they are stored.
 * @param origin `publicOnly`: whether their addresses must be public; `folder`: where commands start; null: there is none
 */
export const arenaFileProviders = (
  { providers }: Pick<ArenaFile, 'providers'>,
  { publicOnly, folder }: { publicOnly: boolean; folder: string | null },
): NewProvider[] =>
  Object.entries(providers).map(([name, provider]) => {
    const { type, concurrency = null, requestsPerMinute = null, ...rest } = provider
    const {
      url,
      baseUrl,
      apiKeyEnv = null,
      ...options
    } = rest as {
      url?: string
      baseUrl?: string
      apiKeyEnv?: string
    } & ProviderOptions
    if (type === 'exec' && folder !== null) options.folder = folder
    return {
      name,
      type,
      base_url: url ?? baseUrl ?? null,
      api_key_env: apiKeyEnv,
      concurrency,
      requests_per_minute: requestsPerMinute,
      public_only: publicOnly,
      options: JSON.stringify(options),
    }
  })
