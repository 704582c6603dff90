import type { ShortList } from '../short-list.ts'
import { named, countWithNoun } from './phrases.ts'

const quoted = (names: readonly string[]) => named({ names, more: 0 })

/** Why a challenge cannot start, or why its result is not entered in the log. */
export const challenges = {
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
  not_judged_by: ({ judge, asked, wanted }: { judge: string; asked: readonly string[]; wanted: string }) =>
    `Judge "${judge}" judges by ${quoted(asked)}, not by "${wanted}". Choose one of these.`,
  several_fit: (values: {
    what: 'judges' | 'criteria'
    of: string
    names: readonly string[]
    option: '--judges' | '--criterion'
  }) =>
    `Several ${values.what} of ${values.of} fit: ${quoted(values.names)}. Choose one (${values.option} NAME).`,

  judging_paused: 'Arena "{arena}" has a paused run. Resume it ({goOn}) or cancel it, then challenge.',
  answers_unasked: (values: { name: string; missing: number; isRetired: boolean }) =>
    `${values.name} ${values.isRetired ? 'is retired' : 'no longer has a provider'}, so ${answers(values.missing)} needed for judging ${values.missing === 1 ? 'was' : 'were'} not requested. Nothing is entered in the log. ${values.isRetired ? 'Restore it' : 'Give it a provider or import the missing answers'}, then challenge again.`,
  prompts_taken_away: (prompts: ShortList) =>
    `${named(prompts)}: retired before judging was complete, so nothing is entered in the log. Restore what was retired and challenge again, or challenge without it, which starts a new epoch.`,
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
