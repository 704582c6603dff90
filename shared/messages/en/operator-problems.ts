/** Errors that only operators and programs can get. */
export const operatorProblems = {
  nothing_to_make: ({ contestant, prompt }: { contestant: number; prompt: number }) =>
    `Contestant ${contestant} has no provider or prompt ${prompt} has no text, so no answer can be generated.`,
  no_such_export: ({ file, files, formats }: { file: string; files: string; formats: string }) =>
    `There is no export "${file}". There are ${files}, as .${formats}.`,
  no_such_labelling_link: ({ arena, link }: { arena: string; link: number }) =>
    `Arena "${arena}" has no labelling link ${link}.`,
  no_open_judging: ({ arena }: { arena: string }) =>
    `Arena "${arena}" has no open run. Start one: deadheat run arena.yaml, or deadheat judge ${arena}.`,
  many_wrong_tokens: ({ seconds }: { seconds: number }) =>
    `Too many wrong tokens came from this address. Try again in ${seconds} s.`,
  wrong_admin_token:
    'This is not the admin token, nor a named token that holds. The server prints the admin token when it starts.',
  role_too_low: ({ name, role, needed }: { name: string; role: string; needed: string }) =>
    `This needs the role ${needed}. The token "${name}" has the role ${role}. An operator with the role admin can make another.`,
  token_name_used: ({ name }: { name: string }) =>
    `There is or was a token named "${name}". Choose another name, so that the log stays clear.`,
  no_such_token: ({ token }: { token: string }) =>
    `There is no named token "${token}". deadheat tokens lists them.`,
  make_or_withdraw_token: 'Give either --make or --withdraw.',
  no_token_name: ({ name }: { name: string }) =>
    `--make: "${name}" cannot name a token. Use up to 40 letters, digits, spaces, dots, hyphens and underscores, with a letter or digit first.`,
  admin_token_needed: 'This needs the admin token, as "Authorization: Bearer <token>".',
  metrics_token_needed:
    'This needs the token of DEADHEAT_METRICS_TOKEN or the admin token, as "Authorization: Bearer <token>".',
  ticket_needed: 'Taking a vote back needs its ticket, as "Authorization: Ticket <ticket>".',
  no_such_votes: ({ arena, votes, more }: { arena: string; votes: readonly string[]; more: boolean }) =>
    `Arena "${arena}" has no vote ${votes.join(', ')}${more ? ', …' : ''}. Nothing was done; an export of its votes has their ids.`,
  no_such_voter: ({ arena, voter }: { arena: string; voter: string }) =>
    `Nobody in arena "${arena}" has the id ${voter}, and no battle with this id was shown to a person. Nothing was erased. An export of votes has the ids of voters.`,
  no_such_contestant_named: ({ arena, contestant }: { arena: string; contestant: string }) =>
    `Arena "${arena}" has no contestant named "${contestant}". Nothing was erased.`,
  judging_reads_texts: ({ arena }: { arena: string }) =>
    `Arena "${arena}" is being judged, so a judge may be reading the text. Cancel the run or wait for its end, then erase.`,
  removal_not_confirmed: ({ arena, confirm }: { arena: string; confirm: string }) =>
    confirm === ''
      ? `To remove arena "${arena}" for good, type its name: ${arena}. Nothing was removed.`
      : `"${confirm}" is not the name of arena "${arena}". Nothing was removed. To remove it, type ${arena}.`,
  arena_exists: ({ arena }: { arena: string }) =>
    `There already is an arena "${arena}". Choose another address, or import the files on its page: /admin/a/${arena}?show=import.`,
  run_still_open: ({ arena }: { arena: string }) =>
    `Arena "${arena}" has an open run. Cancel it or wait for its end, then remove the arena.`,
  preview_of_one: ({ name }: { name: string }) =>
    `A pair needs two contestants, and "${name}" is named twice.`,
  preview_pair_missing:
    'Voters are shown no such pair: an answer is missing, both are alike, one names its model, or prompt or contestant is retired.',
  run_open_to_archive: ({ arena }: { arena: string }) =>
    `Arena "${arena}" has an open run or challenge. Cancel it or wait for its end, then archive the arena.`,
  arena_archived: ({ arena, day }: { arena: string; day: string }) =>
    `Arena "${arena}" was archived on ${day} and takes no votes, runs, imports, links or shared pairs. To change that: deadheat arenas ${arena} --unarchive, or the settings at /admin/a/${arena}?show=settings.`,
  erase_text_or_voter:
    'Give one of --erase-voter and --erase-prompt at a time; --contestant only with --erase-prompt.',
  no_such_prompts: ({ arena, prompts, more }: { arena: string; prompts: readonly string[]; more: boolean }) =>
    `Arena "${arena}" has no prompt ${prompts.map((key) => `"${key}"`).join(', ')}${more ? ', …' : ''}. Nothing was done.`,
}
