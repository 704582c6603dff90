import type { ShortList } from '../short-list.ts'
import { named, namesClause, namesClauseEnd } from './phrases.ts'
const list = (names: readonly string[]) => names.join(', ')

/** Requests that an arena cannot fulfil. */
export const requests = {
  parameter_unknown: ({ there }: { there: ShortList }) => `is not a parameter here; ${namesClause(there)}`,
  parameter_twice: 'is given twice; give it once',
  host_refused:
    'This server does not answer as "{host}". If that is its address, start it with DEADHEAT_ORIGINS=https://{host}.',
  origin_refused:
    'A page of {origin} may not change anything here. If that is the address of this server, start it with DEADHEAT_ORIGINS={origin}.',
  fault_inside: 'The fault is on the server, not yours. Its log says more under this request id.',
  text_unstorable: ({ of }: { of: 'text' | 'key' }) =>
    `a NUL or half a character (an unpaired surrogate) in this ${of} cannot be stored; remove it`,
  nested_over: 'this is nested more than {most} levels deep',
  contestants_many:
    "This makes {count} contestants; an arena may have {most} at most. In a table of answers, every column beside the prompt's is a contestant: see whether the rows and columns are swapped.",
  request_large: 'A request may have {kilobytes} kB at most.',
  prompt_asked_already:
    'Prompt "{prompt}" asks the same as "{by}", which is in use. Leave it out. Nothing was done.',
  arena_without_judge:
    'Arena "{arena}" has no judge: add one under judges in its arena.yaml, then run or import the file.',
  judges_for_good:
    'Every judge of arena "{arena}" decided by position, so none is asked again. Give one another model, other params or another rubric: then it is a new judge.',
  judge_not_there: ({ judge, there }: { judge: string; there: readonly string[] }) =>
    `There is no judge "${judge}". There ${there.length === 0 ? 'are none; add one to arena.yaml' : `${there.length === 1 ? 'is' : 'are'} ${list(there.map((name) => `"${name}"`))}`}.`,
  every_judge_failed: ({ arena, stopped }: { arena: string; stopped: readonly string[] }) =>
    `Every judge of arena "${arena}" ${stopped.length > 0 ? 'is stopped, or' : ''} was evaluated and failed, so the source "judges" is empty. ${stopped.length > 0 ? `${stopped.join(' ')} Give the judge another model.` : 'Choose one by name (judge:NAME), or improve its rubric.'}`,
  models_unknown: ({ models }: { models: readonly string[] }) =>
    `${models.join('; ')}. Nothing was paid for: fix the names and run again.`,
  model_not_at: '{provider} has no model "{model}" ({names})',
  budget_spent:
    'budget: {what} has already cost {spent} USD, so {budget} USD leaves nothing for the rest. Give a higher budget.',
  arena_budget_spent: (values: { arena: string; spent: string; budget: number; isToday: boolean }) =>
    `budget: arena "${values.arena}" has spent ${values.spent} of its ${values.budget} USD${values.isToday ? ' for today (UTC)' : ''}, over all runs, challenges and live battles. ${values.isToday ? 'Start again tomorrow, or have the role admin raise budgetUsdPerDay in its arena.yaml' : 'The role admin can raise budgetUsd in its arena.yaml, or give the run a budget of its own'}.`,
  /** @param status  of the open run: running, paused, budget_reached */
  other_judging_open: ({ arena, status }: { arena: string; status: string }) =>
    `Arena "${arena}" has an open run (${status.replaceAll('_', ' ')}). Judging a single pair now would end it early. Let it finish (deadheat judge ${arena}), or cancel it (POST /api/admin/arenas/${arena}/judging/cancel).`,
  challenge_under_way:
    'A challenge of arena "{arena}" is under way. Wait until it ends, or cancel it on the arena\'s operator page, then start again.',
  prompt_thread: 'A prompt {wrong}.',
} as const

/** What has to wait for the end of a run. */
type AfterRun = 'erase the text' | 'remove the arena' | 'archive the arena' | 'challenge'

/** Errors that only operators and programs can get. */
export const operatorProblems = {
  no_open_judging:
    'Arena "{arena}" has no open run. Start one: deadheat run arena.yaml, or deadheat judge {arena}.',
  role_too_low: (values: { name: string; role: string; needed: string; budget?: number }) =>
    `${values.budget === undefined ? 'This' : `A budget of more than ${values.budget} US dollars, which the arena allows,`} needs the role ${values.needed}. The token "${values.name}" has the role ${values.role}. An operator with the role admin can make another.`,
  overcharge_needs_admin:
    'A reply in the latest run of arena "{arena}" cost more than was reserved for it. Only the role admin can go on. The token "{name}" has the role {role}.',
  authorization_needed: 'This needs {by}, as "Authorization: {header}".',
  no_such_token: 'There is no named token "{token}". deadheat tokens lists them.',
  none_with_id: (values: {
    arena: string
    kind: 'vote' | 'leak' | 'prompt' | 'invitation' | 'voter or battle'
    ids: ShortList
    near?: ShortList
    /** Where the ids can be found. */
    listedBy?: string
  }) =>
    `Arena "${values.arena}" has no ${values.kind} ${named(values.ids)}${values.near ? `; ${namesClauseEnd(values.near)}` : '.'} Nothing was done.${values.listedBy ? ` ${values.listedBy} lists them.` : ''}`,
  run_open: ({ arena, next }: { arena: string; next: AfterRun }) =>
    `Arena "${arena}" has an open run or challenge. Cancel it or wait for its end, then ${next}.`,
  removal_not_confirmed: ({ arena, confirm }: { arena: string; confirm: string }) =>
    confirm === ''
      ? `To remove arena "${arena}" for good, type its name: ${arena}. Nothing was removed.`
      : `"${confirm}" is not the name of arena "${arena}". Nothing was removed. To remove it, type ${arena}.`,
  arena_exists:
    'There already is an arena "{arena}". Choose another address, or import the files on its page: /admin/a/{arena}?show=import.',
} as const
