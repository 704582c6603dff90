import { DAY, type en } from './en.ts'

const figure = (n: number) => n.toLocaleString('de')
const counted = (n: number, one: string, many: string) => `${figure(n)} ${n === 1 ? one : many}`

/** The words of a picture of a board, in German, besides its sentence. */
export const de: typeof en = {
  rank: 'Rang',
  rating: 'Wertung',
  places: 'Plätze',
  above: 'Ist über',
  below: 'Ist unter',
  first: 'Erster',
  lastPlace: 'letzter Platz',
  ofPlaces:
    'Balken: welche Plätze offen sind; frei links davon: wie viele nachweislich darüber liegen, rechts: darunter',
  whoIsFirst: 'dick: wer ist Erster?',
  whoIsAbove: 'dünn: wer ist über wem?',
  thick: (percent) => `dick: ${percent}-%-Intervall dieser Wertung`,
  thin: 'dünn: zum Vergleichen; wo sich zwei überlappen, ist es offen',
  mayBeFirst: 'könnte Erster sein',
  leads: 'niemand sonst erreicht diese Linie',
  firstAmong: (voters) => `Erster unter diesen ${figure(voters)}`,
  retired: (name) => `${name} (zurückgezogen)`,

  folded: (others, mayBeFirst) => {
    const who = counted(others, 'anderer', 'andere')
    if (mayBeFirst === 0) return who
    return mayBeFirst === others
      ? `${who} ${others === 1 ? 'könnte' : 'könnten'} vorn liegen`
      : `${who}, ${figure(mayBeFirst)} davon könnten vorn liegen`
  },
  unrated: (n) => `${figure(n)} noch ohne Wertung`,

  votes: (n, source) =>
    source === 'simulated'
      ? counted(n, 'simulierte Stimme', 'simulierte Stimmen')
      : source === 'judges'
        ? counted(n, 'Richterstimme', 'Richterstimmen')
        : counted(n, 'Stimme', 'Stimmen'),
  voters: (n, source) =>
    ` von ${source === 'judges' ? counted(n, 'Richter', 'Richtern') : source === 'people' ? counted(n, 'Person', 'Personen') : counted(n, 'Stimmgeber', 'Stimmgebern')}`,
  judge: (name) => ` von Richter ${name}`,
  withJudges: (n) => `, gestützt von ${counted(n, 'Richterstimme', 'Richterstimmen')}`,
  prompts: (n) => ` zu ${counted(n, 'Prompt', 'Prompts')}`,
  day: (date) => date.toLocaleDateString('de', DAY),
  from: (day) => `ab ${day}`,
  to: (day) => `bis ${day}`,
  openBoard: (title) => `${title}: alle Ergebnisse`,
  final: 'Endstand',
  looks: { any: 'für alle Blicke', one: 'für einen Blick' },
}
