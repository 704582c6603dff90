import { count, counted } from '../../ui/figures.ts'
import type { en } from './en.ts'

export const de: typeof en = {
  check: 'Stimmt diese Rangliste?',
  reading: (votes: number) => `Dein Browser liest die Stimmen: ${count(votes)} bisher.`,
  computing: (votes: number) =>
    `Dein Browser berechnet die Rangliste neu, aus ${counted(votes, 'Stimme', 'Stimmen')}.`,
  progress: 'Anteil der Rangliste, der neu berechnet ist',
  agreesExactly: 'Die Rangliste stimmt mit ihren Stimmen überein, bis zur letzten Stelle.',
  agrees: 'Die Rangliste stimmt mit ihren Stimmen überein.',
  agreesOn: (votes: number, figures: number) =>
    `Dein Browser hat sie aus ${counted(votes, 'Stimme', 'Stimmen')} neu berechnet und ${counted(figures, 'Angabe', 'Angaben')} verglichen.`,
  rounded: (figures: number) =>
    `${counted(figures, 'Angabe unterscheidet', 'Angaben unterscheiden')} sich nach der neunten Stelle, weil Browser und Server Logarithmen verschieden runden.`,
  differs: (differences: number) =>
    `Die Rangliste stimmt nicht mit ihren Stimmen überein: ${counted(differences, 'Unterschied', 'Unterschiede')}.`,
  differsBy: (votes: number, figures: number) =>
    `Dein Browser hat sie aus ${counted(votes, 'Stimme', 'Stimmen')} neu berechnet und ${counted(figures, 'Angabe', 'Angaben')} verglichen. Entweder die Rangliste oder die Datei der Stimmen wurde geändert.`,
  differences: 'Was sich unterscheidet',
  figure: 'Angabe',
  shown: 'Auf dieser Seite',
  recomputed: 'Neu berechnet',
  more: (differences: number) => `Und ${counted(differences, 'weiterer', 'weitere')}.`,
  notChecked: 'Die Rangliste konnte nicht neu berechnet werden.',
  noVotes: (file: string, status: number) => `${file} kann nicht geladen werden (Status ${status}).`,
  noHost:
    'Die Datei der Stimmen kann nicht geladen werden. Lege den Ordner auf einen Webserver und öffne die Seite dort: Browser laden keine Dateien neben einer Seite, die selbst eine Datei ist.',
  brokenLine: (file: string, line: number) => `Zeile ${count(line)} von ${file} ist keine Stimme:`,
  unexpected: 'Ein unerwarteter Fehler:',
  again: 'Noch einmal versuchen',
  withoutScript:
    'Diese Seite braucht JavaScript, um die Rangliste neu zu berechnen. Der Befehl darunter tut dasselbe.',
  command: 'Oder prüfe sie im Terminal, mit den beiden Dateien darunter:',
  copyLine: 'Diese Zeile kopieren',
  files: 'Dateien',
  votes: 'Stimmen',
  board: 'Rangliste',
  text: 'Als Text',
  picture: 'Bild',
  dark: 'Bild, dunkel',
  badge: 'Plakette',
  other: 'English',
}
