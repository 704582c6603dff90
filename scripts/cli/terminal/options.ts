import { InvalidArgumentError, Option, type Command } from 'commander'
import { shortList } from '../../../shared/messages/short-list.ts'
import type { HereKind } from '../../../shared/messages/en/arenas.ts'
import { UsageError } from './errors.ts'
import type { Terminal } from './terminal.ts'
import { englishText, messagesOfIssue, msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { extname } from 'node:path'
import type { z, ZodType } from 'zod'

/** The error that commander expects for a wrong value of an option. */
export const invalidArgument = (why: CodedMessage) => new InvalidArgumentError(englishText(why))

/** A parser for a whole number from `least` to `most`. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER) {
  const range = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `${least} to ${most}`
  return (text: string): number => {
    const number = Number(text)
    if (!/^-?\d+$/.test(text) || number < least || number > most)
      throw invalidArgument(msg('must_be', { must: `a whole number, ${range}` }))
    return number
  }
}

/** A parser for a number that `holds`; `must` says which: "a share from 0 to 1". */
export function numberThat(must: string, holds: (value: number) => boolean) {
  return (text: string): number => {
    const value = Number(text)
    if (text.trim() === '' || !holds(value)) throw invalidArgument(msg('must_be', { must }))
    return value
  }
}

/** A parser for an option that may be given several times. */
export const gather = (text: string, before: string[] = []): string[] => [...before, text]

/** An option with one of these values. */
export function choice(
  flags: string,
  description: string,
  choices: readonly string[],
  preset?: string,
): Option {
  const option = new Option(flags, description).choices([...choices])
  return preset === undefined ? option : option.default(preset)
}

/** An option that cannot be combined with these, by the names of their values, such as `votesPerPair`. */
export const excluding = (flags: string, description: string, ...excluded: string[]): Option =>
  new Option(flags, description).conflicts(excluded)

/** Refuses an option that says nothing without one of others. By the names of their values. */
export const requireBeside = (
  command: Command,
  needs: Readonly<Record<string, readonly string[]>>,
): Command =>
  command.hook('preAction', () => {
    const isTyped = (name: string) => command.getOptionValueSource(name) === 'cli'
    const alone = Object.keys(needs).find((name) => isTyped(name) && !needs[name].some(isTyped))
    if (alone === undefined) return
    const [option, ...others] = [alone, ...needs[alone]].map(
      (name) => command.options.find((known) => known.attributeName() === name)!.long!,
    )
    throw new UsageError(msg('option_alone', { option, others: others.join(' or ') }))
  })

/** NAME=VALUE, split at the last equals sign, since names may hold one. */
export function nameAndValue(text: string): { name: string; value: number } {
  const split = text.lastIndexOf('=')
  const name = text.slice(0, Math.max(0, split)).trim()
  const number = text.slice(split + 1).trim()
  const value = Number(number)
  if (name === '' || number === '' || !Number.isFinite(value))
    throw invalidArgument(msg('must_be', { must: 'NAME=VALUE with a number for VALUE' }))
  return { name, value }
}

/**
 * The name itself, if it is one of `names`.
 * @throws {UsageError} with the nearest names, or with all names
 */
export function knownName(kind: HereKind, name: string, names: Iterable<string>): string {
  const all = [...new Set(names)].sort()
  if (all.includes(name)) return name
  throw new UsageError(msg('not_there', { kind, name, there: shortList(all, name) }))
}

/** The options that choose the votes of a board, by their names. */
const VIEW = {
  source: ['--source <who>', 'people, judges, judge:NAME, all, live or simulated (default: as the board)'],
  criterion: ['--criterion <name>', "only votes under this criterion (default: the arena's first)"],
  category: ['--category <name>', 'only prompts of this category'],
  group: ['--group <name>', 'only votes of this group of invited people'],
} as const

export const viewOptions = (...names: (keyof typeof VIEW)[]) => names.map((name) => VIEW[name])

export const withView = (command: Command, ...names: (keyof typeof VIEW)[]): Command => {
  for (const [flags, meaning] of viewOptions(...names)) command.option(flags, meaning)
  return command
}

/** @throws {UsageError} that names the first option that the schema refuses */
export function checkedOptions<Schema extends ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input, { reportInput: true })
  if (parsed.success) return parsed.data
  const [{ path, message }] = messagesOfIssue(parsed.error.issues[0])
  const why = englishText(message)
  throw new UsageError(`--${path.join('.')}: ${why}${why.endsWith('?') ? '' : '.'}`)
}

/** The formats that a file of each ending may have; without a choice, the first. */
export type FormatsByEnding<Format> = Readonly<Record<string, readonly [Format, ...Format[]]>>

/**
 * The format of an output: as chosen, else by the ending of its name, else `preset`.
 * @param output the file as the caller named it; `-` has no ending
 * @throws {UsageError} if the ending is unknown and nothing is chosen, the choice does not fit the ending, or --json contradicts --format
 */
export function formatOfName<Format extends string>(
  { json }: Pick<Terminal, 'json'>,
  output: string,
  format: Format | undefined,
  endings: FormatsByEnding<Format>,
  preset: Format,
): Format {
  if (json && format !== undefined && format !== 'json')
    throw new UsageError(msg('options_exclude', { option: '--json', with: `--format ${format}` }))
  const chosen = json ? ('json' as Format) : format
  const ending = extname(output).toLowerCase()
  const fitting = Object.hasOwn(endings, ending) ? endings[ending] : undefined
  if (chosen === undefined && fitting === undefined && ending !== '')
    throw new UsageError(
      `${output}: files ending in ${ending} are not written. Name a file that ends in ${Object.keys(endings).join(', ')}, or choose a --format.`,
    )
  if (chosen === undefined) return fitting?.[0] ?? preset
  if (fitting && !fitting.includes(chosen))
    throw new UsageError(
      `--format ${chosen} does not fit the name ${output}, whose ending stands for ${fitting[0]}. Change one of the two.`,
    )
  return chosen
}

// Options of commands that judge.

export interface RunFlags {
  budget?: number
  concurrency?: number
  judges?: string[]
  plan?: 'everything' | 'tournament'
  votesPerPair?: number
  retryFailed: boolean
}

export const addRunOptions = (command: Command): Command =>
  addWorkOptions(command)
    .addOption(
      choice(
        '--plan <plan>',
        'everything, or a tournament: the field on a few prompts, then the dead heat for first (default: as arena.yaml says)',
        ['everything', 'tournament'],
      ).conflicts('votesPerPair'),
    )
    .option('--votes-per-pair <n>', 'votes for each pair, judge and criterion', wholeNumber(1))
    .option('--retry-failed', 'judge again what failed for good', false)

export const addWorkOptions = (command: Command): Command =>
  command
    .option('--budget <usd>', 'limit for the cost in USD, including earlier calls', positiveUsd)
    .option('--concurrency <n>', 'parallel calls to each provider from this process', wholeNumber(1, 256))
    .option('--judges <names>', 'only these judges, separated by commas', names)

export const positiveUsd = numberThat(
  'an amount of US dollars above 0',
  (number) => number > 0 && Number.isFinite(number),
)

const names = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
