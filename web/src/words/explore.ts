import { count, counted } from '../ui/figures.ts'
import type { CellVotes } from '../../../shared/contracts/contestant-record.ts'
import { withTerms } from './in-languages.ts'

/** Prompts × contestants, and categories × contestants. */
export const explore = withTerms({
  en: {
    addContestant: 'Add a contestant',
    heading: 'Answers side by side',
    categories: 'Categories side by side',
    kinds: 'What to look at',
    byPrompt: 'By prompt',
    byCategory: 'By category',
    loading: 'Loading the answers …',
    loadingBoards: 'The boards of the categories are being computed …',
    contestantMissing: 'There is no such contestant in this arena.',
    promptMissing: 'There is no such prompt or contestant in this arena.',
    whole: 'All answers',

    choice: 'Selection',
    source: 'Votes',
    shows: {
      all: 'All',
      readable: 'With texts that all may read',
      won: 'Mostly won',
      lost: 'Mostly lost',
      tied: 'Undecided',
      bothBad: 'Called “both bad”',
      divided: 'Votes contradict each other',
      failed: 'A check failed',
    },
    failedCheck: (name: string) => `Failed: ${name}`,
    anyone: 'Any of those shown',

    found: (n: number) => `${counted(n, 'prompt', 'prompts')}.`,
    none: 'No prompt matches this selection.',
    noneReadable:
      'No prompt here has texts that all may read. They can be read once a prompt is no longer voted on.',
    noPrompts: 'This arena has no prompts.',
    nobody: 'This arena has no contestants.',
    ofVisitor: 'Text hidden: a visitor wrote it',
    withheld:
      'Texts of prompts that are still voted on are hidden: voters must not know whose answer is whose.',
    justRetired: 'Text hidden for a moment: open pairs use it',
    notKnown: 'Text not known',
    won: (n: number) => `${count(n)} won`,
    lost: (n: number) => `${count(n)} lost`,
    tied: (n: number) => `${count(n)} tied`,
    noAnswer: 'No answer',
    samples: (n: number) => `first of ${count(n)} answers`,
    divided: 'contradicted',
    dividedWhy: 'On the same two answers, some votes name one and some the other.',
    failed: (name: string, missed: number, of: number) =>
      of === 1 ? `failed: ${name}` : `failed ${count(missed)} of ${count(of)}: ${name}`,
    cell: (name: string, prompt: string) => `${name} on prompt ${prompt}`,
    keys: 'Arrow keys move between cells, Enter opens one.',

    answer: 'Answer',
    nth: (n: number) => `Answer ${n}`,
    passed: (name: string) => `Passed: ${name}`,
    missed: (name: string) => `Failed: ${name}`,
    unmade: (name: string) => `Could not be run: ${name}`,
    latest: (shown: number, all: number) =>
      shown < all ? `The latest ${count(shown)} of ${counted(all, 'vote', 'votes')}.` : '',
    noBattles: 'These votes have none on this prompt.',
    page: (name: string) => `All about ${name}`,

    standings: 'Categories and contestants',
    standingsCaption:
      'Place, rating and interval on the board of each category. Each board stands for itself.',
    allVotes: 'All categories',
    first: 'First place',
    leads: (name: string) => `${name} leads`,
    wins: (name: string) => `${name} wins`,
    heat: (n: number) => `dead heat of ${count(n)}`,
    firstVotes: 'first votes',
    votes: (n: number) => counted(n, 'vote', 'votes'),
    place: (best: number, worst: number) => (best === worst ? `place ${best}` : `place ${best}–${worst}`),
    tooFew: 'too few votes',
    unrated: 'no rating yet',
    isNew: 'not on this board yet',
    noCategories: 'The prompts of this arena have no categories.',
  },
  de: {
    addContestant: 'Teilnehmer hinzufügen',
    heading: 'Antworten nebeneinander',
    categories: 'Kategorien nebeneinander',
    kinds: 'Was gezeigt wird',
    byPrompt: 'Nach Prompt',
    byCategory: 'Nach Kategorie',
    loading: 'Die Antworten werden geladen …',
    loadingBoards: 'Die Ranglisten der Kategorien werden berechnet …',
    contestantMissing: 'Diesen Teilnehmer gibt es in dieser Arena nicht.',
    promptMissing: 'Diesen Prompt oder Teilnehmer gibt es in dieser Arena nicht.',
    whole: 'Alle Antworten',

    choice: 'Auswahl',
    source: 'Stimmen',
    shows: {
      all: 'Alle',
      readable: 'Mit Texten, die alle lesen dürfen',
      won: 'Meist gewonnen',
      lost: 'Meist verloren',
      tied: 'Unentschieden',
      bothBad: 'Als „beide schlecht“ bezeichnet',
      divided: 'Stimmen widersprechen sich',
      failed: 'Eine Prüfung nicht bestanden',
    },
    failedCheck: (name) => `Nicht bestanden: ${name}`,
    anyone: 'Irgendeinem der gezeigten',

    found: (n) => `${counted(n, 'Prompt', 'Prompts')}.`,
    none: 'Kein Prompt passt zu dieser Auswahl.',
    noneReadable:
      'Kein Prompt hat hier Texte, die alle lesen dürfen. Sie sind zu lesen, sobald über einen Prompt nicht mehr abgestimmt wird.',
    noPrompts: 'Diese Arena hat keine Prompts.',
    nobody: 'Diese Arena hat keine Teilnehmer.',
    ofVisitor: 'Text verborgen: jemand hat ihn beim Besuch geschrieben',
    withheld:
      'Texte von Prompts, über die noch abgestimmt wird, sind verborgen: Wer abstimmt, darf nicht wissen, von wem welche Antwort ist.',
    justRetired: 'Text noch kurz verborgen: offene Paare nutzen ihn',
    notKnown: 'Text nicht bekannt',
    won: (n) => `${count(n)} gewonnen`,
    lost: (n) => `${count(n)} verloren`,
    tied: (n) => `${count(n)} unentschieden`,
    noAnswer: 'Keine Antwort',
    samples: (n) => `erste von ${count(n)} Antworten`,
    divided: 'widersprüchlich',
    dividedWhy: 'Zu denselben zwei Antworten nennen manche Stimmen die eine, manche die andere.',
    failed: (name, missed, of) =>
      of === 1 ? `nicht bestanden: ${name}` : `${count(missed)} von ${count(of)} nicht bestanden: ${name}`,
    cell: (name, prompt) => `${name} zu Prompt ${prompt}`,
    keys: 'Pfeiltasten wechseln die Zelle, Enter öffnet sie.',

    answer: 'Antwort',
    nth: (n) => `Antwort ${n}`,
    passed: (name) => `Bestanden: ${name}`,
    missed: (name) => `Nicht bestanden: ${name}`,
    unmade: (name) => `Nicht auszuführen: ${name}`,
    latest: (shown, all) =>
      shown < all ? `Die letzten ${count(shown)} von ${counted(all, 'Stimme', 'Stimmen')}.` : '',
    noBattles: 'Unter diesen Stimmen gibt es zu diesem Prompt keine.',
    page: (name) => `Alles über ${name}`,

    standings: 'Kategorien und Teilnehmer',
    standingsCaption:
      'Platz, Wertung und Intervall auf der Rangliste jeder Kategorie. Jede Rangliste steht für sich.',
    allVotes: 'Alle Kategorien',
    first: 'Erster Platz',
    leads: (name) => `${name} führt`,
    wins: (name) => `${name} gewinnt`,
    heat: (n) => `totes Rennen von ${count(n)}`,
    firstVotes: 'erste Stimmen',
    votes: (n) => counted(n, 'Stimme', 'Stimmen'),
    place: (best, worst) => (best === worst ? `Platz ${best}` : `Platz ${best}–${worst}`),
    tooFew: 'zu wenige Stimmen',
    unrated: 'noch ohne Wertung',
    isNew: 'noch nicht auf dieser Rangliste',
    noCategories: 'Die Prompts dieser Arena haben keine Kategorien.',
  },
})

/** "3 won · 1 lost"; what did not happen is left out. */
export function countWords({ wins, losses, ties }: CellVotes): string {
  const parts = [
    wins > 0 && explore.here.won(wins),
    losses > 0 && explore.here.lost(losses),
    ties > 0 && explore.here.tied(ties),
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join(' · ') : explore.here.noVotes
}
