import type { notices as en } from '../en/notices.ts'
import { counted } from './figures.ts'

const usd = (amount: number) => `${amount.toFixed(2).replace('.', ',')} $`

const OF_VOTERS = {
  people: 'von Menschen',
  judges: 'von Richtern',
  results: 'aus Ergebnissen',
}

export const notices: typeof en = {
  notice_decided: ({ title, winner, criterion, votes, voters }) =>
    `${title}: ${winner} ist als Sieger nach „${criterion}“ erklärt, nach ${counted(votes, 'Stimme', 'Stimmen')} ${OF_VOTERS[voters]}.`,
  notice_decision_fell: ({ title, criterion, voters }) =>
    `${title}: Der erklärte Sieger nach „${criterion}“ gilt nicht mehr. Die Stimmen ${OF_VOTERS[voters]} nennen jetzt keinen Sieger.`,
  notice_judge_drifted: ({ title, judge, finding }) =>
    `${title}: Der Richter ${judge} hat sich verändert. ${finding}`,
  notice_judge_due: ({ title, judge, finding }) =>
    `${title}: Der Richter ${judge} ist zur Nachprüfung fällig. ${finding}`,
  notice_budget_spent: ({ title, spent, budget }) =>
    `${title}: Der Lauf hat sein Budget erreicht und hält an. Er hat ${usd(spent)} von ${usd(budget)} gekostet, und der nächste Aufruf könnte mehr kosten, als übrig ist.`,
  notice_votes_quarantined: ({ title, votes }) =>
    `${title}: ${counted(votes, 'Stimme', 'Stimmen')} ${votes === 1 ? 'kam' : 'kamen'} in Quarantäne. Keine Rangliste zählt ${votes === 1 ? 'sie' : 'diese'}.`,
  notice_gate_fell: ({ title, entry, current, shipped, figures }) =>
    [
      `${title}: die Schranke ist gefallen. Nach dem geplanten Vergleich „${entry}“ sollte ${current} nicht an die Stelle von ${shipped} treten.`,
      ...figures.map(
        ({ criterion, winRate, votes }) =>
          `Nach „${criterion}“ gewinnt der neue Stand ${Math.round(100 * winRate)} %, nach ${counted(votes, 'Stimme', 'Stimmen')}.`,
      ),
    ].join(' '),
  notice_schedule_failed: ({ title, entry, finding }) =>
    `${title}: der geplante Eintrag „${entry}“ konnte seine Arbeit nicht tun. ${finding}`,
  notice_refused: ({ status }) => `der Empfänger antwortet mit ${status}`,
  notice_redirected: ({ status }) =>
    `der Empfänger antwortet mit ${status} und nennt eine andere Adresse; diese stattdessen setzen`,
  notice_unreachable: ({ why }) => `der Empfänger ist nicht zu erreichen (${why})`,
  notice_timed_out: ({ seconds }) =>
    `der Empfänger antwortet nicht innerhalb von ${counted(seconds, 'Sekunde', 'Sekunden')}`,
  notices_unsigned:
    'DEADHEAT_NOTICES_URL ist ohne Schlüssel gesetzt: die Ausgabe von „openssl rand -base64 32“ in DEADHEAT_NOTICES_SECRET setzen, oder DEADHEAT_NOTICES_FORMAT=slack.',
}
