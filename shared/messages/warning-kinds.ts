/** The kinds of warnings that are no code of a message, with the messages that are of each. */
import type { MessageCode } from './render.ts'

export const WARNING_KINDS = {
  by_chance: ['judge_by_chance'],
  control_told_apart: ['judge_tells_control'],
  dirty_rows: ['rows_left_out', 'elements_left_out'],
  drift: ['judge_drifted'],
  due: ['judge_due'],
  few_units: ['few_units', 'few_units_under', 'uneven_units'],
  held_back: ['held_together', 'held_unmeasured', 'held_by_family', 'held_by_family_alone'],
  inconsistent: ['judge_inconsistent'],
  injected: ['judge_was_addressed'],
  judge_agreement: ['judges_and_people'],
  judge_left_out: ['judge_not_shown', 'judges_left_out', 'judges_left_out_beside_people'],
  left_out_by_checks: ['prompts_left_out_by_checks'],
  method_declares_nothing: ['elo_declares_nothing'],
  mixed_sources: ['mixed_sources', 'mixed_sources_in_file'],
  no_question_id: ['no_vote_names_unit', 'some_votes_name_no_unit'],
  no_voter: ['no_vote_names_unit', 'some_votes_name_no_unit'],
  out_of_reach: ['alpha_out_of_reach'],
  overfit: ['climb_overfit'],
  results_missing: ['references_without_result'],
  same_family: ['judge_of_family', 'judge_same_family'],
  served_model: ['judge_served_anew'],
  stopped: ['judge_stopped'],
  unanswered: ['one_unanswered', 'both_unanswered', 'references_unanswered'],
  prefers_first: ['judge_prefers_place'],
  prefers_longer: ['judge_prefers', 'judge_prefers_more'],
  prefers_own_family: ['judge_prefers', 'judge_prefers_more'],
  prefers_second: ['judge_prefers_place'],
  uncalibrated: [
    'judge_contradicts_itself',
    'judge_unmeasured_since',
    'judge_orders_differ',
    'judge_decided_none',
    'judge_decides_too_rarely',
    'judge_agrees_too_rarely',
  ],
  uncalibrated_judge: ['judges_not_measured', 'judges_by_chance', 'judges_uncalibrated'],
} as const satisfies Record<string, readonly MessageCode[]>

export type WarningKind = keyof typeof WARNING_KINDS
