import { dirname, resolve } from 'node:path'
import type { Complaints } from '../formats/complaints.ts'
import type { ArenaFile, ArenaSettings, Warning } from '../../../shared/contracts/index.ts'
import type { DescribedContestant } from '../../contestants/index.ts'
import type { NewJudge } from '../../judging/index.ts'
import type { Picture } from '../../pictures/index.ts'
import { msg, warning } from '../../../shared/messages/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ProblemError } from '../../platform/problem.ts'
import type { AnswerRow } from '../formats/answers.ts'
import type { ImportedAnswer } from '../import/arena-import.ts'
import type { ArenaPlan, Described } from './arena-plan.ts'
import { checkContestants } from './check-contestants.ts'
import { checkJudges } from './check-judges.ts'
import { checkAddresses, checkKeyNames, checkKeys } from './check-models.ts'
import { checkProviders } from './check-providers.ts'
import { providersOf } from './providers-of.ts'
import { checkChecks, checkGate, checkPlan } from './check-rules.ts'
import { checkSchedule } from './check-schedule.ts'
import { adviseOn } from './advise.ts'
import { enterControl } from './enter-control.ts'
import type { ArenaProblem, Path } from './problems.ts'
import { amongSent, inFolder } from './files-beside.ts'
import type { FilesBeside, SentFiles } from './files-beside.ts'
import { readArenaFile, readArenaText } from './read-arena-file.ts'
import type { ReadArenaFile } from './read-arena-file.ts'
import { readPromptsOf, readResponsesOf } from './read-named-files.ts'

export interface CheckOptions extends Pick<Described, 'prices' | 'now'> {
  env: NonNullable<Described['env']>
  /** The name of a contestant to enter once more, as its own A/A control. */
  control?: string | undefined
  /** Replaces the plan of the file. */
  budgetUsd?: number | undefined
  /** The names of the judges that will be asked; all by default. */
  judges?: readonly string[] | undefined
  /** Whether no provider will be called, so that missing keys are only warnings. */
  isDryRun?: boolean
  /** Called with each file beside the arena.yaml that it names, as it names it. */
  onFile?: (named: string) => void
}

/** The keys and addresses that a file sent over HTTP may name. */
export type SentOptions = Pick<Deps, 'providerKeys' | 'privateProviders'>

/**
 * Reads an arena.yaml and every file it names, without a database or a model, and reports all problems at once.
 * @throws {FileError} when there is no such file, or when it is not YAML
 */
export async function checkArena(path: string, options: CheckOptions): Promise<ArenaPlan> {
  const folder = dirname(resolve(path))
  return check(await readArenaFile(path), inFolder(folder, options.onFile), { ...options, folder })
}

/**
 * Checks an arena.yaml that was sent with its files. It reads only these files and the shipped rubrics. Missing keys
 * are no problem here: starting a run reports them. A key goes to the address that the file names, so the file may
 * only name variables that hold keys.
 * @param options `providerKeys`: the variables that may be named, besides those that end in `_API_KEY`;
 *   `privateProviders`: whether the file may name private addresses
 * @throws {FileError} when it is not YAML
 */
export async function checkSent(
  arenaFile: { name: string; text: string },
  files: SentFiles,
  options: Omit<CheckOptions, 'env'> & SentOptions,
): Promise<ArenaPlan> {
  const { providerKeys, privateProviders, ...rest } = options
  return check(readArenaText(arenaFile.text, arenaFile.name), amongSent(files), {
    ...rest,
    env: null,
    folder: null,
    sent: { providerKeys, privateProviders },
  })
}

async function check(
  { described: file, pathOf, isPart, unreadProviders, findings }: ReadArenaFile,
  files: FilesBeside,
  {
    env,
    prices,
    now,
    control,
    budgetUsd,
    judges: requestedJudges,
    isDryRun = false,
    sent,
    folder,
  }: Omit<CheckOptions, 'env'> & Pick<Described, 'env'> & { sent?: SentOptions; folder: string | null },
): Promise<ArenaPlan> {
  const { problems, warnings } = findings
  const leftOut: Warning[] = []
  const rest = {
    problems,
    warnings,
    leftOut,
    refusal: ({ finding, more }: ProblemError) =>
      findings.problemAt(placeOf(more.about, file), finding, 'all'),
  }
  if (!file) return { slug: '', incoming: null, plan: {}, budgetUsd: null, ...rest }
  if (budgetUsd !== undefined) file.budgetUsd = budgetUsd
  if (control !== undefined) enterControl(file, control, findings)
  const onComplaints = (complaints: Complaints, name: string) => {
    const warning = complaints.warning(name)
    if (warning) leftOut.push(warning)
  }
  const pictures: Picture[] = []
  const onMissing = (name: string, [first, ...more]: ReadonlySet<string>, at: Path) => {
    if (first === undefined) return
    const finding = msg('pictures_missing', { file: name || findings.file, count: 1 + more.length, first })
    findings.warning(at, finding)
    leftOut.push(warning(finding))
  }
  const reading = { files, findings, pictures, onMissing, onComplaints }
  const prompts = await readPromptsOf(file.prompts, reading)
  const responses = new Map<string, AnswerRow[] | null>()
  for (const [i, { name, responses: answers }] of file.contestants.entries())
    if (answers !== undefined)
      responses.set(
        name,
        await readResponsesOf(answers, name, [...pathOf(['contestants', i]), 'responses'], reading),
      )
  const described: Described = {
    file,
    files,
    pathOf,
    isPart,
    unreadProviders,
    prompts,
    responses,
    env,
    prices,
    now,
    findings,
  }
  checkContestants(described)
  const judges = await checkJudges(described)
  checkChecks(described)
  checkPlan(described)
  checkGate(described)
  checkSchedule(described)
  checkKeys(described, requestedJudges, isDryRun)
  checkProviders(described, sent !== undefined)
  const publicOnly = sent !== undefined && !sent.privateProviders
  if (sent) checkKeyNames(described, sent.providerKeys)
  if (publicOnly) checkAddresses(described)
  adviseOn(described, judges)
  sortByPlace(problems)
  const isWhole = problems.every(({ stops }) => stops === 'calls')
  return {
    slug: file.arena,
    incoming: isWhole ? incomingOf(described, judges, pictures, { publicOnly, folder }) : null,
    plan: file.plan ?? {},
    budgetUsd: file.budgetUsd ?? null,
    ...rest,
  }
}

/** The entry of a contestant; the entry of a prompt if the file lists prompts. */
function placeOf(about: ProblemError['more']['about'], file: ArenaFile | null): Path {
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

function incomingOf(
  { file, prompts, responses }: Described,
  judges: NewJudge[],
  pictures: readonly Picture[],
  origin: { publicOnly: boolean; folder: string | null },
) {
  const { arena: slug, title, description, visibility, criteria, contestants, checks } = file
  return {
    arena: { slug, title, description, visibility, criteria },
    contestants: contestants.map(contestantOf),
    prompts: prompts ?? [],
    answers: [...responses.values()].flatMap((rows) => rows ?? []).map(answerOf),
    votes: [],
    pictures,
    setUp: { settings: settingsOf(file), providers: providersOf(file, origin), judges, checks },
  }
}

const contestantOf = (one: ArenaFile['contestants'][number]): DescribedContestant => ({
  name: one.name,
  provider: one.provider ?? null,
  model: one.model ?? null,
  system: one.system ?? null,
  template: one.template ?? null,
  params: one.params ?? {},
  owner: one.owner ?? null,
  family: one.family ?? null,
  controlOf: one.controlOf ?? null,
})

const answerOf = ({ line: _line, ...answer }: AnswerRow): ImportedAnswer => answer

const settingsOf = ({
  plan,
  trust,
  gate,
  sampling,
  samples,
  anomalies,
  proofOfWork,
  voterCap,
  closes,
  leaks,
  schedule,
  budgetUsd,
}: ArenaFile): Complete<ArenaSettings> => ({
  plan,
  trust,
  gate,
  sampling,
  samples,
  anomalies,
  proofOfWork,
  voterCap,
  closes,
  leaks,
  schedule,
  budgetUsd,
})

/** Every key has to be named: one that is left out would be lost in silence. */
type Complete<T> = { [key in keyof Required<T>]: T[key] }
