/** Commands that were called wrongly. */
export const commands = {
  arena_to_change_missing: 'Name the arena to change: deadheat arenas ARENA …',
  archive_or_unarchive: 'Give either --archive or --unarchive.',
  duplicate_alone: '--duplicate goes with no other change.',
  remove_alone: '--remove goes with no other change, and --yes goes with --remove.',
  limit_without_judge: '--limit goes with --disagreements JUDGE.',
  budget_without_injection: '--budget and --dry-run go with --injection: the other reports call no model.',
  log_or_challenger:
    '--log prints the attempts so far, --challenger starts a new one: give only one of them.',
  challenger_missing: '--challenger is missing: name the contestant to try, or use --log.',
  one_judge_for_climb: ({ count }: { count: number }) =>
    `--judges: a climb has one judge, and ${count} are named. Name one.`,
  seed_without_hold_out: '--seed draws the hold-out: use it with --hold-out SHARE.',
  json_and_report: ({ report }: { report: string }) => `--json and --report ${report} cannot be combined.`,
  judge_without_sequential:
    '--judge looks at the result after each batch, which only --sequential allows: give both, or use deadheat judge.',
  batch_without_judge: '--batch and --budget apply only to judging: give --judge too.',
  wrong_source: ({ why }: { why: string }) => `--source: ${why}.`,
  no_prompt_made: ({ skipped }: { skipped: string }) =>
    `no prompt could be made: ${skipped}. Use longer posts, or lower --min-words.`,
  post_not_utf8: ({ file }: { file: string }) => `${file} is not UTF-8 text: save it as UTF-8 first.`,
  file_twice: ({ file }: { file: string }) =>
    `${file} is named twice, so its votes would count twice. Name each file once.`,
  output_is_input: ({ output }: { output: string }) =>
    `${output} is read and would be overwritten. Give the output another name.`,
  two_outputs_in_one: ({ output }: { output: string }) =>
    `Two of --output, --plot and --matrix name ${output}. Give each a file of its own.`,
  matrix_large: ({ count, most }: { count: number; most: number }) =>
    `--matrix draws at most ${most} contestants, and there are ${count}. Use --head-to-head, which lists the pairs.`,
  format_and_ending: ({ output, format, fitting }: { output: string; format: string; fitting: string }) =>
    `--format ${format} does not fit the name ${output}, whose ending stands for ${fitting}. Change one of the two.`,
  ending_not_written: (values: { output: string; ending: string; endings: readonly string[] }) =>
    `${values.output}: files ending in ${values.ending} are not written. Name a file that ends in ${values.endings.join(', ')}, or choose a --format.`,
  retire_one_thing: 'Name one of --contestant, --prompts, --category or --all-prompts.',
  vote_id_wrong: ({ id }: { id: string }) =>
    `"${id}" is no id of a vote. Ids are whole numbers, in the column id of an export of votes.`,
  wrong_option: ({ option, why }: { option: string; why: string }) => `--${option}: ${why}.`,
  cannot_be_written: ({ file, code }: { file: string; code: string | number | null | undefined }) =>
    `${file} cannot be written (${code}).`,
  no_arena_address: ({ slug }: { slug: string }) =>
    `"${slug}" cannot be an arena's address: use 1 to 64 of a-z, 0-9 and hyphens.`,
  no_readable_folder: ({ folder, code }: { folder: string; code: string | number | null | undefined }) =>
    `${folder} is not a readable folder (${code}).`,
  folder_taken: ({ folder, files }: { folder: string; files: string }) =>
    `${folder} already has ${files}; nothing was written. Name another folder.`,
  sample_without_repeat: '--sample goes with --repeat 2 or more: it sets the share that is judged again.',
  rejudge_alone:
    '--rejudge goes without --repeat, --votes-per-pair and --focus: it judges the same pairs again.',
  win_rate_or_arena: 'Give --win-rate SHARE, or name an arena.',
  units_need_correlation:
    'Give --prompts with --prompt-correlation, and --voters with --voter-correlation: a number of prompts or voters says nothing without it.',
  shared_units_need_win_rate: '--prompts and --voters belong to --win-rate SHARE without an arena.',
  json_excludes_format: ({ format }: { format: string }) =>
    `--json and --format ${format} cannot be combined; use one of them.`,
  no_classic_intervals: ({ method }: { method: string }) =>
    `--method ${method} has no classic intervals; leave --intervals classic out.`,
  fragility_by_bradley_terry: ({ method }: { method: string }) =>
    `--fragility needs a Bradley-Terry board; leave --method ${method} out.`,
  no_win_rates: ({ method }: { method: string }) =>
    `--method ${method} predicts no win rates; leave --baseline out.`,
  davidson_needs_ties:
    '--method davidson models ties, and --ties drop removes them; leave one of the two out.',
  powered_by_bradley_terry: ({ method }: { method: string }) =>
    `--source powered needs a Bradley-Terry board; leave --method ${method} out.`,
  powered_without_classic: '--source powered has no classic intervals; leave --intervals classic out.',
  powered_takes_all_judges: '--source powered uses people and judges together; leave --judge out.',
  no_reports_of_powered:
    'reports need votes as they were cast; use --source humans or judges instead of powered.',
  several_criteria: ({ count, criteria }: { count: number; criteria: string }) =>
    `the file has votes under ${count} criteria (${criteria}); choose one with --criterion NAME.`,
  one_round: '--rounds 1 shows no spread; use 1000, or 0 for no intervals.',
  reports_by_bradley_terry: ({ method }: { method: string }) =>
    `reports need a Bradley-Terry board; leave --method ${method} out.`,
  format_without_reports: ({ format }: { format: string }) =>
    `--format ${format} has only the ratings; use --json or --format md for the reports.`,
  answers_without_report: '--answers applies only to --style and --baseline; add one of them.',
  stopping_takes_two: '--stopping takes two contestants after the file: rate FILE --stopping A B.',
  stopping_takes_different: '--stopping needs two different contestants.',
  delta_needs_rounds: '--delta needs bootstrap rounds; leave --rounds 0 out.',
  against_takes_cast_votes:
    '--against compares votes as they were cast: use humans, judges or judge:NAME, not powered or majority.',
  against_needs_source: ({ against }: { against: string }) =>
    `--against ${against} needs --source, which names the votes to compare with.`,
  both_on_standard_input:
    'the snapshot and the votes cannot both come from standard input; name a file for one of them.',
  judging_is_paused: ({ why, more }: { why: string; more: string }) =>
    `Judging is paused: ${why} Fix that; ${more}`,
  budget_before_votes: ({ budget }: { budget: string | number | null | undefined }) =>
    `--budget ${budget}: it does not cover one vote under every criterion, because the most that a call may cost is reserved first. Give a higher budget.`,
  other_challenge_goes_on: 'Nothing was started: the other challenge continues.',
  no_such_message: ({ code }: { code: string }) =>
    `no message has a code that begins with "${code}". deadheat messages lists all codes.`,
  no_such_cell: ({ words }: { words: string | number | null | undefined }) =>
    `no title contains all the words of "${words}".`,
  no_such_world: ({ words }: { words: string }) => `no world has "${words}" in its name.`,
  none_of_name: ({ what, name, offer }: { what: string; name: string; offer: string }) =>
    `there is no ${what} "${name}"; ${offer}`,
  board_no_json: ({ place }: { place: string }) =>
    `${place} is not JSON; name a board: the output of rate --json, or /api/arenas/ARENA/leaderboard of a server.`,
  no_board: ({ place, why }: { place: string; why: string }) => `${place} is not a board: ${why}.`,
  post_is_folder: ({ file, folder }: { file: string; folder: string }) =>
    `${file} is a folder: name the files in it, such as ${folder}/*.md.`,
  judging_ended: ({ status, more }: { status: string; more: string }) =>
    `Judging was ${status} before there were votes under every criterion; ${more}`,
  no_votes_came: ({ why, more }: { why: string; more: string }) =>
    `No votes came under every criterion${why}. Fix that; ${more}`,
  judgements_all_failed: ({ arena }: { arena: string }) =>
    `All judgements of these two failed, so there are no votes. Fix the cause, then judge them again: deadheat judge ${arena} --retry-failed.`,
  judged_is_kept: 'finished verdicts are kept, and the same command resumes.',
  together_without_categories: ({ file }: { file: string }) =>
    `--together category: no vote in ${file} names a category, so there is one board only.`,
  pairing_needs_comparison:
    'Only Bradley-Terry ratings with comparison intervals depend on how pairs were chosen: leave out --pairing, or --method and --intervals.',
  together_needs_comparison:
    '--together holds comparison intervals of Bradley-Terry: leave out --method and --intervals classic.',
  method_takes_one_cluster: ({ method }: { method: string }) =>
    `--method ${method} resamples only one kind of unit; leave --cluster both out.`,
  majority_without: ({ option }: { option: string }) =>
    `--source majority makes one vote of the judges on a pair and prompt; leave ${option} out.`,
  no_reports_of_majority: 'reports need votes as they were cast; use --source judges instead of majority.',
  powered_takes_one_cluster: '--source powered resamples only prompts; leave --cluster both out.',
  reports_take_one_cluster:
    '--style, --delta and --against resample only one kind of unit; leave --cluster both out.',
}
