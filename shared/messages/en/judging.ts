import { shortListSize, type ShortList } from '../short-list.ts'
import { named, namesClause, countWithNoun, list, percent } from './phrases.ts'

/** Judges, their rubrics, and the parameters of model calls. */
export const judges = {
  unasked: ({ criteria }: { criteria: ShortList }) => `no judge is asked about ${named(criteria)}`,
  criteria_not_in_rubric: ({
    rubric,
    criteria,
    there,
  }: {
    rubric: string
    criteria: ShortList
    there: ShortList
  }) => `the rubric ${rubric} says nothing about ${named(criteria)}; ${namesClause(there)}`,
  criteria_not_in_arena: ({ judge, criteria }: { judge: string; criteria: ShortList }) =>
    `"${judge}" judges by ${named(criteria)}, which ${shortListSize(criteria) === 1 ? 'is' : 'are'} not among the arena's \`criteria\`. Add ${shortListSize(criteria) === 1 ? 'it' : 'them'} there, or give the judge its own \`criteria\` without ${shortListSize(criteria) === 1 ? 'it' : 'them'}`,
  too_few_for_lists:
    'listwise judgements compare at least three answers, and there are {count} contestants; use pairwise',
  no_reference: ({ rubric, prompts }: { rubric: string; prompts: ShortList }) =>
    `the rubric ${rubric} compares with a reference, but there is none for ${named(prompts)}. Give the prompts a \`reference\`, or limit the judge to \`categories\` that have one`,
  context_unknown: ({ contestant, prompts }: { contestant: string; prompts: ShortList }) =>
    `the retrieved text of "${contestant}" is unknown for ${named(prompts)}: it will be judged as if nothing was retrieved`,
  judge_is_kin: ({
    judge,
    family,
    contestants,
    all,
  }: {
    judge: string
    family: string
    contestants: ShortList
    all: boolean
  }) =>
    `"${judge}" is of the family ${family}, like ${named(contestants)}. ${all ? 'All contestants are of its family, so none gains by it. A judge of another family may notice other faults' : 'Judges may favour their own family: add a judge of another family to compare'}`,

  no_rubric: ({ name, shipped, near }: { name: string; shipped: readonly string[]; near?: ShortList }) =>
    `there is no rubric "${name}"${near ? ` (${namesClause(near)})` : ''}; shipped are ${list(shipped)}. A file of your own is named by its path, such as ./tone.md`,
  no_sections: ({ criteria }: { criteria: readonly string[] }) =>
    `several criteria, but no section "## ${criteria.join('", "## ')}". Describe each criterion under its own heading.`,
  judge_prompt_without_answers: ({ form, missing }: { form: string; missing: readonly string[] }) =>
    `does not show ${form === 'listwise' ? 'the answers' : 'both answers'}: {{${missing.join('}} and {{')}}} ${missing.length === 1 ? 'is' : 'are'} missing. Write ${missing.length === 1 ? 'it' : 'them'}${form === 'listwise' ? '' : ', or {{answers}} for both,'} where the answers belong.`,
  judge_prompt_without: ({ what, rubric }: { what: 'reference' | 'context'; rubric: string }) =>
    `does not show the ${what}, by which the rubric ${rubric} judges: {{${what}}} is missing. Write it where the ${what} belongs.`,
  judge_prompt_beyond_rubric: ({ what, rubric }: { what: 'reference' | 'context'; rubric: string }) =>
    `{{${what}}} shows what the rubric ${rubric} does not. Add shows: [${what}] to the front matter of the rubric, or remove {{${what}}}.`,

  secret_in_params:
    "{place}: looks like a key or a secret, but parameters are public. Remove it: put the key into an environment variable of the server, and name that in the provider's apiKeyEnv",
  param_wrong: 'params.{name}: {why}',
} as const

/** Kinds of answers that a judge may prefer. */
export type Preferred = 'longer' | 'own_family'

/** What a stopped judge does, and what to try. Other causes are the provider's words. */
function whyStopped({
  what,
  calls,
  pairs,
  of,
  forms,
  why,
}: Record<'calls' | 'pairs' | 'of' | 'forms', number> & Record<'what' | 'why', string>) {
  if (what === 'position')
    return `decides by position: on ${pairs} of ${of} pairs it named the same place in both orders, so it is not shown. Take another model`
  if (what === 'refusal')
    return `refused each of its ${calls} requests. Take another model, or have people judge these prompts`
  if (what === 'cut_off')
    return `ended its replies to ${calls} requests before a verdict. Raise max_tokens in its params, or switch thinking off`
  if (what === 'reasoning')
    return `wrote its reasoning into its replies to ${calls} requests. Switch on the reasoning parser of its server, or switch thinking off`
  if (what === 'unreadable' || what === 'empty')
    return `gave no verdict that can be read in reply to ${calls} requests, in ${forms} ${forms === 1 ? 'form' : 'forms'} of reply (last: ${why}). Take a larger model, or write a judge_prompt of your own (docs/reference/rubrics.md#a-judge-prompt-of-your-own)`
  return `gave no verdict in reply to ${calls} requests: ${why}`
}

const PREFERRED: Record<Preferred, string> = {
  longer: 'the longer of two answers',
  own_family: 'answers of its own family',
}

/** What a reader should know of one judge. */
export const judgeFindings = {
  judge_decided_none:
    'It agrees with humans too rarely: it decided none of the {undecided} pairs that they decided.',
  judge_agrees_too_rarely: (values: {
    share: number
    pairs: number
    asked: number
    since?: string | null
    until?: string
  }) =>
    `It agrees with humans too rarely: ${percent(values.share)} of the ${values.pairs} pairs that both decided${values.since ? ` since ${values.since}` : ''}${values.until ? ` until ${values.until}` : ''}; ${percent(values.asked)} are required.`,
  judge_decides_too_rarely: ({ share, pairs, asked }: { share: number; pairs: number; asked: number }) =>
    `It agrees with humans too rarely: it decided as they did on ${percent(share)} of the ${pairs} pairs that they decided; ${percent(asked)} are required.`,
  judge_orders_differ: ({ share, of, asked }: { share: number; of: number; asked: number }) =>
    `It changes its verdict too often when the answers swap places: consistent in ${percent(share)} of ${of} pairs; ${percent(asked)} are required.`,
  judge_by_chance: (values: {
    what: 'agreement' | 'consistency'
    share: number
    of: number
    from: number
    asked: number
  }) =>
    `${{ agreement: 'It agrees with humans on', consistency: 'It keeps its verdict when the answers swap places on' }[values.what]} ${percent(values.share)} of ${values.of} pairs, and ${percent(values.asked)} are required. By chance it may really be ${percent(values.from)}, so more pairs must show it.`,
  judge_contradicts_itself: (values: {
    day: string
    share: number
    pairs: number
    asked: number
    decided: number
    required: number
  }) =>
    `It no longer agrees with itself: when it was asked again on ${values.day}, it repeated ${percent(values.share)} of ${values.pairs} verdicts; ${percent(values.asked)} are required. So only pairs that it judged later say how good it is now. Of these, ${countWithNoun(values.decided, 'pair')} ${values.decided === 1 ? 'was' : 'were'} decided by both; ${values.required} are required.`,
  judge_unmeasured_since: ({ since, pairs, required }: { since: string; pairs: number; required: number }) =>
    `It became worse in ${since}, so earlier pairs say nothing about it now. ${countWithNoun(pairs, 'pair')} since then ${pairs === 1 ? 'was' : 'were'} decided by both; ${required} are required.`,
  judge_served_anew:
    'Its provider serves {now} since {since}, and served {before} before. Trust in it follows only pairs that {now} judged.',
  judge_prefers_place: (values: { place: 'first' | 'second'; share: number; requests: number }) =>
    `It prefers the answer shown ${values.place}: ${percent(values.share)} of the ${values.requests} requests with a winner.`,
  judge_prefers: (values: { what: Preferred; share: number; of: number }) =>
    `It picks ${PREFERRED[values.what]} in ${percent(values.share)} of ${values.of} pairs. Too few humans voted on these pairs to say whether that is right.`,
  judge_prefers_more: (values: { what: Preferred; share: number; of: number; humans: number }) =>
    `It picks ${PREFERRED[values.what]} in ${percent(values.share)} of ${values.of} pairs; humans do so in ${percent(values.humans)} of the same pairs.`,
  judge_inconsistent: ({ share, of }: { share: number; of: number }) =>
    `It often changes its verdict when the answers swap places: consistent in ${percent(share)} of ${of} pairs.`,
  judge_drifted: (values: {
    measure: 'decisive' | 'consistency'
    before: string
    period: string
    from: number
    to: number
  }) =>
    `${values.measure === 'decisive' ? 'Agreement with humans' : 'Consistency'} went from ${percent(values.from)} in ${values.before} to ${percent(values.to)} in ${values.period}.`,
  judge_tells_control:
    'It distinguishes {contestant} from its control {control}, which has the same settings: {wins} won, {losses} lost.',
  judge_of_family: ({ contestants }: { contestants: readonly string[] }) =>
    `It is of the same model family as ${list(contestants)}, and may favour ${contestants.length === 1 ? 'it' : 'them'}.`,
  judge_was_addressed:
    '{judgements} of its judgements showed an answer that speaks to the judge. They count: look at them before you trust it.',
  judge_due:
    'It was last measured on {measuredAt}, more than {days} days ago: vote on pairs that it has judged since.',
} as const

/** Model calls without a reply. */
export const providers = {
  provider_timeout: '{provider} did not answer within {seconds} s',
  /** @param line  the provider's own words; empty if it sent none */
  provider_answered: (values: { provider: string; status: number; line: string; advice: string }) =>
    `${values.provider} answered ${values.status}${values.line && `: ${values.line}`}${values.advice && ` (${values.advice})`}`,
  /** @param fault  an error code of the operating system, or a message */
  provider_unreachable: '{why} at {provider} ({fault})',
  provider_private:
    '{provider} has the private address {address}, and its arena was sent over HTTP, so it was not called: import the arena in the terminal, or start server and workers with DEADHEAT_ALLOW_PRIVATE_PROVIDERS=1',
  key_missing:
    "provider {name}: {variable} is not set. Set it to the provider's key: export {variable}=… and start again. Or set it at /admin, Keys of model providers.",
  variable_not_allowed:
    '{variable} is not allowed here: use a variable whose name ends in _API_KEY, or list this one in DEADHEAT_PROVIDER_KEYS of the server.',
  key_malformed: ({ name, variable }: { name?: string; variable: string }) =>
    `${name === undefined ? '' : `provider ${name}: `}${variable} holds spaces or characters that no key has. Set it to the key alone.`,
  base_url_not_http: 'provider {name}: the base URL is not an http:// or https:// address',
  base_url_with_password:
    'provider {name}: the base URL holds a name or password. Leave it out; a key goes into a variable.',
  failed_inside: 'it failed inside Deadheat; the log of the process says why',
  overcharged:
    '{provider} ({model}) charged {charged} for one reply, where max_tokens {maxTokens} allows {allowed}; the budget cannot be kept with it ({spent} of {budget} spent)',
  judge_stopped: (values: {
    judge: string
    model: string
    what: string
    calls: number
    pairs: number
    of: number
    forms: number
    why: string
  }) => `${values.judge} (${values.model}) ${whyStopped(values)}`,
  judges_stopped: ({ judges }: { judges: readonly string[] }) => judges.join('; '),
  next_calls_over_budget: 'the next calls may cost up to ${most}, and ${spent} of ${budget} is spent',
  next_calls_over_arena: (values: { most: string; spent: string; budget: number; isToday: boolean }) =>
    `the next calls may cost up to $${values.most}, and the arena has spent $${values.spent} of ${values.isToday ? "today's " : ''}$${values.budget} over runs, challenges and live battles. ${values.isToday ? 'It can go on tomorrow (UTC), or with a higher budgetUsdPerDay in arena.yaml' : 'An admin can raise budgetUsd in arena.yaml, or give the run a budget'}`,
  /** @param how  the end of the sentence, in which its own words may be */
  provider_failed: '{provider} {how}',
  provider_no_completion: '{provider} answered with something that is not a completion: check its base URL',
  command_not_started:
    'provider {provider}: {command} could not be started ({fault}). It must be a program that this machine has, and its folder must exist',
  /** @param line  the last line that the command wrote on standard error; empty if there is none */
  command_ended: ({ provider, how, line }: { provider: string; how: string; line: string }) =>
    `${provider} ${how}${line && `: ${line}`}`,
  command_not_public:
    'provider {name} is a command, and its arena was sent over HTTP, so it is not run: import the arena in the terminal',
  variable_missing: 'provider {name}: {variable} is not set. Set it: export {variable}=…',
  provider_silent:
    "{why}, several times in a row. See whether the model runs. If it needs longer, raise DEADHEAT_CALL_TIMEOUT (seconds); if it gets too much at once, lower the provider's concurrency",
  judge_silent: 'no verdict of {judge} ({model}): {why}',
  provider_tried_again: '{why}; tried again after {pauses} pauses',
} as const
