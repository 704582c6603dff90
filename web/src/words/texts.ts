import { inLanguages } from './in-languages.ts'

/** Texts that need the admin token. */
export const token = inLanguages({
  en: {
    unfold: 'I have the admin token',
    label: 'Admin token',
    show: 'Show the texts',
    refused: 'The server does not know this token. Its start shows the right one, or the file that has it.',
    shown: 'Texts are shown because you hold the admin token.',
    forget: 'Forget the token',
  },
  de: {
    unfold: 'Ich habe das Admin-Token',
    label: 'Admin-Token',
    show: 'Texte zeigen',
    refused: 'Dieses Token kennt der Server nicht. Beim Start zeigt er das richtige, oder die Datei mit ihm.',
    shown: 'Die Texte sind zu sehen, weil hier das Admin-Token vorliegt.',
    forget: 'Token vergessen',
  },
})

/** What an agent did before its answer. */
export const transcript = inLanguages({
  en: {
    title: (steps: number) =>
      steps === 1 ? 'Before the answer: 1 step' : `Before the answer: ${steps} steps`,
    wrote: 'The assistant writes',
    asked: 'The user writes',
    called: (tool: string) => `Calls ${tool}`,
    returned: (tool: string) => `Result of ${tool}`,
    failed: (tool: string) => `Error from ${tool}`,
    unnamed: 'a tool',
    empty: 'empty',
  },
  de: {
    title: (steps) => (steps === 1 ? 'Vor der Antwort: 1 Schritt' : `Vor der Antwort: ${steps} Schritte`),
    wrote: 'Der Assistent schreibt',
    asked: 'Der Nutzer schreibt',
    called: (tool) => `Aufruf von ${tool}`,
    returned: (tool) => `Ergebnis von ${tool}`,
    failed: (tool) => `Fehler von ${tool}`,
    unnamed: 'einem Werkzeug',
    empty: 'leer',
  },
})

/** An answer that is a web page or a picture in SVG, shown as such. */
export const webAnswer = inLanguages({
  en: {
    title: (label: string, kind: 'html' | 'svg') => `${label}: ${kind === 'html' ? 'web page' : 'picture'}`,
    source: 'Source',
    use: 'Click to use it',
    runAlone: 'Run it alone',
    states: {
      begins: '',
      runs: '',
      waits: 'The pages stopped responding. Each now runs alone for some seconds, to find the one at fault.',
      grabbed: 'This page was stopped, since it kept taking the keyboard. Its source:',
      stopped: 'This page stopped responding. Its source:',
      unclear: 'Which page stopped responding could not be found. The source of this one:',
    },
  },
  de: {
    title: (label, kind) => `${label}: ${kind === 'html' ? 'Webseite' : 'Bild'}`,
    source: 'Quelltext',
    use: 'Zum Bedienen klicken',
    runAlone: 'Allein laufen lassen',
    states: {
      begins: '',
      runs: '',
      waits:
        'Die Seiten reagieren nicht mehr. Jede läuft nun einige Sekunden allein, damit sich zeigt, welche stehen bleibt.',
      grabbed: 'Diese Seite wurde angehalten, weil sie immer wieder die Tastatur an sich zog. Ihr Quelltext:',
      stopped: 'Diese Seite reagiert nicht mehr. Ihr Quelltext:',
      unclear: 'Welche Seite nicht mehr reagierte, war nicht herauszufinden. Der Quelltext dieser Seite:',
    },
  },
})
