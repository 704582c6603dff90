import type * as en from './en.ts'

export const schedule: typeof en.schedule = {
  title: 'Zeitplan',
  how: (timezone) =>
    `Was diese Arena von selbst tut. Die Zeiten der Einträge gelten in der Zeitzone ${timezone}, die Daten unten in deiner.`,
  none: 'Diese Arena hat keinen Zeitplan.',
  entry: 'Eintrag',
  does: {
    judge: 'bewertet, was der Plan verlangt',
    rotate: 'lässt den nächsten Richter bewerten',
    recheck: 'prüft Richter nach',
    compare: 'vergleicht den aktuellen Stand mit dem ausgelieferten',
  },
  budget: (usd) => `jedes Mal höchstens ${usd}`,
  next: 'Nächstes Mal',
  last: 'Letztes Mal',
  never: 'noch nicht',
  pausedSince: (moment) => `angehalten seit ${moment}`,
  paused: (entry) => `${entry} ist angehalten. Ein laufender Durchlauf geht weiter.`,
  resumed: (entry) => `${entry} geht weiter.`,
  states: {
    waiting: 'wartet, bis andere Bewertungen dieser Arena beendet sind',
    working: 'läuft',
    done: 'fertig',
    stopped: 'vor dem Ende beendet: abgebrochen, oder das Budget ist verbraucht',
    failed: 'fehlgeschlagen',
    skipped: 'ausgelassen',
  },
  judged: (count) => `${count} bewertet`,
  cost: (usd) => `Kosten ${usd}`,
  turn: (judge, prompts) => `${judge} hat ${prompts} Prompts bewertet`,
  overlap: (prompts, before) => `${prompts} davon nach ${before}`,
  agreement: (criterion, share, pairs, kappa) =>
    `gleiches Urteil bei ${share} von ${pairs} Paaren nach ${criterion}, κ ${kappa}`,
  recheck: (judge, share) => `${judge} wiederholt ${share} seiner Urteile`,
  due: (judge) => `${judge} braucht neue Stimmen von Menschen`,
  course: (entry) => `Stände nach ${entry}`,
  courseHow:
    'Siegquote jedes Standes gegen den ausgelieferten, der neueste zuerst. Das Intervall gilt, wie oft man diesen Stand auch ansieht, zum Niveau der Schranke. Die Linie liegt bei 50 %.',
  build: 'Stand',
  against: (build, shipped) => `${build} gegen ${shipped}`,
  night: 'Zeit',
  picture: 'Siegquote',
  figure: 'Anteil',
  band: 'Intervall',
  verdict: 'Schranke',
  verdicts: {
    ship: 'ausliefern',
    do_not_ship: 'nicht ausliefern',
    not_decided_yet: 'noch nicht entschieden',
  },
}
