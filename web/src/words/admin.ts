import type { OperatorRole } from '../../../shared/contracts/operators.ts'
import { counted } from '../ui/figures.ts'
import { inLanguages, withTerms } from './in-languages.ts'

const shownDe = (value: number) => value.toLocaleString('de', { maximumSignificantDigits: 15 })

/** The operator's pages: signing in, the list of arenas, and a new one from files. */
export const admin = withTerms({
  en: {
    lineNth: (line: string) => `line ${line}`,
    optional: 'optional',
    download: (name: string) => `Download ${name}`,
    title: 'Admin',
    signOut: 'Sign out',
    signInHow:
      'The server keeps the token in its data folder as admin-token. Started in a terminal, it also prints it.',
    tooMany: (seconds: number) =>
      `Too many wrong tokens came from this address. Try again in ${seconds} seconds.`,
    offline: 'You are offline. Nothing was changed.',
    unreachable: 'The server does not answer. Try again in a moment.',
    databaseGone: 'The server cannot reach its database. Nothing was changed.',
    tryAgain: 'Try again',
    archived: (count: number) => `Archived (${count})`,
    archivedOn: (day: string) => `archived ${day}`,
    noArenas: 'There is no arena yet.',
    arena: 'Arena',
    shownTo: 'Visible to',
    judging: 'Judging',
    visibility: {
      public: 'everybody',
      link: 'anybody with the link',
      private: 'operators',
    },
    runStatus: {
      running: 'running',
      paused: 'paused',
      cancelled: 'cancelled',
      budget_reached: 'budget reached',
      done: 'done',
    },
    andSimulated: (votes: string) => `and ${votes} simulated`,
    byTables: 'Tables',
    byFiles: 'From files',
    byArchive: 'From an archive',
    byWizard: 'Step by step',
    drop: 'Drop arena.yaml and the files it names here',
    dropOr: 'or',
    choose: 'Choose files',
    chosen: (files: string) => `${files} chosen`,
    file: 'file',
    files: 'files',
    tooLarge: (megabytes: string) =>
      `Together these files are larger than ${megabytes} MB. Use the terminal instead: deadheat run arena.yaml.`,
    noArenaFile:
      'There is no arena.yaml among these files. Add it, or drop tables without one under “Tables”.',
    gone: (name: string) => `${name} has changed on disk and can no longer be read. Choose it again.`,
    problems: (count: number) => (count === 1 ? '1 problem to fix first' : `${count} problems to fix first`),
    warnings: (count: number) => (count === 1 ? '1 warning' : `${count} warnings`),
    fixHow: 'Fix the files and choose them again.',
    wouldCreate: (arena: string) => `Creates the arena “${arena}”.`,
    wouldChange: (arena: string) => `Updates the existing arena “${arena}” to match these files.`,
    adds: (contestants: string, prompts: string, answers: string) =>
      `Adds ${contestants}, ${prompts} and ${answers}.`,
    addsNothing: 'Adds no contestant, prompt or answer.',
    prompt: 'prompt',
    stay: (names: string) => `These stay, although the files no longer name them: ${names}.`,
    changesNothing: 'Changes nothing else.',
    kinds: {
      arena: 'Settings',
      contestants: 'Contestants',
      prompts: 'Prompts',
      judges: 'Judges',
      checks: 'Checks',
      providers: 'Providers',
    },
    hows: {
      added: (what: string) => `${what} added`,
      changed: (what: string) => `${what} changed`,
      removed: (what: string) => `${what} no longer in use`,
      restored: (what: string) => `${what} in use again`,
    },
    andMore: (more: string) => `and ${more} more`,
    otherVersion:
      'Another model, rubric or parameter makes a new version of a judge, measured from the start.',
    aRun: 'A full run',
    noCalls: 'Calls no model: people vote on it.',
    calls: (calls: string, answers: string, judgements: string) =>
      `${calls}: ${answers} to generate and ${judgements}.`,
    call: 'call',
    callsMany: 'calls',
    judgement: 'judgement in both orders',
    judgements: 'judgements in both orders',
    about: (dollars: string) => `About ${dollars}`,
    noPrice: 'no price known',
    costUnknown: 'The cost is not known: a model has no price.',
    budget: (dollars: string) =>
      `Budget ${dollars}. No call starts that could exceed it, if the provider honours max_tokens.`,
    budgetLasts: (share: string) => `It will be spent after about ${share} of the work.`,
    keyMissing: 'is not set; calls wait until the server starts with it',
    update: 'Update the arena',
    creating: 'Creating …',
    /** What a field asks for; bounds that are infinite are none. */
    decimal: ({ min, above, max, below }: Record<'min' | 'above' | 'max' | 'below', number>) =>
      [
        'A number',
        Number.isFinite(min) && `from ${min}`,
        Number.isFinite(above) && `above ${above}`,
        Number.isFinite(max) && `${Number.isFinite(min) ? 'to' : 'up to'} ${max}`,
        Number.isFinite(below) && `below ${below}`,
      ]
        .filter(Boolean)
        .join(' ') + ', without marks for thousands.',
  },
  de: {
    lineNth: (line) => `Zeile ${line}`,
    optional: 'freiwillig',
    download: (name) => `${name} herunterladen`,
    title: 'Verwaltung',
    signOut: 'Abmelden',
    signInHow:
      'Der Server bewahrt das Token in seinem Datenordner als admin-token auf. Im Terminal gestartet, zeigt er es auch.',
    tooMany: (seconds) =>
      `Von dieser Adresse kamen zu viele falsche Tokens. In ${seconds} Sekunden geht es wieder.`,
    offline: 'Keine Verbindung zum Netz. Nichts wurde geändert.',
    unreachable: 'Der Server antwortet nicht. In einem Moment noch einmal versuchen.',
    databaseGone: 'Der Server erreicht seine Datenbank nicht. Nichts wurde geändert.',
    tryAgain: 'Noch einmal versuchen',
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
    byTables: 'Tabellen',
    byFiles: 'Aus Dateien',
    byArchive: 'Aus einem Archiv',
    byWizard: 'Schritt für Schritt',
    drop: 'arena.yaml und die Dateien, die sie nennt, hier ablegen',
    dropOr: 'oder',
    choose: 'Dateien auswählen',
    chosen: (files) => `${files} ausgewählt`,
    file: 'Datei',
    files: 'Dateien',
    tooLarge: (megabytes) =>
      `Diese Dateien haben zusammen mehr als ${megabytes} MB. Stattdessen das Terminal verwenden: deadheat run arena.yaml.`,
    noArenaFile:
      'Unter diesen Dateien ist keine arena.yaml. Bitte hinzufügen, oder Tabellen ohne sie unter „Tabellen“ ablegen.',
    gone: (name) =>
      `${name} hat sich auf der Platte geändert und ist nicht mehr lesbar. Bitte neu auswählen.`,
    problems: (count) =>
      count === 1 ? '1 Problem ist zuerst zu beheben' : `${count} Probleme sind zuerst zu beheben`,
    warnings: (count) => (count === 1 ? '1 Warnung' : `${count} Warnungen`),
    fixHow: 'Die Dateien berichtigen und neu auswählen.',
    wouldCreate: (arena) => `Legt die Arena „${arena}“ an.`,
    wouldChange: (arena) => `Ändert die vorhandene Arena „${arena}“ so, wie es diese Dateien sagen.`,
    adds: (contestants, prompts, answers) => `Fügt ${contestants}, ${prompts} und ${answers} hinzu.`,
    addsNothing: 'Fügt weder Teilnehmer noch Prompts noch Antworten hinzu.',
    prompt: 'Prompt',
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
    decimal: ({ min, above, max, below }) =>
      [
        'Eine Zahl',
        Number.isFinite(min) && `ab ${shownDe(min)}`,
        Number.isFinite(above) && `über ${shownDe(above)}`,
        Number.isFinite(max) && `bis ${shownDe(max)}`,
        Number.isFinite(below) && `unter ${shownDe(below)}`,
      ]
        .filter(Boolean)
        .join(' ') + ', ohne Zeichen für Tausender.',
  },
})

/** What the role of a token does not allow. */
export const role = inLanguages({
  en: {
    needs: (needed: OperatorRole, role: OperatorRole) =>
      `This needs the role ${needed}. Your token has the role ${role}.`,
  },
  de: {
    needs: (needed, role) => `Das braucht die Rolle ${needed}. Dein Token hat die Rolle ${role}.`,
  },
})

/** Named tokens of operators. */
export const tokens = withTerms({
  en: {
    title: 'Tokens',
    how: 'One for each person or program: the log shows who did what.',
    name: 'For whom',
    roles: { read: 'read', run: 'run', admin: 'admin' },
    roleHow: {
      read: 'Sees all that operators see, with the names of invited people, and changes nothing.',
      run: 'Also runs what is set up: judging, challenges, invitations, quarantine.',
      admin: 'Does everything: creates, changes and removes arenas, and makes tokens.',
    },
    make: 'Make token',
    made: 'Made',
    holds: 'valid',
    withdrawnAt: (moment: string) => `withdrawn ${moment}`,
    newToken: (name: string) => `New token for ${name}`,
    onlyNow: 'Shown only once.',
    copy: 'Copy the new token',
    ended: (name: string) => `The token of ${name} no longer opens anything.`,
  },
  de: {
    title: 'Token',
    how: 'Eines je Person oder Programm: Das Protokoll zeigt, wer was tat.',
    name: 'Für wen',
    roles: { read: 'lesen (read)', run: 'ausführen (run)', admin: 'alles (admin)' },
    roleHow: {
      read: 'Sieht alles, was Betreibende sehen, auch die Namen Eingeladener, und ändert nichts.',
      run: 'Führt auch aus, was eingerichtet ist: Bewertungen, Herausforderungen, Einladungen, Quarantäne.',
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
  },
})

/** What is noticed in the lists of operators, and how they are searched. */
export const findings = withTerms({
  en: {
    found: 'Noticed',
    noAnswers: 'no answers',
    unanswered: (n: number) => `${counted(n, 'prompt')} without an answer`,
    leaks: (n: number) => `${counted(n, 'answer names', 'answers name')} a model`,
    leaksOrAsks: (n: number) => `${counted(n, 'leak')}: a model is named or asked for`,
    alike: 'all answers are alike',
    oneAnswered: 'only one contestant answered',
    notVotable: 'nothing to vote on',
    find: 'Find',
    act: 'Event',
    anyAct: 'anything',
    shown: (shown: string, all: string) => `${shown} of ${all}`,
    nothing: 'Nothing matches.',
  },
  de: {
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
  },
})

/** Removing an arena, for operators. */
export const remove = inLanguages({
  en: {
    title: 'Remove',
    how: 'There is no undo. Export first.',
    typeName: (arena: string) => `Type ${arena} to confirm`,
    remove: 'Remove for good',
    removed: 'Removed arenas',
  },
  de: {
    title: 'Entfernen',
    how: 'Lässt sich nicht rückgängig machen. Vorher ausgeben.',
    typeName: (arena) => `Zum Bestätigen ${arena} eingeben`,
    remove: 'Endgültig entfernen',
    removed: 'Entfernte Arenen',
  },
})
