import type { chain as original, FactKind } from '../en/chain.ts'
import { figure } from './figures.ts'

const KINDS: Record<FactKind, string> = {
  vote: 'Stimme',
  retraction: 'Die Rücknahme der Stimme',
  quarantine: 'Quarantäne-Eintrag',
}
const COVERED: Record<FactKind, string> = { ...KINDS, retraction: 'die Rücknahme der Stimme' }

export const chain: typeof original = {
  chain_day_differs: ({ day }) => `${day}: Aus den Einträgen dieses Tages folgt ein anderer Prüfwert.`,
  chain_votes_differ: ({ day, votes, there }) =>
    `${day}: Der Prüfwert umfasst ${figure(votes)} Stimmen, die Datei hat davon ${figure(there)}.`,
  chain_fact_changed: ({ day, kind, id }) =>
    `${day}: ${KINDS[kind]} ${id} wurde geändert, nachdem der Prüfwert berechnet war.`,
  chain_fact_uncovered: ({ day, kind, id }) =>
    `${day}: Kein Prüfwert umfasst ${COVERED[kind]} ${id}, obwohl der Tag einen hat. Der Eintrag kam später hinzu, oder eine Uhr ging falsch.`,
  chain_voter_differs: ({ day, id }) =>
    `${day}: Stimme ${id} nennt jemand anderen als bei der Berechnung des Prüfwerts.`,
  chain_link_broken: ({ day, before }) => `${day}: Der Prüfwert setzt den vorigen vom ${before} nicht fort.`,
  chain_digest_unknown: ({ digest }) =>
    `Kein veröffentlichter Prüfwert beginnt mit ${digest}. Die Kette wurde neu geschrieben, nachdem er notiert wurde, oder er gehört zu einer anderen Arena.`,
  no_fact: 'kein Eintrag der Kette; die Datei mit export ARENA facts ausgeben',
  digest_digits: '12 bis 64 hexadezimale Ziffern angeben',
  digest_needs_chain: '--digest braucht eine Kette: /api/arenas/ARENA/digests als ersten Wert nennen.',
  no_chain: ({ place, why }) => `${place} ist keine Liste von Prüfwerten: ${why}.`,
  facts_have_no_view: 'facts werden als Ganzes ausgegeben; die Filter weglassen.',
}
