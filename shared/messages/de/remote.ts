import type { remote as en } from '../en/remote.ts'

export const remote: typeof en = {
  no_server_address: ({ setting }) =>
    `--server oder ${setting} ist keine Adresse eines Servers: Sie hat die Form https://arena.example.`,
  server_with_password: ({ setting }) =>
    `Die Adresse des Servers enthält ein Passwort: Lass es weg und setze das Admin-Token in ${setting}.`,
  token_without_server: ({ setting }) =>
    `--token gehört zu --server URL oder ${setting}: Ohne Server arbeitet ein Befehl auf der Datenbank.`,
  token_unusable: ({ setting }) =>
    `Das Admin-Token enthält ein Zeichen, das kein Token hat, etwa ein Leerzeichen: --token oder ${setting} prüfen.`,
  no_deadheat_there: ({ address }) =>
    `${address} antwortet, ist aber kein Deadheat-Server dieser Version: die Adresse und die Version des Servers prüfen.`,
  server_of_other_version: ({ address, theirs, ours }) =>
    `${address} läuft mit Deadheat ${theirs}, und dies ist ${ours}: auf beiden Seiten dieselbe Version nehmen.`,
  command_not_over_http:
    'Dieser Befehl braucht die Datenbank: ihn dort ausführen, wo der Server läuft, ohne --server und DEADHEAT_SERVER.',
  option_not_over_http: ({ option }) =>
    `${option} braucht die Datenbank: weglassen, oder den Befehl dort ausführen, wo der Server läuft, ohne --server und DEADHEAT_SERVER.`,
  archive_not_over_http:
    'Ein Archiv kommt und geht dort, wo die Datenbank ist: den Befehl dort ausführen, wo der Server läuft, ohne --server und DEADHEAT_SERVER.',
  card_not_over_http:
    'Eine Datenkarte entsteht dort, wo die Datenbank ist: den Befehl dort ausführen, wo der Server läuft, ohne --server und DEADHEAT_SERVER.',
  no_challenge_yet: ({ arena }) => `In ${arena} gab es noch keine Herausforderung.`,
  sentence_of_server: ({ text }) => text,
  arena_file_says: ({ option }) =>
    `Eine arena.yaml sagt das selbst: ${option} weglassen oder die Datei ändern.`,
}
