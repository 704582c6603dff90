import type { operatorProblems as en } from '../en/operator-problems.ts'

export const operatorProblems: typeof en = {
  nothing_to_make: ({ contestant, prompt }) =>
    `Teilnehmer ${contestant} hat keinen Anbieter oder Prompt ${prompt} hat keinen Text, also lässt sich keine Antwort erzeugen.`,
  no_such_export: ({ file, files, formats }) =>
    `Einen Export „${file}“ gibt es nicht. Es gibt ${files}, als .${formats}.`,
  no_such_labelling_link: ({ arena, link }) =>
    `Die Arena „${arena}“ hat keinen Link zum Bewerten mit der Nummer ${link}.`,
  no_open_judging: ({ arena }) =>
    `In der Arena „${arena}“ ist kein Durchlauf offen. Einen beginnen: deadheat run arena.yaml, oder deadheat judge ${arena}.`,
  many_wrong_tokens: ({ seconds }) =>
    `Von dieser Adresse kamen zu viele falsche Token. In ${seconds} s noch einmal versuchen.`,
  wrong_admin_token:
    'Das ist weder das Admin-Token noch ein gültiges benanntes Token. Das Admin-Token nennt der Server, wenn er startet.',
  role_too_low: ({ name, role, needed }) =>
    `Das verlangt die Rolle ${needed}. Das Token „${name}“ hat die Rolle ${role}. Wer die Rolle admin hat, kann ein anderes machen.`,
  token_name_used: ({ name }) =>
    `Ein Token namens „${name}“ gibt oder gab es schon. Wähle einen anderen Namen, damit das Protokoll eindeutig bleibt.`,
  no_such_token: ({ token }) =>
    `Ein benanntes Token „${token}“ gibt es nicht. deadheat tokens zählt sie auf.`,
  make_or_withdraw_token: 'Gib entweder --make oder --withdraw an.',
  no_token_name: ({ name }) =>
    `--make: „${name}“ kann kein Token benennen. Erlaubt sind bis zu 40 Buchstaben, Ziffern, Leerzeichen, Punkte, Binde- und Unterstriche, am Anfang ein Buchstabe oder eine Ziffer.`,
  admin_token_needed: 'Das verlangt das Admin-Token, als „Authorization: Bearer <Token>“.',
  metrics_token_needed:
    'Das verlangt das Token aus DEADHEAT_METRICS_TOKEN oder das Admin-Token, als „Authorization: Bearer <Token>“.',
  ticket_needed: 'Eine Stimme zurückzunehmen verlangt ihre Marke, als „Authorization: Ticket <Marke>“.',
  no_such_votes: ({ arena, votes, more }) =>
    `Die Arena „${arena}“ hat keine Stimme ${votes.join(', ')}${more ? ', …' : ''}. Es ist nichts geschehen; ein Export ihrer Stimmen nennt die Nummern.`,
  no_such_voter: ({ arena, voter }) =>
    `Niemand in der Arena „${arena}“ hat die Kennung ${voter}, und kein Duell mit dieser Kennung wurde einem Menschen gezeigt. Es wurde nichts gelöscht. Ein Export der Stimmen nennt die Kennungen.`,
  no_such_contestant_named: ({ arena, contestant }) =>
    `Die Arena „${arena}“ hat keinen Teilnehmer namens „${contestant}“. Es wurde nichts gelöscht.`,
  judging_reads_texts: ({ arena }) =>
    `Die Arena „${arena}“ wird gerade bewertet; ein Richter liest den Text vielleicht. Den Durchlauf abbrechen oder sein Ende abwarten, dann löschen.`,
  removal_not_confirmed: ({ arena, confirm }) =>
    confirm === ''
      ? `Um die Arena „${arena}“ endgültig zu entfernen, ihren Namen eingeben: ${arena}. Es wurde nichts entfernt.`
      : `„${confirm}“ ist nicht der Name der Arena „${arena}“. Es wurde nichts entfernt. Um sie zu entfernen, ${arena} eingeben.`,
  arena_exists: ({ arena }) =>
    `Eine Arena „${arena}“ gibt es schon. Eine andere Adresse wählen, oder die Dateien auf ihrer Seite einlesen: /admin/a/${arena}?show=import.`,
  run_still_open: ({ arena }) =>
    `Die Arena „${arena}“ hat einen offenen Durchlauf. Ihn abbrechen oder sein Ende abwarten, dann die Arena entfernen.`,
  preview_of_one: ({ name }) => `Ein Paar braucht zwei Teilnehmer, und „${name}“ ist zweimal genannt.`,
  preview_pair_missing:
    'Abstimmende sehen kein solches Paar: Eine Antwort fehlt, beide sind gleich, eine nennt ihr Modell, oder Prompt oder Teilnehmer sind ausgeschieden.',
  run_open_to_archive: ({ arena }) =>
    `Die Arena „${arena}“ hat einen offenen Durchlauf oder eine offene Herausforderung. Abbrechen oder das Ende abwarten, dann die Arena archivieren.`,
  arena_archived: ({ arena, day }) =>
    `Die Arena „${arena}“ wurde am ${day} archiviert: Sie nimmt keine Stimmen, Durchläufe, Importe, Links und gemeinsamen Paare an. Ändern lässt sich das mit deadheat arenas ${arena} --unarchive oder unter /admin/a/${arena}?show=settings.`,
  erase_text_or_voter:
    'Entweder --erase-voter oder --erase-prompt angeben; --contestant nur mit --erase-prompt.',
  no_such_prompts: ({ arena, prompts, more }) =>
    `Die Arena „${arena}“ hat keinen Prompt ${prompts.map((key) => `„${key}“`).join(', ')}${more ? ', …' : ''}. Es ist nichts geschehen.`,
}
