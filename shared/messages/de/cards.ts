import type { cards as en } from '../en/cards.ts'

const WHOLE = new Intl.NumberFormat('de')
const SOURCES: Record<string, string> = {
  human: 'Menschen',
  judge: 'LLM-Richter',
  result: 'anderswo entschiedene Ergebnisse',
  simulated: 'Simulation',
}

export const cards: typeof en = {
  card_holds: ({ contestants, prompts, answers }) =>
    `Teilnehmer: ${WHOLE.format(contestants)}. Prompts: ${WHOLE.format(prompts)}. Antworten: ${WHOLE.format(answers)}. Veröffentlichte Stimmen:`,
  card_votes: (row) =>
    `${SOURCES[row.source] ?? row.source}: ${WHOLE.format(row.votes)} Stimmen von ${WHOLE.format(row.voters)} bekannten Abstimmenden, ${row.first} bis ${row.last}`,
  card_how_title: 'Wie die Daten entstanden',
  card_how: ({ criteria }) =>
    `Abstimmende verglichen zwei Antworten auf denselben Prompt und wählten eine, ein Unentschieden oder keine, nach: ${criteria.join(', ')}. Stimmen auf den Seiten von Deadheat sind blind: Namen erscheinen nach der Stimme. Ob eingelesene Stimmen blind waren, ist nicht bekannt.`,
  card_limits_title: 'Bekannte Grenzen',
  card_no_warnings: 'Die Standardrangliste hat keine Warnungen.',
  card_check_title: 'Wie man sie prüft',
  card_check: ({ votes, sha256 }) =>
    `Die Standardrangliste zählt ${WHOLE.format(votes)} Stimmen mit dem SHA-256 ${sha256}. \`deadheat verify\` berechnet Rangliste und Hash aus den exportierten Stimmen neu.`,
  card_licence_title: 'Lizenz',
  card_licence:
    'Nicht angegeben. Wer dies veröffentlicht, nennt eine Lizenz und prüft die Bedingungen der Modelle, der Prompts und der Abstimmenden.',
}
