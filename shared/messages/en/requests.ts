import type { ShortList } from '../short-list.ts'
import { named, namesClause, namesClauseEnd } from './phrases.ts'
const list = (names: readonly string[]) => names.join(', ')

/** Requests that an arena cannot fulfil. */
export const requests = {
  no_json_body: 'Send the body as JSON, with "Content-Type: application/json".',
  request_unread: 'The request cannot be read.',
  parameter_unknown: ({ there }: { there: ShortList }) => `is not a parameter here; ${namesClause(there)}`,
  parameter_twice: 'is given twice; give it once',
  nothing_served: 'Nothing is served at {method} {path}.',
  method_not_taken: 'This address takes {methods}, not {method}.',
  no_board_at: 'url: this is not the address of a board of this server. Give one such as {origin}/a/ARENA.',
  oembed_is_json: 'This server answers oEmbed as JSON, not as "{format}". Ask with format=json.',
  database_silent: 'The database does not answer. Nothing was saved; try again in a moment.',
  upload_ended: 'The request ended before all of it was sent. Send it again.',
  database_cannot_write:
    'The database cannot store anything now: its disk is full, or it is read-only. Nothing was saved; try again later.',
  database_lacks_migration:
    'The database lacks migration {migration} of this version. Start the server again: it migrates the database.',
  target_elsewhere:
    'The request line names "{target}", which is not this address over HTTP with the host of the Host header. Send the path alone, or name one host in both.',
  hosts_many: 'The request has {hosts} Host headers. Send one.',
  host_refused:
    'This server does not answer as "{host}". If that is its address, start it with DEADHEAT_ORIGINS=https://{host}.',
  origin_refused:
    'A page of {origin} may not change anything here. If that is the address of this server, start it with DEADHEAT_ORIGINS={origin}.',
  fault_inside: 'The fault is on the server, not yours. Its log says more under this request id.',
  request_unstorable:
    'The request contains a NUL or half a character (an unpaired surrogate), which cannot be stored. Remove it.',
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
  no_pair_to_try:
    'Arena "{arena}" has no pair to try: those that were looked at are judged, or cannot be, as with equal answers or a failed check. Add a contestant or a prompt, or start judging.',
  nothing_to_rejudge:
    'No judge has an earlier version that judged something. Change the rubric, the judge prompt, the model or the params in arena.yaml and import it, then judge again.',
  judge_not_there: ({ judge, there }: { judge: string; there: readonly string[] }) =>
    `There is no judge "${judge}". There ${there.length === 0 ? 'are none; add one to arena.yaml' : `${there.length === 1 ? 'is' : 'are'} ${list(there.map((name) => `"${name}"`))}`}.`,
  every_judge_failed: ({ arena, stopped }: { arena: string; stopped: readonly string[] }) =>
    `Every judge of arena "${arena}" ${stopped.length > 0 ? 'is stopped, or' : ''} was evaluated and failed, so the source "judges" is empty. ${stopped.length > 0 ? `${stopped.join(' ')} Give the judge another model.` : 'Choose one by name (judge:NAME), or improve its rubric.'}`,
  source_without_judges: 'source: judges cannot give votes of {source}; use judges or judge:NAME.',
  criteria_not_asked: 'No judge that counts in arena "{arena}" judges {criteria}; they judge {asked}.',
  models_unknown: ({ models }: { models: readonly string[] }) =>
    `${models.join('; ')}. Nothing was paid for: fix the names and run again.`,
  model_not_at: '{provider} has no model "{model}" ({names})',
  budget_without_prices:
    'budget: there is no price for {models}, so a budget cannot be kept. Set it under Settings, Edit on the page, or in a price file that DEADHEAT_PRICES names; or run without a budget.',
  budget_spent:
    'budget: {what} has already cost {spent} USD, so {budget} USD leaves nothing for the rest. Give a higher budget.',
  arena_budget_spent: (values: { arena: string; spent: string; budget: number; isToday: boolean }) =>
    `budget: arena "${values.arena}" has spent ${values.spent} of its ${values.budget} USD${values.isToday ? ' for today (UTC)' : ''}, over all runs, challenges and live battles. ${values.isToday ? 'Start again tomorrow, or have the role admin raise budgetUsdPerDay in its arena.yaml' : 'The role admin can raise budgetUsd in its arena.yaml, or give the run a budget of its own'}.`,
  budget_below: 'budgetUsd: {held} USD are already spent or reserved. Give at least that.',
  /** @param status  of the open run: running, paused, budget_reached */
  other_judging_open: ({ arena, status }: { arena: string; status: string }) =>
    `Arena "${arena}" has an open run (${status.replaceAll('_', ' ')}). Judging a single pair now would end it early. Let it finish (deadheat judge ${arena}), or cancel it (POST /api/admin/arenas/${arena}/judging/cancel).`,
  challenge_under_way:
    'A challenge of arena "{arena}" is under way. Wait until it ends, or cancel it on the arena\'s operator page, then start again.',
  challenge_between_runs:
    'A challenge of arena "{arena}" is between two of its runs, so there is nothing to pause or resume. It continues by itself: try again in a moment, or cancel it.',
  prompt_thread: 'A prompt {wrong}.',
} as const

/** What has to wait for the end of a run. */
type AfterRun = 'erase the text' | 'remove the arena' | 'archive the arena' | 'challenge'

/** Errors that only operators and programs can get. */
export const operatorProblems = {
  nothing_to_make:
    'Contestant {contestant} has no provider or prompt {prompt} has no text, so no answer can be generated.',
  no_such_export: 'There is no export "{file}". There are {files}, as .{formats}.',
  no_open_judging:
    'Arena "{arena}" has no open run. Start one: deadheat run arena.yaml, or deadheat judge {arena}.',
  many_wrong_tokens: 'Too many wrong tokens came from this address. Try again in {seconds} s.',
  wrong_admin_token:
    'This is not the admin token, nor a named token that holds. A start of the server shows the admin token, or the file that has it.',
  role_too_low: (values: { name: string; role: string; needed: string; budget?: number }) =>
    `${values.budget === undefined ? 'This' : `A budget of more than ${values.budget} US dollars, which the arena allows,`} needs the role ${values.needed}. The token "${values.name}" has the role ${values.role}. An operator with the role admin can make another.`,
  overcharge_needs_admin:
    'A reply in the latest run of arena "{arena}" cost more than was reserved for it. Only the role admin can go on. The token "{name}" has the role {role}.',
  token_name_used:
    'There is or was a token named "{name}". Choose another name, so that the log stays clear.',
  authorization_needed: 'This needs {by}, as "Authorization: {header}".',
  no_such_token: 'There is no named token "{token}". deadheat tokens lists them.',
  no_token_name:
    '--make: "{name}" cannot name a token. Use up to 40 letters, digits, spaces, dots, hyphens and underscores, with a letter or digit first.',
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
  preview_pair_missing:
    'Voters are shown no such pair: an answer is missing, both are alike, one names its model, or prompt or contestant is retired.',
  arena_archived:
    'Arena "{arena}" was archived on {day} and takes no votes, runs, imports, links or shared pairs. To change that: deadheat arenas {arena} --unarchive, or the settings at /admin/a/{arena}?show=settings.',
  decided_already:
    'Arena "{arena}" decided on {day}, and that stays. Leave the day as it was; only `afterwards` can be changed. For another decision, make another arena.',
} as const
