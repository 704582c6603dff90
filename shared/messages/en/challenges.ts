import type { ShortList } from '../short-list.ts'
import { named, countWithNoun } from './phrases.ts'

const quoted = (names: readonly string[]) => named({ names, more: 0 })

/** Why a challenge cannot start, or why its result is not entered in the log. */
export const challenges = {
  no_incumbent:
    'The climb of arena "{arena}" has no incumbent yet. Name the incumbent as well (--incumbent NAME).',
  challenges_itself: ({ name, arena, isNamed }: { name: string; arena: string; isNamed: boolean }) =>
    `${name} is ${isNamed ? 'named as challenger and as incumbent' : `already the incumbent of arena "${arena}"`}. Name another challenger.`,
  nothing_shared:
    'Arena "{arena}" has {references} prompts with a reference, but none with answers of both {incumbent} and {challenger}. Import answers of both, or give both a provider in arena.yaml.',
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
    `Arena "${arena}" has no prompt with a reference${categories ? ` in ${quoted(categories)}, the categories of judge "${judge}"` : ''}. Add a "reference" to the prompts in their file and import it again.`,
  no_judge:
    'Arena "{arena}" has no judge. Add one with "rubric: reference" to its arena.yaml and import it again.',
  not_judged_by: ({ judge, asked, wanted }: { judge: string; asked: readonly string[]; wanted: string }) =>
    `Judge "${judge}" judges by ${quoted(asked)}, not by "${wanted}". Choose one of these.`,
  several_fit: (values: {
    what: 'judges' | 'criteria'
    of: string
    names: readonly string[]
    option: '--judges' | '--criterion'
  }) =>
    `Several ${values.what} of ${values.of} fit: ${quoted(values.names)}. Choose one (${values.option} NAME).`,
  held_out_unknown: 'Hold-out: there is no prompt "{prompt}" with a reference. Name prompts by their ids.',

  held_out_wrong: ({ of, heldOut }: { of: number; heldOut: 'all' | 'none' }) =>
    heldOut === 'all'
      ? `The hold-out contains all ${of} prompts with a reference, so none is left for judging. Hold out fewer.`
      : `The hold-out contains none of the ${of} prompts with a reference. Hold out more, use another seed, or remove the hold-out.`,
  judging_paused: 'Arena "{arena}" has a paused run. Resume it ({goOn}) or cancel it, then challenge.',
  judge_changed:
    'The judge of arena "{arena}" was changed while it was judging. Challenge again; that starts a new epoch.',
  judge_removed:
    'Judge "{judge}" was removed before judging was complete, so nothing is entered in the log. Add it back and challenge again, or challenge with another judge, which starts a new epoch.',
  answers_unasked: (values: { name: string; missing: number; isRetired: boolean }) =>
    `${values.name} ${values.isRetired ? 'is retired' : 'no longer has a provider'}, so ${answers(values.missing)} needed for judging ${values.missing === 1 ? 'was' : 'were'} not requested. Nothing is entered in the log. ${values.isRetired ? 'Restore it' : 'Give it a provider or import the missing answers'}, then challenge again.`,
  prompts_taken_away: (prompts: ShortList) =>
    `${named(prompts)}: retired before judging was complete, so nothing is entered in the log. Restore what was retired and challenge again, or challenge without it, which starts a new epoch.`,
  changed_and_back: ({ arena, missing }: { arena: string; missing: number }) =>
    `${missing} ${missing === 1 ? 'result is' : 'results are'} missing because arena "${arena}" was changed during judging and changed back. Nothing is entered in the log. Challenge again: finished verdicts are kept.`,
  was_cancelled: 'Judging was cancelled.',
  challenge_unreadable:
    'The stored plan of this challenge cannot be read ({problem}). Nothing is entered in the log. Challenge again.',
  no_verdict: ({ why }: { why: string }) =>
    `There was no verdict${behind(why)}, so nothing is entered in the log.`,
  results_missing: (values: { missing: number; all: number; why: string; runsLeft: number }) =>
    `${values.missing} of ${values.all} results are missing${behind(values.why)}, so nothing is entered in the log. After ${values.runsLeft} more ${values.runsLeft === 1 ? 'run' : 'runs'} they count as failed.`,
  judging_resumes: '{why} Finished verdicts are kept; the same command resumes.',
} as const

function answers(count: number): string {
  return count === 1 ? 'an answer' : `${count} answers`
}

function decidedAs(state: string, leader: string | null): string {
  if (state === 'first_votes') return 'Not decided: too few votes.'
  if (leader === null) return 'No winner: a dead heat for first.'
  return state === 'wins' ? `${leader} wins.` : `No winner: ${leader} leads.`
}

function behind(why: string): string {
  return why === '' ? '' : ` (${why})`
}

/** Notices of runs, and why one could not be delivered. */
export const notices = {
  notice_run_finished: ({ title, spent }: { title: string; spent: number }) =>
    `${title}: the run is finished. It has cost $${spent.toFixed(2)}.`,
  notice_run_stopped: ({ title, spent, why }: { title: string; spent: number; why: string }) =>
    `${title}: the run stopped${behind(why)}. It has cost $${spent.toFixed(2)}.`,
  notice_budget_spent: ({ title, spent, budget }: { title: string; spent: number; budget: number | null }) =>
    `${title}: the run stopped at its budget. It has cost $${spent.toFixed(2)}${budget === null ? '' : ` of $${budget.toFixed(2)}`}, and the next call may cost more than is left.`,
  notice_decided: ({
    title,
    state,
    leader,
    votes,
  }: {
    title: string
    state: string
    leader: string | null
    votes: number
  }) => `${title}: decided after ${countWithNoun(votes, 'vote')}. ${decidedAs(state, leader)}`,
} as const
