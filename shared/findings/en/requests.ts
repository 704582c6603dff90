const list = (names: readonly string[]) => names.join(', ')

/** What is asked of an arena that it cannot do, in whole sentences. */
export const requests = {
  no_json_body: 'Send the body as JSON, with "Content-Type: application/json".',
  sentence_at: ({ field, wrong }: { field: string; wrong: string }) => `${field}: ${wrong}.`,
  request_nul: 'The request holds a NUL character, which no text can. Leave it out.',
  request_large: ({ kilobytes }: { kilobytes: number }) => `A request may have ${kilobytes} kB at most.`,

  criterion_unknown: ({
    arena,
    criterion,
    there,
  }: {
    arena: string
    criterion: string
    there: readonly string[]
  }) => `criterion: arena "${arena}" has no criterion "${criterion}"; it has ${list(there)}.`,
  criteria_are: ({ arena, there }: { arena: string; there: readonly string[] }) =>
    `criterion: arena "${arena}" has ${list(there)}.`,
  categories_are: ({ arena, there }: { arena: string; there: readonly string[] }) =>
    `category: arena "${arena}" has ${list(there) || 'no categories'}.`,
  category_without_prompts: ({ arena, category }: { arena: string; category: string }) =>
    `category: arena "${arena}" has no prompt of category "${category}". Nothing was done.`,
  judge_never_voted: ({ arena, judge }: { arena: string; judge: string }) =>
    `source: no judge "${judge}" has voted in arena "${arena}".`,
  nobody_called: ({ field, arena, name }: { field: string; arena: string; name: string }) =>
    `${field}: arena "${arena}" has nobody called "${name}".`,
  source_without_judgements: ({ source }: { source: string }) =>
    `source: judgements are of judges; ask for judges, judge:NAME or all, not for ${source}.`,
  attempts_are: ({ arena, count }: { arena: string; count: number }) =>
    `attempt: the climb of arena "${arena}" has ${count}. Ask for one from 1 on.`,

  arena_without_judge: ({ arena }: { arena: string }) =>
    `Arena "${arena}" has no judge: add one under judges in its arena.yaml, and run or import that.`,
  judge_not_there: ({ judge, there }: { judge: string; there: readonly string[] }) =>
    `There is no judge "${judge}". There ${there.length === 0 ? 'are none; add one to arena.yaml' : `is ${list(there.map((name) => `"${name}"`))}`}.`,
  baseline_unknown: ({ name }: { name: string }) =>
    `plan.baseline: the arena has no contestant "${name}". Name one of its contestants.`,
  models_unknown: ({ models }: { models: readonly string[] }) =>
    `${models.join('; ')}. Nothing was paid for: correct the names, and run again.`,
  model_not_at: ({ provider, model, names }: { provider: string; model: string; names: readonly string[] }) =>
    `${provider} has no model "${model}" (${list(names)})`,
  budget_without_prices: ({ models }: { models: readonly string[] }) =>
    `budget: there is no price for ${list(models)}, so a budget cannot be kept. Add it to a price file and name that in DEADHEAT_PRICES, or run without a budget.`,
  budget_spent: ({ spent, budget }: { spent: string; budget: number }) =>
    `budget: this run has spent ${spent} USD already; ${budget} USD leave nothing to go on with. Give a higher budget.`,
  budget_below: ({ held }: { held: string }) =>
    `budgetUsd: ${held} USD are spent or under way already. Give at least that.`,
  no_run_to_go_on: ({ arena }: { arena: string }) => `Arena "${arena}" has no run that could go on.`,
  challenge_under_way: ({ arena }: { arena: string }) =>
    `A challenge of arena "${arena}" is under way. Let it end, then start this.`,
  prompt_thread: ({ wrong }: { wrong: string }) => `A prompt ${wrong}.`,

  compared_with_itself: ({ name }: { name: string }) =>
    `${name} cannot be compared with itself: name two contestants.`,
  compare_criterion: ({
    arena,
    criterion,
    there,
  }: {
    arena: string
    criterion: string
    there: readonly string[]
  }) => `Arena "${arena}" has no criterion "${criterion}"; it has ${list(there)}.`,
  no_votes_on: ({
    source,
    own,
    other,
    under,
    instead,
  }: {
    source: string
    own: string
    other: string
    under: readonly string[]
    instead: string
  }) =>
    `There are no votes of ${source} on ${own} and ${other}${under.length > 0 ? ` under ${list(under)}` : ''}. ${instead}`,
  votes_under: ({ criteria }: { criteria: readonly string[] }) => `There are some under ${list(criteria)}.`,
  votes_elsewhere: ({ sources }: { sources: readonly string[] }) =>
    `From others there are: ${list(sources)}. Choose them by the source, or collect votes first.`,
  votes_of_humans: ({ votes }: { votes: number }) => `humans ${votes}`,
  votes_of_judges: ({ votes }: { votes: number }) => `judges ${votes}`,
  votes_recorded: ({ votes }: { votes: number }) => `recorded results ${votes}`,
  votes_simulated: ({ votes }: { votes: number }) => `simulated ${votes}`,
  no_prompt_in_common: ({ own, other }: { own: string; other: string }) =>
    `They have answered no prompt in common, so that nobody can judge them: give ${own} and ${other} answers to the same prompts (run, or import), or import votes on the two.`,
  never_met: ({ arena }: { arena: string }) =>
    `They never met: import votes on the two, have them judged (deadheat judge ${arena}), or let people vote.`,
  no_cost_known: ({ arena }: { arena: string }) =>
    `No prompt of arena "${arena}" has answers of both with a known cost. Import the answers with a column costUsd, or ask for no bound on cost (maxCostRatio, where the gate of the arena.yaml has it).`,
  no_latency_known: ({ arena }: { arena: string }) =>
    `No prompt of arena "${arena}" has answers of both with a known latency. Import the answers with a column latencyMs, or ask for no bound on latency (maxLatencyRatio, where the gate of the arena.yaml has it).`,
  gate_without_significance: ({ preset }: { preset: string }) =>
    `Judging goes on until significance decides, and the ${preset} gate asks for none: give it one (--alpha 0.05), choose another preset, or have everything judged (deadheat judge) and compare that.`,
}
