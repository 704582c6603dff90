import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Meldungen',
  sentTo: (host) => `Sie gehen an ${host}.`,
  sentNowhere: 'Sie werden nicht verschickt: DEADHEAT_NOTICES_URL ist nicht gesetzt.',
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
