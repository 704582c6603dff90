/** Commands that are one request: what a route answers is printed, and its verdict is the exit code. */
import { Option, type Command } from 'commander'
import type { PromptSelection } from '../../../shared/contracts/index.ts'
import { QuarantineRequest } from '../../../shared/contracts/integrity.ts'
import {
  OperatorRole,
  OperatorTokenRequest,
  type OperatorToken,
} from '../../../shared/contracts/operators.ts'
import { msg } from '../../../shared/messages/index.ts'
import { adminPath, arenaPath, withServer } from '../remote/server.ts'
import { printAnswer, type PrintedRequest } from '../remote/print-answer.ts'
import { UsageError } from '../terminal/errors.ts'
import {
  excluding,
  checkedOptions,
  choice,
  requireBeside,
  viewOptions,
  wholeNumber,
} from '../terminal/options.ts'
import type { Register } from '../terminal/run.ts'

interface Row<Flags> {
  /** Each argument with its meaning. */
  arguments?: Readonly<Record<string, string>>
  /** Each option with its meaning, and what else `Command.option` takes; or an option of commander's own. */
  options: readonly (readonly [flags: string, meaning: string, ...more: unknown[]] | Option)[]
  /** Options that say nothing without others. */
  needs?: Parameters<typeof requireBeside>[1]
  /** @throws {UsageError} for options that contradict each other */
  ask: (args: (string | string[])[], flags: Flags) => PrintedRequest
}

function command<Flags>(
  name: string,
  { arguments: meanings = {}, options, needs = {}, ask }: Row<Flags>,
): Register {
  return (program, terminal) => {
    const made: Command = program.command(name)
    const names = Object.entries(meanings)
    for (const [argument, meaning] of names) made.argument(argument, meaning)
    for (const option of options)
      if (option instanceof Option) made.addOption(option)
      else made.option(...(option as [string, string]))
    requireBeside(made, needs).action((...parameters: unknown[]) => {
      const request = ask(parameters.slice(0, names.length) as string[], parameters[names.length] as Flags)
      return withServer(terminal, (remote) => printAnswer(terminal, remote, request))
    })
  }
}

const SLUG = { '<arena>': 'its slug' }

export const checks = command('checks', {
  arguments: SLUG,
  options: [],
  ask: ([arena]) => ({ path: `${arenaPath(arena as string)}/checks` }),
})

export const files = command('files', {
  arguments: SLUG,
  options: [],
  ask: ([arena]) => ({ path: `${arenaPath(arena as string)}/files` }),
})

export const winRates = command<Record<'baseline' | 'source' | 'criterion' | 'category', string | undefined>>(
  'win-rates',
  {
    arguments: SLUG,
    options: [
      [
        '--baseline <name>',
        "the baseline: name or slug (default: the plan's baseline, else the contestant with votes against the most others)",
      ],
      ...viewOptions('source', 'criterion', 'category'),
    ],
    ask: ([arena], { baseline, source, criterion, category }) => ({
      path: `${arenaPath(arena as string)}/win-rates`,
      query: { baseline, source, criterion, category },
    }),
  },
)

export const audit = command<{ limit: number }>('audit', {
  arguments: { '[arena]': 'its slug' },
  options: [['--limit <n>', 'print at most this many entries', wholeNumber(1, 200), 50]],
  ask: ([arena], { limit }) => ({
    path: arena === undefined ? '/api/admin/log' : `${adminPath(arena as string)}/audit`,
    query: { limit },
  }),
})

export const tokens = command<{ make?: string; role: OperatorRole; withdraw?: string }>('tokens', {
  options: [
    ['--make <name>', 'make a token for this person or program; it is printed once'],
    choice(
      '--role <role>',
      'with --make: read sees all that operators see, run also runs what is set up, admin does everything',
      OperatorRole.options,
      'read',
    ),
    excluding('--withdraw <name>', 'end this token at once', 'make'),
  ],
  ask(_, { make: name, role, withdraw }) {
    const path = '/api/admin/tokens'
    if (withdraw !== undefined)
      return {
        async path({ json }) {
          const { tokens: all } = await json<{ tokens: OperatorToken[] }>(path)
          const token = all.find((candidate) => candidate.name === withdraw)
          if (!token) throw new UsageError(msg('no_such_token', { token: withdraw }))
          return `${path}/${token.id}/withdraw`
        },
        method: 'POST',
      }
    if (name === undefined) return { path }
    const body = { name, role }
    if (!OperatorTokenRequest.safeParse(body).success)
      throw new UsageError(
        `--make: "${name}" cannot name a token. Use up to 40 letters, digits, spaces, dots, hyphens and underscores, with a letter or digit first.`,
      )
    return { path, method: 'POST', body }
  },
})

export const quarantine = command<{ reason: string; release: boolean }>('quarantine', {
  arguments: { ...SLUG, '<votes...>': 'ids, as in an export of votes' },
  options: [
    new Option('--reason <text>', 'why, for the audit log').makeOptionMandatory(),
    ['--release', 'let them count again', false],
  ],
  ask([arena, ids], { reason, release }) {
    const votes = ids as string[]
    const wrong = votes.find((id) => !/^[1-9]\d{0,14}$/.test(id))
    if (wrong !== undefined)
      throw new UsageError(
        `"${wrong}" is no id of a vote. Ids are whole numbers, in the column id of an export of votes.`,
      )
    return {
      path: `${adminPath(arena as string)}/votes/${release ? 'release' : 'quarantine'}`,
      method: 'POST',
      body: checkedOptions(QuarantineRequest, { votes: votes.map(Number), reason }),
    }
  },
})

interface RetireFlags {
  contestant?: string
  prompts?: string[]
  category?: string
  allPrompts: boolean
  restore: boolean
  into?: string
}

export const retire = command<RetireFlags>('retire', {
  arguments: SLUG,
  options: [
    ['--contestant <name>', 'this contestant: name or slug'],
    ['--prompts <keys...>', 'the prompts with these keys'],
    ['--category <name>', 'all prompts of this category'],
    ['--all-prompts', 'all prompts', false],
    ['--restore', 'bring them back into use, or take prompts of visitors into the set', false],
    ['--into <category>', 'with --restore: the category of what visitors wrote'],
  ],
  needs: { into: ['restore'] },
  ask([slug], { contestant, prompts: keys, category, allPrompts, restore, into }) {
    const arena = slug as string
    const change = restore ? 'restore' : 'retire'
    const selections: PromptSelection[] = [
      ...(keys ? [{ keys }] : []),
      ...(category === undefined ? [] : [{ category }]),
      ...(allPrompts ? [{ all: true as const }] : []),
    ]
    if (selections.length + (contestant === undefined ? 0 : 1) !== 1)
      throw new UsageError('Name one of --contestant, --prompts, --category or --all-prompts.')
    if (into !== undefined && !keys)
      throw new UsageError(msg('option_alone', { option: '--into', others: '--prompts' }))
    if (contestant !== undefined)
      return {
        path: `${adminPath(arena)}/contestants/${encodeURIComponent(contestant)}/${change}`,
        method: 'POST',
      }
    return {
      path: `${adminPath(arena)}/prompts/${change}`,
      method: 'POST',
      body: { ...selections[0], ...(into !== undefined && { into }) },
    }
  },
})
