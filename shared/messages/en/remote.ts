/** The terminal works on a server over HTTP. */
export const remote = {
  no_server_address: ({ setting }: { setting: string }) =>
    `--server or ${setting} is not the address of a server: it has the form https://arena.example.`,
  server_with_password: ({ setting }: { setting: string }) =>
    `The address of the server contains a password: leave it out, and put the admin token into ${setting}.`,
  token_without_server: ({ setting }: { setting: string }) =>
    `--token goes with --server URL or ${setting}: without a server, a command works on the database.`,
  token_unusable: ({ setting }: { setting: string }) =>
    `The admin token contains a character that no token has, such as a space: check --token or ${setting}.`,
  no_deadheat_there: ({ address }: { address: string }) =>
    `${address} answers, but is no Deadheat server of this version: check the address, and the version of the server.`,
  server_of_other_version: ({ address, theirs, ours }: { address: string; theirs: string; ours: string }) =>
    `${address} runs Deadheat ${theirs}, and this is ${ours}: use the same version on both sides.`,
  command_not_over_http:
    'This command needs the database: run it where the server runs, without --server and DEADHEAT_SERVER.',
  option_not_over_http: ({ option }: { option: string }) =>
    `${option} needs the database: leave it out, or run the command where the server runs, without --server and DEADHEAT_SERVER.`,
  archive_not_over_http:
    'An archive goes in and out where the database is: run the command where the server runs, without --server and DEADHEAT_SERVER.',
  card_not_over_http:
    'A data card is written where the database is: run the command where the server runs, without --server and DEADHEAT_SERVER.',
  no_challenge_yet: ({ arena }: { arena: string }) => `${arena} has had no challenge yet.`,
  sentence_of_server: ({ text }: { text: string }) => text,
  arena_file_says: ({ option }: { option: string }) =>
    `An arena.yaml says this itself: leave ${option} out, or change the file.`,
}
