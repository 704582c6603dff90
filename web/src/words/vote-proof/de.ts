import type { en } from './en.ts'

export const de: typeof en = {
  solving:
    'Diese Arena verlangt vom Browser eine kurze Rechnung. Deine Stimme wird gesendet, sobald sie fertig ist.',
  slow: 'Die Rechnung dauert auf diesem Gerät lange. Lass die Seite offen, dann wird deine Stimme gesendet. Oder überspring das Paar.',
  progress: 'Rechnung für deine Stimme',
  cannot: {
    insecure:
      'Diese Arena verlangt vom Browser eine kurze Rechnung, und dafür braucht er eine sichere Verbindung. Öffne die Seite zum Abstimmen mit https.',
    unsupported:
      'Diese Arena verlangt vom Browser eine kurze Rechnung, und dieser Browser kann sie nicht im Hintergrund ausführen. Nimm zum Abstimmen einen aktuellen Browser.',
    stopped: 'Die Rechnung für deine Stimme brach ab. Versuch es noch einmal, oder lade die Seite neu.',
  },
}
