import type { en } from './en.ts'

export const de: typeof en = {
  title: (steps) => (steps === 1 ? 'Vor der Antwort: 1 Schritt' : `Vor der Antwort: ${steps} Schritte`),
  wrote: 'Der Assistent schreibt',
  asked: 'Der Nutzer schreibt',
  called: (tool) => `Aufruf von ${tool}`,
  returned: (tool) => `Ergebnis von ${tool}`,
  failed: (tool) => `Fehler von ${tool}`,
  unnamed: 'einem Werkzeug',
  empty: 'leer',
}
