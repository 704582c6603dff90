import type { Few } from '../few.ts'
import { named } from './names.ts'

const quoted = (names: readonly string[]) => named({ names, more: 0 })

/** Why a challenge cannot start, or why its result is not entered in the log. */
export const challenges = {
  no_incumbent: ({ arena }: { arena: string }) =>
    `The climb of arena "${arena}" has no incumbent yet. Name the incumbent as well (--incumbent NAME).`,
  challenges_itself: ({ name, arena, isNamed }: { name: string; arena: string; isNamed: boolean }) =>
    `${name} is ${isNamed ? 'named as challenger and as incumbent' : `the incumbent of arena "${arena}" itself`}. Name another challenger.`,
  nothing_shared: (values: { incumbent: string; challenger: string; references: number; arena: string }) =>
    `${values.incumbent} and ${values.challenger} share no answer to any of the ${values.references} prompts with a reference in arena "${values.arena}". Import answers of both, or give both a provider in arena.yaml.`,
  nothing_held_out:
    'A win on the hold-out is required, but no prompt is held out. Hold some out (--hold-out 0.25), or drop the requirement.',
  no_references: ({
    arena,
    judge,
    categories,
  }: {
    arena: string
    judge: string
    categories: readonly string[] | null
  }) =>
    `Arena "${arena}" has no prompt with a reference${categories ? ` in ${quoted(categories)}, which judge "${judge}" is for` : ''}. Give prompts a "reference" in the file of prompts and import it again.`,
  no_judge: ({ arena }: { arena: string }) =>
    `Arena "${arena}" has no judge. Add one with "rubric: reference" to its arena.yaml and import that again.`,
  which_judge: ({ arena, judges }: { arena: string; judges: readonly string[] }) =>
    `Several judges of arena "${arena}" fit: ${quoted(judges)}. Choose one (--judges NAME).`,
  not_judged_by: ({ judge, asked, wanted }: { judge: string; asked: readonly string[]; wanted: string }) =>
    `Judge "${judge}" judges by ${quoted(asked)}, not by "${wanted}". Choose one of these.`,
  which_criterion: ({ judge, asked }: { judge: string; asked: readonly string[] }) =>
    `Judge "${judge}" judges by ${quoted(asked)}. Choose one (--criterion NAME).`,
  held_out_unknown: ({ prompt }: { prompt: string }) =>
    `Hold-out: there is no prompt "${prompt}" with a reference. Name prompts by their ids.`,
  all_held_out: ({ count }: { count: number }) =>
    `The hold-out contains all ${count} prompts with a reference, so none is left for judging. Hold out fewer.`,
  none_held_out: ({ count }: { count: number }) =>
    `The hold-out contains none of the ${count} prompts with a reference. Hold out more, use another seed, or remove the hold-out.`,

  judged_now: ({ arena }: { arena: string }) =>
    `Arena "${arena}" is being judged now. Wait until that ends, or cancel it, then challenge.`,
  judging_paused: ({ arena, goOn }: { arena: string; goOn: string }) =>
    `Arena "${arena}" has judging that is paused. Go on with it (${goOn}) or cancel it, then challenge.`,
  judge_changed: ({ arena }: { arena: string }) =>
    `The judge of arena "${arena}" was changed while it judged. Challenge again: a new epoch begins.`,
  judge_removed: ({ judge }: { judge: string }) =>
    `Judge "${judge}" was removed before all was judged, and nothing is entered in the log. Add it again and challenge again; or challenge by another judge, and a new epoch begins.`,
  retired_unasked: ({ name, missing }: { name: string; missing: number }) =>
    `${name} is retired, and was not asked for ${answers(missing)} it would be judged by. Nothing is entered in the log. Restore it, then challenge again.`,
  unprovided_unasked: ({ name, missing }: { name: string; missing: number }) =>
    `${name} has no provider any more, and was not asked for ${answers(missing)} it would be judged by. Nothing is entered in the log. Give it a provider or import what is missing, then challenge again.`,
  prompts_taken_away: (prompts: Few) =>
    `${named(prompts)}: retired before all was judged, and nothing is entered in the log. Restore what was retired and challenge again; or challenge without it, and a new epoch begins.`,
  changed_and_back: ({ arena, missing }: { arena: string; missing: number }) =>
    `${missing} ${missing === 1 ? 'result' : 'results'} did not come because of a change of arena "${arena}" that stands no more, and nothing is entered in the log. Challenge again: what was judged is kept.`,
  was_cancelled: 'Judging was cancelled.',
  challenge_unreadable: ({ problem }: { problem: string }) =>
    `The stored plan of this challenge cannot be read (${problem}). Nothing is entered in the log. Challenge again.`,
  attempt_spent: ({ spent, budget }: { spent: string; budget: number }) =>
    `budget: the attempt has cost ${spent} USD already, and ${budget} USD leave nothing to go on with. Give a higher budget.`,
  no_verdict: ({ why }: { why: string }) =>
    `No verdict came${behind(why)}, and nothing is entered in the log.`,
  results_missing: (values: { missing: number; all: number; why: string; runsLeft: number }) =>
    `${values.missing} of ${values.all} results did not come${behind(values.why)}, and nothing is entered in the log. After ${values.runsLeft} more ${values.runsLeft === 1 ? 'run' : 'runs'} they count as failed.`,
  challenge_goes_on: 'What was judged is kept: the same command goes on from there.',
  challenge_stopped: ({ why, more }: { why: string; more: string }) => `${why} ${more}`,
  judging_left: 'Judging was interrupted.',
  paused_for: ({ why }: { why: string }) => `Judging is paused: ${why}.`,
  paused_here: 'Judging is paused.',
  budget_is_spent: 'The budget is spent.',
}

function answers(count: number): string {
  return count === 1 ? 'an answer' : `${count} answers`
}

function behind(why: string): string {
  return why === '' ? '' : ` (${why})`
}
