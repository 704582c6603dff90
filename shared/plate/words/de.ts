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
  possible: 'mögliche Plätze',
  lastPlace: 'letzter Platz',
  ofPlaces: (name, places, above, below) =>
    `Balken: ${name} kann die Plätze ${places} haben; von den anderen liegen nachweislich ${above === 0 ? 'keine' : figure(above)} darüber, ${figure(below)} darunter`,
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
  unrated: (n) => `${figure(n)} mit zu wenigen Stimmen für eine Wertung`,

  votes: (n, source) =>
    source === 'simulated'
      ? counted(n, 'simulierte Stimme', 'simulierte Stimmen')
      : source === 'judges'
        ? counted(n, 'Richterstimme', 'Richterstimmen')
        : counted(n, 'Stimme', 'Stimmen'),
  voters: (n, source) =>
    ` von ${source === 'judges' ? counted(n, 'Richter', 'Richtern') : source === 'people' ? counted(n, 'Person', 'Personen') : counted(n, 'Stimmgeber', 'Stimmgebern')}`,
  judge: (name) => ` von Richter ${name}`,
  prompts: (n) => ` zu ${counted(n, 'Prompt', 'Prompts')}`,
  day: (date) => date.toLocaleDateString('de', DAY),
  from: (day) => `ab ${day}`,
  to: (day) => `bis ${day}`,
  openBoard: (title) => `${title}: alle Ergebnisse`,
  final: 'Endstand',
  promise: (oneIn, isOneLook) =>
    `falsch in höchstens 1 von ${figure(oneIn)} Fällen${isOneLook ? ', bei einem Blick' : ''}`,
}
