import type { ShortList } from '../short-list.ts'
import { countWithNoun, named, namesClauseEnd } from './phrases.ts'

/** What a command needs to know. */
type ArgumentNoun = 'the arena to change' | 'the win rate' | 'the challenger' | 'the folder of the site'

/** Commands that were called wrongly. */
export const commands = {
  option_alone: '{option} goes with {others}. Add it, or leave {option} out.',
  missing_argument: ({ what, ways }: { what: ArgumentNoun; ways: readonly string[] }) =>
    `${what} is missing. Give ${ways.join(' or ')}.`,
  folder_taken: ({ folder, files }: { folder: string; files: ShortList }) =>
    `${folder} already has ${named(files)}, which would be lost. Nothing was written. Name another folder, or move away what it has.`,
  option_not_here: '{why}. Leave out {option}.',
  options_exclude: '{option} and {with} cannot be combined. Leave one of them out.',
  one_judge_for_climb: '--judges: a climb has one judge, and {count} are named. Name one.',
  no_prompt_made: 'no prompt could be made: {skipped}. Use longer posts, or lower --min-words.',
  file_twice: '{file} is named twice, so its votes would count twice. Name each file once.',
  output_is_input: '{output} is read and would be overwritten. Give the output another name.',
  two_outputs_in_one: '--output and --plot both name {output}. Give each a file of its own.',
  format_and_ending:
    '--format {format} does not fit the name {output}, whose ending stands for {fitting}. Change one of the two.',
  ending_not_written:
    '{output}: files ending in {ending} are not written. Name a file that ends in {endings}, or choose a --format.',
  retire_one_thing: 'Name one of --contestant, --prompts, --category or --all-prompts.',
  vote_id_wrong: '"{id}" is no id of a vote. Ids are whole numbers, in the column id of an export of votes.',
  wrong_option: ({ option, why }: { option: string; why: string }) =>
    `--${option}: ${why}${why.endsWith('?') ? '' : '.'}`,
  cannot_be_written: '{file} cannot be written ({code}).',
  no_arena_address: '"{slug}" cannot be an arena\'s address: use 1 to 64 of a-z, 0-9 and hyphens.',
  no_readable_folder: '{folder} is not a readable folder ({code}).',
  level_for_few:
    '--level {level} needs at least {fewest} contestants: with fewer, it names false winners too often. Leave --level out.',
  one_round: '--rounds 1 shows no spread; use 1000, or 0 for no intervals.',
  format_without_reports:
    '--format {format} has only the ratings; use --json or --format md for the reports.',
  both_on_standard_input:
    'the snapshot and the votes cannot both come from standard input; name a file for one of them.',
  budget_before_votes:
    '--budget {budget}: it does not cover one vote under every criterion, because the most that a call may cost is reserved first. Give a higher budget.',
  other_challenge_goes_on: 'Nothing was started: the other challenge continues.',
  no_such_message: ({ code, there }: { code: string; there: ShortList }) =>
    `no message has a code that begins with "${code}"; ${namesClauseEnd(there)} deadheat messages lists all codes.`,
  not_over_http:
    '{what} needs the database: run the command where the server runs, without --server and DEADHEAT_SERVER.',
  no_board: '{place} is not a board: {why}.',
  judgements_all_failed:
    'All judgements of these two failed, so there are no votes. Fix the cause, then judge them again: deadheat judge {arena} --retry-failed.',
} as const

/** The terminal works on a server over HTTP. */
export const remote = {
  no_server_address:
    '--server or {setting} is not the address of a server: it has the form https://arena.example.',
  server_with_password:
    'The address of the server contains a password: leave it out, and put the admin token into {setting}.',
  token_unusable:
    'The admin token contains a character that no token has, such as a space: check --token or {setting}.',
  no_deadheat_there:
    '{address} answers, but is no Deadheat server of this version: check the address, and the version of the server.',
  server_of_other_version:
    '{address} runs Deadheat {theirs}, and this is {ours}: use the same version on both sides.',
  title_blank: '--title has no text. Leave it out, and the title stays as it is.',
  no_challenge_yet: '{arena} has had no challenge yet.',
} as const

/** Why a backup cannot be made or restored, and what the commands say when they are done. */
export const backups = {
  backup_of_nothing:
    'This database has no tables of Deadheat, so there is nothing to back up. Check DATABASE_URL and DEADHEAT_DATA.',
  no_backup: '{file} is not a backup of Deadheat. Name a file that "db backup" wrote.',
  backup_damaged: '{file} is damaged or incomplete ({why}). Nothing of it was stored; use another copy.',
  backup_newer:
    '{file} was made by Deadheat {version} and needs its migration {migration}, which this version does not have: update Deadheat, then restore.',
  restore_into_content:
    'The database is not empty: it has "{table}". Nothing was restored. Make an empty database and name it in DATABASE_URL, or name a new folder in DEADHEAT_DATA.',
  backup_is_no_stream: 'A backup is read twice, so it cannot come from standard input: name a file.',
  backup_written: ({ file, arenas, votes }: { file: string; arenas: number; votes: number }) =>
    `Wrote ${file}: ${countWithNoun(arenas, 'arena')}, ${countWithNoun(votes, 'vote')}. It is as secret as the database.${arenas === 0 ? ' It has no arena: is DEADHEAT_DATA, or DATABASE_URL, that of the server?' : ''}`,
  backup_restored: ({ file, arenas, votes }: { file: string; arenas: number; votes: number }) =>
    `Restored ${file}: ${countWithNoun(arenas, 'arena')}, ${countWithNoun(votes, 'vote')}.`,
  backup_migrated: ({ count: migrations }: { count: number }) =>
    `The backup was older: ${countWithNoun(migrations, 'migration')} applied.`,
} as const

/** A board as a folder for any web host. */
export const sites = {
  site_folder_is_file: '{folder} is a file. Name a folder for the site.',
  site_votes_come_in:
    'The board and its votes were read {tries} times, and each time votes came in between. Nothing was written. Try again when fewer votes come in.',
  site_written:
    'Wrote {folder}: the board of {arena}, its votes, and a page that recomputes it. Copy the folder to any web host.',
  site_of_unlisted:
    'warning: {arena} is {visibility}. Whoever can open the folder sees its board and its votes.',
} as const
