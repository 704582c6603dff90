import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Token der Betreibenden',
  how: 'Ein eigenes Token für jede Person und jedes Programm. Das Protokoll sagt, mit wessen Token etwas geschah. Das Admin-Token bleibt daneben.',
  name: 'Für wen',
  role: 'Rolle',
  roles: { read: 'lesen (read)', run: 'ausführen (run)', admin: 'alles (admin)' },
  roleHow: {
    read: 'Sieht alles, was Betreibende sehen, auch die Namen Eingeladener, und ändert nichts.',
    run: 'Führt auch aus, was eingerichtet ist: Bewertungen, Herausforderungen, Zeitpläne, Einladungen, Quarantäne.',
    admin: 'Darf alles: Arenen anlegen, ändern und entfernen, und Token vergeben.',
  },
  make: 'Token anlegen',
  made: 'Angelegt',
  state: 'Stand',
  holds: 'gültig',
  withdrawnAt: (moment) => `zurückgezogen ${moment}`,
  withdraw: 'Zurückziehen',
  newToken: (name) => `Neues Token für ${name}`,
  onlyNow: 'Es steht nur dieses eine Mal hier. Der Server speichert nur seine Prüfsumme.',
  copy: 'Das neue Token kopieren',
  ended: (name) => `Das Token von ${name} öffnet nichts mehr.`,
}
