import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Löschen',
  how: 'Für Menschen, die um die Löschung ihrer Daten bitten, und für Texte, die hier nicht sein sollten. Stimmen bleiben und zählen. Es lässt sich nicht rückgängig machen.',
  person: 'Kennung des Abstimmenden oder eines Duells, das er sah',
  erasePerson: 'Person löschen …',
  confirmPerson: 'Diese Person löschen?',
  personHow:
    'Ein zufälliges Pseudonym ersetzt die Kennung des Abstimmenden. Seine Gründe und sein Netz werden gelöscht. Die Stimmen bleiben und zählen. Es lässt sich nicht rückgängig machen.',
  prompt: 'Schlüssel des Prompts',
  contestant: 'Nur die Antworten dieses Teilnehmers',
  optional: 'freiwillig',
  eraseText: 'Text löschen …',
  confirmText: 'Diesen Text löschen?',
  textHow:
    'Den Text ersetzt „[erased]“; Gründe und Antworten von Richtern, die ihn zitieren könnten, werden gelöscht. Ohne Teilnehmer werden der Prompt und alle Antworten darauf gelöscht. Stimmen bleiben und zählen. Es lässt sich nicht rückgängig machen.',
  yes: 'Endgültig löschen',
  personErased: (pseudonym, battles) => `Gelöscht. Der Abstimmende von ${battles} heißt jetzt ${pseudonym}.`,
  textErased: (answers) => `Gelöscht: ${answers}.`,
  battleOne: 'Duell',
  battlesMany: 'Duellen',
  answerOne: 'Antwort',
  answersMany: 'Antworten',
}
