import type * as en from './en.ts'
import { counted } from '../../ui/figures.ts'

const shown = (value: number) => value.toLocaleString('de', { maximumSignificantDigits: 15 })

export const admin: typeof en.admin = {
  title: 'Verwaltung',
  signOut: 'Abmelden',
  signInHow:
    'Der Server zeigt das Token beim Start und bewahrt es in seinem Datenordner als admin-token auf.',
  token: 'Admin-Token',
  signingIn: 'Das Token wird geprüft …',
  tokenWrong: 'Dieses Token ist hier nicht bekannt, oder es wurde zurückgezogen.',
  tooMany: (seconds) =>
    `Von dieser Adresse kamen zu viele falsche Tokens. In ${seconds} Sekunden geht es wieder.`,
  offline: 'Keine Verbindung zum Netz. Nichts wurde geändert.',
  unreachable: 'Der Server antwortet nicht. In einem Moment noch einmal versuchen.',
  databaseGone: 'Der Server erreicht seine Datenbank nicht. Nichts wurde geändert.',
  request: (id) => `Anfrage ${id}`,
  tryAgain: 'Noch einmal versuchen',
  reading: 'Wird geladen …',
  archived: (count) => `Archiviert (${count})`,
  archivedOn: (day) => `archiviert ${day}`,
  noArenas: 'Es gibt noch keine Arena.',
  arena: 'Arena',
  shownTo: 'Sichtbar für',
  judging: 'Bewertung',
  visibility: {
    public: 'alle',
    link: 'alle mit dem Link',
    private: 'Betreibende',
  },
  runStatus: {
    running: 'läuft',
    paused: 'angehalten',
    cancelled: 'abgebrochen',
    budget_reached: 'Budget erreicht',
    done: 'fertig',
  },
  andSimulated: (votes) => `und ${votes} simulierte`,
  seeBoard: 'Rangliste',
  byTables: 'Tabellen',
  byFiles: 'Aus Dateien',
  byWizard: 'Schritt für Schritt',
  drop: 'arena.yaml und die Dateien, die sie nennt, hier ablegen',
  dropOr: 'oder',
  choose: 'Dateien auswählen',
  chosen: (files) => `${files} ausgewählt`,
  file: 'Datei',
  files: 'Dateien',
  remove: (name) => `${name} entfernen`,
  tooLarge: (megabytes) =>
    `Diese Dateien haben zusammen mehr als ${megabytes} MB. Stattdessen das Terminal verwenden: deadheat run arena.yaml.`,
  noArenaFile:
    'Unter diesen Dateien ist keine arena.yaml. Bitte hinzufügen, oder Tabellen ohne sie unter „Tabellen“ ablegen.',
  gone: (name) => `${name} hat sich auf der Platte geändert und ist nicht mehr lesbar. Bitte neu auswählen.`,
  checking: 'Wird geprüft …',
  problems: (count) =>
    count === 1 ? '1 Problem ist zuerst zu beheben' : `${count} Probleme sind zuerst zu beheben`,
  warnings: (count) => (count === 1 ? '1 Warnung' : `${count} Warnungen`),
  fixHow: 'Die Dateien berichtigen und neu auswählen.',
  line: (line) => `Zeile ${line}`,
  wouldCreate: (arena) => `Legt die Arena „${arena}“ an.`,
  wouldChange: (arena) => `Ändert die vorhandene Arena „${arena}“ so, wie es diese Dateien sagen.`,
  adds: (contestants, prompts, answers) => `Fügt ${contestants}, ${prompts} und ${answers} hinzu.`,
  addsNothing: 'Fügt weder Teilnehmer noch Prompts noch Antworten hinzu.',
  contestant: 'Teilnehmer',
  prompt: 'Prompt',
  answers: 'Antworten',
  stay: (names) => `Diese bleiben, obwohl die Dateien sie nicht mehr nennen: ${names}.`,
  changesNothing: 'Ändert sonst nichts.',
  kinds: {
    arena: 'Einstellungen',
    contestants: 'Teilnehmer',
    prompts: 'Prompts',
    judges: 'Richter',
    checks: 'Prüfungen',
    providers: 'Anbieter',
  },
  hows: {
    added: (what) => `${what}, neu`,
    changed: (what) => `${what}, geändert`,
    removed: (what) => `${what}, nicht mehr in Gebrauch`,
    restored: (what) => `${what}, wieder in Gebrauch`,
  },
  andMore: (more) => `und ${more} weitere`,
  otherVersion:
    'Ein anderes Modell, eine andere Bewertungsregel oder ein anderer Parameter ergibt eine neue Fassung eines Richters, die von vorn gemessen wird.',
  aRun: 'Ein vollständiger Durchlauf',
  noCalls: 'Ruft kein Modell auf: Menschen stimmen ab.',
  calls: (calls, answers, judgements) => `${calls}: ${answers} und ${judgements}.`,
  call: 'Aufruf',
  callsMany: 'Aufrufe',
  judgement: 'Urteil in beiden Reihenfolgen',
  judgements: 'Urteile in beiden Reihenfolgen',
  about: (dollars) => `Etwa ${dollars}`,
  noPrice: 'kein Preis bekannt',
  costUnknown: 'Die Kosten sind nicht bekannt: Ein Modell hat keinen Preis.',
  budget: (dollars) =>
    `Budget ${dollars}. Kein Aufruf beginnt, der es überschreiten könnte, sofern der Anbieter max_tokens beachtet.`,
  budgetLasts: (share) => `Es ist nach etwa ${share} der Arbeit ausgegeben.`,
  keyMissing: 'ist nicht gesetzt; Aufrufe warten, bis der Server damit startet',
  update: 'Arena ändern',
  creating: 'Wird angelegt …',
  download: (name) => `${name} herunterladen`,
  decimal: ({ min, above, max, below }) =>
    [
      'Eine Zahl',
      Number.isFinite(min) && `ab ${shown(min)}`,
      Number.isFinite(above) && `über ${shown(above)}`,
      Number.isFinite(max) && `bis ${shown(max)}`,
      Number.isFinite(below) && `unter ${shown(below)}`,
    ]
      .filter(Boolean)
      .join(' ') + ', ohne Zeichen für Tausender.',
}

export const role: typeof en.role = {
  needs: (needed, role) => `Das braucht die Rolle ${needed}. Dein Token hat die Rolle ${role}.`,
}

export const tokens: typeof en.tokens = {
  title: 'Token',
  how: 'Eines je Person oder Programm: Das Protokoll zeigt, wer was tat.',
  name: 'Für wen',
  roles: { read: 'lesen (read)', run: 'ausführen (run)', admin: 'alles (admin)' },
  roleHow: {
    read: 'Sieht alles, was Betreibende sehen, auch die Namen Eingeladener, und ändert nichts.',
    run: 'Führt auch aus, was eingerichtet ist: Bewertungen, Herausforderungen, Zeitpläne, Einladungen, Quarantäne.',
    admin: 'Darf alles: Arenen anlegen, ändern und entfernen, und Token vergeben.',
  },
  make: 'Token anlegen',
  made: 'Angelegt',
  holds: 'gültig',
  withdrawnAt: (moment) => `zurückgezogen ${moment}`,
  newToken: (name) => `Neues Token für ${name}`,
  onlyNow: 'Nur jetzt zu sehen.',
  copy: 'Das neue Token kopieren',
  ended: (name) => `Das Token von ${name} öffnet nichts mehr.`,
}

export const notices: typeof en.notices = {
  title: 'Meldungen',
  sentTo: (host) => `Sie gehen an ${host}.`,
  sentNowhere: 'Nicht verschickt: DEADHEAT_NOTICES_URL ist nicht gesetzt.',
  event: 'Ereignis',
  at: 'Wann',
  delivery: 'Zustellung',
  states: {
    waiting: 'noch nicht zugestellt',
    delivered: 'zugestellt',
    failed: 'aufgegeben',
  },
  attempts: (count) => (count === 1 ? '1 Versuch' : `${count} Versuche`),
  next: (moment) => `nächster Versuch ${moment}`,
}

export const findings: typeof en.findings = {
  found: 'Auffällig',
  noAnswers: 'keine Antworten',
  unanswered: (n) => `${counted(n, 'Prompt', 'Prompts')} ohne Antwort`,
  leaks: (n) => `${counted(n, 'Antwort nennt', 'Antworten nennen')} ein Modell`,
  leaksOrAsks: (n) => `${counted(n, 'Leck', 'Lecks')}: Ein Modell wird genannt oder erfragt`,
  alike: 'alle Antworten sind gleich',
  oneAnswered: 'nur ein Teilnehmer hat geantwortet',
  notVotable: 'nichts zum Abstimmen',
  find: 'Suche',
  act: 'Ereignis',
  anyAct: 'alles',
  shown: (shown, all) => `${shown} von ${all}`,
  nothing: 'Dazu passt nichts.',
}

export const remove: typeof en.remove = {
  title: 'Entfernen',
  how: 'Lässt sich nicht rückgängig machen. Vorher ausgeben.',
  typeName: (arena) => `Zum Bestätigen ${arena} eingeben`,
  remove: 'Endgültig entfernen',
  removed: 'Entfernte Arenen',
}
