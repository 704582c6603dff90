import { count, counted, plural } from '../../ui/figures.ts'
import type * as en from './en.ts'

export const report: typeof en.report = {
  title: 'Fragen von Besuchern',
  page: 'Zur Seite der Besucher',
  spent: (spent, budget) => `${spent} von ${budget} ausgegeben`,
  today: (spent, budget) => `${spent} von ${budget} heute (UTC)`,
  reserved: (amount) => `${amount} reserviert für Antworten, die gerade entstehen`,
  turn: (least, most) =>
    least === most
      ? `Zwei Antworten auf eine kurze Frage kosten höchstens ${least}.`
      : `Zwei Antworten auf eine kurze Frage kosten höchstens ${least} bis ${most}, je nach Teilnehmer.`,
  nobody:
    'Weniger als zwei Teilnehmer können Besuchern antworten. Bitte die Schlüssel ihrer Anbieter und die Preise ihrer Modelle prüfen.',
  conversations: (count) => `Gespräche: ${count}`,
  refused: (count) => `Von der Moderation abgelehnt: ${count}`,
  at: 'abgelehnt am',
  text: 'Frage',
  notKept: 'nicht gespeichert',
}

export const live: typeof en.live = {
  title: 'Eigene Frage stellen',
  how: 'Zwei Teilnehmer antworten dir nebeneinander. Sag, welche Antwort besser ist, und sieh, von wem sie sind.',
  votePage: 'Über gegebene Fragen abstimmen',

  question: 'Deine Frage',
  placeholder: 'Eine Frage, deren Antwort du beurteilen kannst.',
  further: 'Weiterfragen',
  furtherLeft: (n) => `Noch ${count(n)} ${plural(n, 'Frage', 'Fragen')} in diesem Gespräch`,
  send: 'Senden',
  keys: { mac: '⌘ ⏎', other: 'Strg ⏎' },
  charactersLeft: (n) => `noch ${counted(n, 'Zeichen', 'Zeichen')}`,
  charactersOver: (n) => `${counted(n, 'Zeichen', 'Zeichen')} zu viel`,
  kept: (days) =>
    `Die Texte werden nach ${counted(days, 'Tag', 'Tagen')} gelöscht, die Stimme bleibt. Schreib nichts Privates: Anbieter von Modellen bekommen deine Frage.`,
  checked: 'Sie wird vor dem Senden geprüft.',

  waiting: 'Warten auf die ersten Worte …',
  slow: 'Es dauert etwas länger. Du musst nichts tun.',
  answering: 'Beide antworten …',
  lost: 'Verbindung verloren. Sie kommt von selbst wieder.',
  failed: 'Die Antworten wurden nicht fertig.',
  stopped: 'Du hast die Antworten angehalten.',
  over: 'Dieses Gespräch ist zu Ende.',
  cut: 'Eine Antwort wurde bei ihrer größten Länge abgeschnitten.',
  stop: 'Anhalten',
  retry: 'Noch einmal antworten',
  another: 'Neue Frage',

  held: 'Deine Stimme ist gespeichert. Frag weiter, oder beende das Gespräch mit den Namen.',

  heard: {
    answering: 'Beide Antworten werden geschrieben.',
    answered: 'Beide Antworten sind fertig.',
    failed: 'Die Antworten wurden nicht fertig.',
    stopped: 'Die Antworten wurden angehalten.',
    over: '',
  },

  refused: 'Diese Frage wurde nicht gesendet: Sie hat die Prüfung nicht bestanden. Stell eine andere.',
  unchecked: 'Nicht gesendet: Fragen lassen sich gerade nicht prüfen. Gleich noch einmal versuchen.',
  tooMany: 'Nicht gesendet: Das waren viele Fragen in kurzer Zeit. Einen Moment warten.',
  tooManyWait: (seconds) => `Nicht gesendet: Das waren viele Fragen in kurzer Zeit. ${seconds} s warten.`,
  notSent: 'Nicht gesendet: Der Server ist nicht erreichbar. Deine Frage ist noch da.',

  closed: {
    budget: 'Eigene Fragen sind hier vorbei.',
    day: 'Für heute sind es genug Fragen.',
    voting: 'Die Abstimmung ist beendet.',
    notReady: 'Gerade können keine zwei Teilnehmer antworten.',
    none: 'Eigene Fragen gibt es hier nicht.',
  },
  budgetSpent: 'Was sie kosten dürfen, ist verbraucht.',
  daySpent: (from) =>
    `Was sie an einem Tag kosten dürfen, ist verbraucht. Neue Fragen sind möglich ab ${from}.`,
  ownSpent: (from) => `Mehr kann eine Person an einem Tag nicht fragen. Neue Fragen sind möglich ab ${from}.`,
  openStill: 'Über gegebene Fragen lässt sich weiter abstimmen.',
  arenaMissing: (arena) => `Die Arena „${arena}“ gibt es hier nicht.`,
}
