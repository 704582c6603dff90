import type * as en from './en.ts'

export const token: typeof en.token = {
  unfold: 'Ich habe das Admin-Token',
  label: 'Admin-Token',
  show: 'Texte zeigen',
  refused: 'Dieses Token kennt der Server nicht. Das richtige gibt er beim Start aus.',
  unreachable: 'Der Server antwortet nicht. Gleich noch einmal versuchen.',
  shown: 'Die Texte sind zu sehen, weil hier das Admin-Token vorliegt.',
  forget: 'Token vergessen',
}

export const transcript: typeof en.transcript = {
  title: (steps) => (steps === 1 ? 'Vor der Antwort: 1 Schritt' : `Vor der Antwort: ${steps} Schritte`),
  wrote: 'Der Assistent schreibt',
  asked: 'Der Nutzer schreibt',
  called: (tool) => `Aufruf von ${tool}`,
  returned: (tool) => `Ergebnis von ${tool}`,
  failed: (tool) => `Fehler von ${tool}`,
  unnamed: 'einem Werkzeug',
  empty: 'leer',
}

export const webAnswer: typeof en.webAnswer = {
  title: (label, kind) => `${label}: ${kind === 'html' ? 'Webseite' : 'Bild'}`,
  source: 'Quelltext',
  use: 'Zum Bedienen klicken',
  stopped: 'Diese Antwort wurde angehalten, weil sie immer wieder die Tastatur an sich zog. Ihr Quelltext:',
}
